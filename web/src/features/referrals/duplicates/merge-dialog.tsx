import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { useAction } from '../../../data/send/use-action.ts';
import { formatDateTime } from '../../../text/format.ts';
import { showOffer } from '../../../data/toasts.ts';
import { useSettings } from '../../../data/use-settings.ts';
import type { LookAlike } from './look-alikes.tsx';
import { StatusOf } from '../referral-cells.tsx';
import styles from './merge.module.css';

interface MergeDialogProps {
  referral: Referral;
  /** The possible duplicate. */
  other: LookAlike;
  onClose: () => void;
}

/** Merges two referrals; the person chooses which one stays. */
export function MergeDialog(props: MergeDialogProps) {
  return (
    <FormDialog onClose={props.onClose} title="Merge two referrals">
      <MergeForm {...props} />
    </FormDialog>
  );
}

function MergeForm({ referral, other, onClose }: MergeDialogProps) {
  const { statuses } = useSettings();
  const navigate = useNavigate();
  const merge = useAction(referralsApi.merge);
  const restore = useAction(referralsApi.restore);
  const [keep, setKeep] = useState(referral.Id);
  const gone = keep === referral.Id ? other.ReferralId : referral.Id;
  const both = [
    { ...referral, name: 'This referral' },
    { ...other, Id: other.ReferralId, name: 'The other one' },
  ];
  const form = useOwnForm({
    schema: z.object({}),
    initial: {},
    save: () => merge.run({ body: { Id: gone, Into: keep } }),
    onSaved({ PurgeAt }) {
      onClose();
      if (keep !== referral.Id) void navigate({ to: '/referrals/$id', params: { id: keep } });
      showOffer({
        text: `The merge can be undone until ${formatDateTime(PurgeAt)}.`,
        button: 'Undo',
        onTake: () => void restore.run({ body: { Id: gone } }),
      });
    },
  });
  return (
    <FormOf of={form} submit="Merge" leaves isUnsaved={() => false}>
      <fieldset className={styles['choice']}>
        <legend>Which one do you keep?</legend>
        {both.map(({ Id, name, ReceivedAt, StatusId }) => (
          <label key={Id}>
            <input type="radio" name="keep" checked={keep === Id} onChange={() => setKeep(Id)} />
            <span>
              <b>{name}</b>, received {formatDateTime(ReceivedAt)}
            </span>
            <StatusOf id={StatusId} statuses={statuses} />
          </label>
        ))}
      </fieldset>
      <p className="soft small">
        The one you keep gets the documents, notes and eligibility checks of the other one, the phone, numbers
        and payers it lacks, and a note with what is different. The other one is deleted; this can be undone
        for 30 days.
      </p>
    </FormOf>
  );
}
