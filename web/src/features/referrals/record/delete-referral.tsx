import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import { line } from '@handoff/shared/domain/records/text';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../ui/form/use-form.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useMay } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import { showOffer } from '../../../data/toasts.ts';
import { patientName } from '../referral-cells.tsx';

const Deletion = z.object({ Reason: line(200).min(1, 'Write why') });

interface DeleteDialogProps {
  referral: Pick<Referral, 'Id' | 'Etag' | 'Patient'>;
  onClose: () => void;
}

/** Asks for the reason; the list of deleted referrals restores it until the purge. */
export function DeleteDialog({ referral, onClose }: DeleteDialogProps) {
  const { Id, Etag } = referral;
  const navigate = useNavigate();
  const restore = useAction(referralRetentionApi.restore);
  const remove = useAction(referralRetentionApi.remove);
  const form: Form<z.input<typeof Deletion>> = useOwnForm({
    schema: Deletion,
    initial: { Reason: '' },
    save: async ({ values }) => {
      const removed = await remove.run({ body: { Id, Etag, ...values } });
      if (!removed.ok) return undefined;
      showOffer({
        text: `${patientName(referral)} was deleted. It can be restored until ${formatDateTime(removed.output.PurgeAt)}.`,
        button: 'Undo',
        onTake: () => void restore.run({ body: { Id } }),
      });
      return values;
    },
    onSaved: () => void navigate({ to: '/referrals' }),
  });
  return (
    <FormDialog onClose={onClose} title={`Delete ${patientName(referral)}`}>
      <FormOf of={form} submit="Delete" isDanger leaves>
        <form.Field
          name="Reason"
          hint="Its documents, notes and checks go with it. The reason stays in the activity, and “Recently deleted” restores it."
        />
      </FormOf>
    </FormDialog>
  );
}

interface RestoreReferralProps {
  id: string;
  /** The label of the button. */
  text: string;
}

/** Restores a deleted or merged referral. */
export function RestoreReferral({ id, text }: RestoreReferralProps) {
  const restore = useAction(referralRetentionApi.restore);
  if (!useMay('referrals.edit')) return null;
  return (
    <Button
      loading={restore.isPending}
      leftSection={<IconRestore size={16} aria-hidden="true" />}
      onClick={() => void restore.run({ body: { Id: id } })}
    >
      {text}
    </Button>
  );
}
