import { Button, Group } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useLayoutEffect } from 'react';
import { DialogOfForm } from './unsaved-work.ts';
import { useInert } from './use-inert.ts';
import { plural } from '../../text/format.ts';
import { LeaveGuard, type LeftDraft } from './leave-guard.tsx';
import { RequestId } from '../feedback/page-states.tsx';
import { ConflictDialog, keepEnterInChoices } from './conflict-dialog.tsx';
import { FormContext, type FormState, useFormState } from './form-state.ts';
import styles from './form.module.css';

interface FormProps {
  of: FormState;
  children: ReactNode;
  /** The label of the submit button; defaults to "Save". */
  submit?: string;
  /** `aside` says how many fields are wrong. */
  countsErrors?: boolean;
  /** For a submit button that takes something away. */
  isDanger?: boolean;
  /** At the left of the footer, such as a delete button. */
  aside?: ReactNode;
  /** For people who may only view the record. */
  isReadOnly?: boolean;
  /** Left out when its page or dialog already has a title. */
  label?: string;
  /** Set when saving leaves the page: the form then takes no input while it saves and offers no undo. */
  leaves?: boolean;
  /** The focus begins in its first field. */
  startsFocused?: boolean;
  /** Overrides the check of the form's own fields when leaving would lose more, or less, than those. */
  isUnsaved?: () => boolean;
  /** Set where leaving can keep what was typed. */
  draft?: LeftDraft;
}

const PRESS_MS = 200;

/** Ctrl+Enter saves, a refused save focuses the first invalid field, and leaving asks about unsaved text. */
export function Form(props: FormProps) {
  const { of: form, submit = 'Save', leaves = false, isReadOnly = false, isDanger = false } = props;
  const { startsFocused = false } = props;
  const fields = useInert<HTMLFieldSetElement>(leaves && form.isSaving);

  const isInDialog = useContext(DialogOfForm) !== undefined;
  // The dialog moves the focus to this field when it opens.
  useLayoutEffect(() => {
    const first = fields.current?.querySelector<HTMLElement>('input, textarea');
    if (isInDialog || startsFocused) first?.toggleAttribute('data-autofocus', true);
    if (startsFocused) first?.focus();
  }, [isInDialog, startsFocused, fields]);

  useEffect(() => {
    if (form.refusals > 0 && !form.isSaving)
      fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.refusals, form.isSaving, fields]);

  return (
    <FormContext value={form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its fields */}
      <form
        noValidate
        aria-label={props.label}
        className={styles['form']}
        aria-busy={form.isSaving}
        // Runs before an open list of suggestions takes Enter for its first option.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
        // After the parts of the form, which may use it, such as the sections of the intake.
        onKeyDown={keepEnterInChoices}
        // The error may move a button that is just being pressed, so it waits for the end of the press.
        onBlur={({ target }) => {
          const name = target.dataset['path'];
          if (name !== undefined) setTimeout(() => form.judge(name), PRESS_MS);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <fieldset ref={fields} className={styles['fields']} disabled={isReadOnly}>
          {props.children}
        </fieldset>
        {!isReadOnly && (
          <Foot {...{ submit, leaves, isDanger }} aside={props.aside} countsErrors={props.countsErrors} />
        )}
      </form>
      <ConflictDialog
        conflict={form.conflict}
        onChoose={(sides) => void form.settle(sides)}
        leave="Keep editing"
      />
      <LeaveGuard
        isUnsaved={props.isUnsaved ?? form.isUnsaved}
        warning="What you typed here is not saved yet."
        draft={props.draft}
      />
    </FormContext>
  );
}

interface FootProps extends Pick<FormProps, 'submit' | 'aside' | 'leaves' | 'isDanger'> {
  countsErrors: boolean | undefined;
}

function Foot({ submit, aside, leaves, isDanger, countsErrors = false }: FootProps) {
  const dialog = useContext(DialogOfForm);
  const { changed, isSaving, reset } = useFormState();
  return (
    <Group component="footer" gap="sm" className={styles['foot'] ?? ''} data-leaves={leaves}>
      <Failure countsErrors={countsErrors} />
      {aside}
      {dialog && <Button onClick={dialog.cancel}>Cancel</Button>}
      {!leaves && (
        <>
          <output className={`soft small ${styles['count']}`}>
            {changed.length > 0 && plural(changed.length, 'change')}
          </output>
          <Button disabled={changed.length === 0 || isSaving} onClick={reset}>
            Undo
          </Button>
        </>
      )}
      <Button
        type="submit"
        // A form that can be undone says by its button whether there is something to save.
        variant={leaves || changed.length > 0 ? 'filled' : 'default'}
        {...(isDanger === true && { color: 'red' })}
        loading={isSaving}
        aria-keyshortcuts="Control+Enter"
        rightSection={<kbd aria-hidden="true">Ctrl ⏎</kbd>}
      >
        {submit}
      </Button>
    </Group>
  );
}

/** Shows errors of the form itself, and of fields that are not on it, beside the button that was pressed. */
function Failure({ countsErrors }: { countsErrors: boolean }) {
  const { failure, errors } = useFormState();
  if (!failure)
    return errors.size > 1 && !countsErrors ? (
      <p role="alert" className={`wrong ${styles['failure']}`}>
        {errors.size} fields need attention.
      </p>
    ) : null;
  return (
    <div role="alert" className={`message ${styles['failure']}`} data-tone="error">
      <p>{failure.message}</p>
      {!failure.isAnswered && (
        <p>We can’t tell whether this was saved. Saving again is safe: nothing is recorded twice.</p>
      )}
      <RequestId id={failure.requestId} />
    </div>
  );
}

/** Puts fields side by side when the screen is wide enough. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
