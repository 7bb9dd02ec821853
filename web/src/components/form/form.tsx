import { Button } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useLayoutEffect } from 'react';
import { DialogOfForm } from '../../lib/unsaved-work.ts';
import { useInert } from '../../lib/use-inert.ts';
import { plural } from '../../lib/format/format.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import { RequestId } from '../page-states.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormContext, type FormState, useFormState } from './form-state.ts';
import styles from './form.module.css';

interface FormProps {
  of: FormState;
  children: ReactNode;
  /** On the button; left out: "Save". */
  submit?: string;
  /** At the left of the foot: the way to something else, such as deleting. */
  aside?: ReactNode;
  /** For those who may look only. */
  isReadOnly?: boolean;
  /** Left out: its page or dialog says what it is. */
  label?: string;
  /** Is left for another page once it is saved: it takes no letter meanwhile, and has nothing to undo. */
  leaves?: boolean;
  /** When more, or less, than its fields would be lost. */
  isUnsaved?: () => boolean;
}

/** Ctrl+Enter saves, what is wrong gets the focus, and what was typed is not left unasked. */
export function Form(props: FormProps) {
  const { of: form, submit = 'Save', leaves = false, isReadOnly = false } = props;
  const fields = useInert<HTMLFieldSetElement>(leaves && form.isSaving);

  const isInDialog = useContext(DialogOfForm) !== undefined;
  // What a dialog gives the focus to as it opens.
  useLayoutEffect(() => {
    if (isInDialog) fields.current?.querySelector('input, textarea')?.toggleAttribute('data-autofocus', true);
  }, [isInDialog, fields]);

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
        // Before an open list of suggestions takes the Enter for its first.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <fieldset ref={fields} className={styles['fields']} disabled={isReadOnly}>
          {props.children}
        </fieldset>
        <Failure />
        {!isReadOnly && <Foot {...{ submit, leaves }} aside={props.aside} />}
      </form>
      <ConflictDialog
        conflict={form.conflict}
        onChoose={(sides) => void form.settle(sides)}
        leave="Go on editing"
      />
      <LeaveGuard
        isUnsaved={props.isUnsaved ?? form.isUnsaved}
        warning="What you typed here is not saved yet."
      />
    </FormContext>
  );
}

function Foot({ submit, aside, leaves }: Pick<FormProps, 'submit' | 'aside' | 'leaves'>) {
  const dialog = useContext(DialogOfForm);
  const { changed, isSaving, reset } = useFormState();
  return (
    <footer className={styles['foot']} data-leaves={leaves}>
      {aside}
      {dialog && (
        <Button variant="default" onClick={dialog.cancel}>
          Cancel
        </Button>
      )}
      {!leaves && (
        <>
          <output className={styles['count']}>
            {changed.length > 0 && plural(changed.length, 'change')}
          </output>
          <Button variant="default" disabled={changed.length === 0 || isSaving} onClick={reset}>
            Undo
          </Button>
        </>
      )}
      <Button
        type="submit"
        loading={isSaving}
        aria-keyshortcuts="Control+Enter"
        rightSection={<kbd aria-hidden="true">Ctrl ⏎</kbd>}
      >
        {submit}
      </Button>
    </footer>
  );
}

/** What was refused as a whole, or at a field that is not on this form. */
function Failure() {
  const { failure, errors } = useFormState();
  if (!failure) return errors.size > 1 ? <p role="alert">{errors.size} fields need another look.</p> : null;
  return (
    <div role="alert" className={styles['failure']}>
      <p>{failure.message}</p>
      {!failure.isAnswered && (
        <p>It is not known whether this was saved. Save again: nothing is recorded twice.</p>
      )}
      <RequestId id={failure.requestId} />
    </div>
  );
}

/** Fields side by side, where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
