import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
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
}

/** Ctrl+Enter saves, what is wrong gets the focus, and what was typed is not left unasked. */
export function Form({ of: form, children, submit = 'Save', aside, isReadOnly = false }: FormProps) {
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (form.refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.refusals]);

  return (
    <FormContext value={form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its fields */}
      <form
        ref={element}
        noValidate
        className={styles['form']}
        aria-busy={form.isSaving}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void form.submit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <fieldset className={styles['fields']} disabled={isReadOnly}>
          {children}
        </fieldset>
        <Failure />
        {!isReadOnly && (
          <footer className={styles['foot']}>
            {aside}
            <output className={styles['count']}>
              {form.changed.length > 0 && plural(form.changed.length, 'change')}
            </output>
            <Button
              variant="default"
              disabled={form.changed.length === 0 || form.isSaving}
              onClick={form.reset}
            >
              Undo
            </Button>
            <Button
              type="submit"
              loading={form.isSaving}
              aria-keyshortcuts="Control+Enter"
              rightSection={
                <kbd className={styles['key']} aria-hidden="true">
                  Ctrl ⏎
                </kbd>
              }
            >
              {submit}
            </Button>
          </footer>
        )}
      </form>
      <ConflictDialog
        conflict={form.conflict}
        onChoose={(sides) => (sides ? void form.settle(sides) : form.leaveConflict())}
        leave="Go on editing"
      />
      <LeaveGuard isUnsaved={form.isUnsaved} warning="What you typed here is not saved yet." />
    </FormContext>
  );
}

/** What was refused as a whole, or at a field that is not on this form. */
function Failure() {
  const { failure, errors } = useFormState();
  if (!failure) return errors.size > 1 ? <p role="alert">{errors.size} fields need another look.</p> : null;
  return (
    <div role="alert" className={styles['failure']}>
      <p>{failure.message}</p>
      <RequestId id={failure.requestId} />
    </div>
  );
}

/** Fields side by side, where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
