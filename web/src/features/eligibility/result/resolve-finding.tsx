import { useState } from 'react';
import * as z from 'zod';
import { medicareEligibilityApi, ResolutionText } from '@handoff/shared/contract/eligibility/eligibility';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { useMay } from '../../../data/current-person.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import styles from './result.module.css';

interface ResolveFindingProps {
  check: FullPastCheck;
  /** The text of the finding. */
  finding: string;
}

/** Says how the finding was resolved, or lets the person say so. */
export function ResolveFinding({ check, finding }: ResolveFindingProps) {
  const mayCheck = useMay('eligibility.check');
  const [isOpen, setOpen] = useState(false);
  const action = useAction(medicareEligibilityApi.resolve);
  const resolution = check.Resolutions?.find(({ Finding }) => Finding === finding);
  if (resolution)
    return (
      <p className={styles['resolved']}>
        <b>Resolved:</b> {resolution.How}{' '}
        <span className="soft small">
          {resolution.By.FullName}, {formatDateTime(resolution.At)}
        </span>{' '}
        {mayCheck && (
          <button
            type="button"
            className="text-button"
            onClick={() => void action.run({ body: { Id: check.Id, Finding: finding, How: '' } })}
          >
            Undo
          </button>
        )}
      </p>
    );
  if (!mayCheck) return null;
  return (
    <>
      <button type="button" className="text-button" onClick={() => setOpen(true)}>
        Mark as resolved…
      </button>
      {isOpen && (
        <FormDialog title="Mark as resolved" onClose={() => setOpen(false)}>
          <ResolutionForm {...{ check, finding }} onSaved={() => setOpen(false)} />
        </FormDialog>
      )}
    </>
  );
}

function ResolutionForm({ check, finding, onSaved }: ResolveFindingProps & { onSaved: () => void }) {
  const form = useForm({
    schema: z.object({ How: ResolutionText.min(1, 'Say how it was resolved') }),
    initial: { How: '' },
    save: medicareEligibilityApi.resolve,
    body: ({ values }) => ({ Id: check.Id, Finding: finding, ...values }),
    onSaved,
  });
  return (
    <FormOf of={form} submit="Mark as resolved" leaves>
      <p>{finding}</p>
      <form.Field
        name="How"
        label="How it was resolved"
        hint="Everyone who opens this check sees it. The verdict stays until the next check."
      />
    </FormOf>
  );
}
