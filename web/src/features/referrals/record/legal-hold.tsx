import { IconLock } from '@tabler/icons-react';
import * as z from 'zod';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import { LegalHoldReason, type Referral } from '@handoff/shared/domain/referral/referral';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatDateTime } from '../../../text/format.ts';
import styles from './referral-rail.module.css';

interface LegalHoldProps {
  referral: Referral;
}

/** Says why nothing of this referral can be deleted. */
export function LegalHoldNote({ referral: { LegalHold: hold } }: LegalHoldProps) {
  if (!hold) return null;
  return (
    <section>
      <h2>Legal hold</h2>
      <p className={styles['hold']}>
        <IconLock size={16} aria-hidden="true" /> It cannot be deleted
      </p>
      <p className={styles['small']}>
        {hold.Reason}
        <br />
        Since {formatDateTime(hold.Since)}, by {hold.By.FullName}
      </p>
    </section>
  );
}

/** Managers place and release holds. */
export function LegalHoldDialog({ referral, onClose }: LegalHoldProps & { onClose: () => void }) {
  const isHeld = Boolean(referral.LegalHold);
  return (
    <FormDialog onClose={onClose} title={isHeld ? 'Release the legal hold' : 'Place under legal hold'}>
      <HoldForm referral={referral} verb={isHeld ? 'Release' : 'Place'} onClose={onClose} />
    </FormDialog>
  );
}

interface HoldFormProps extends LegalHoldProps {
  verb: 'Release' | 'Place';
  onClose: () => void;
}

function HoldForm({ referral: { Id, LegalHold: hold }, verb, onClose }: HoldFormProps) {
  const form = useForm({
    schema: z.object({ Reason: LegalHoldReason }),
    initial: { Reason: '' },
    save: referralRetentionApi.setLegalHold,
    body: ({ values }) => ({ Id, IsHeld: !hold, ...values }),
    onSaved: onClose,
  });
  return (
    <FormOf of={form} submit={`${verb} the hold`} leaves>
      <form.Field
        name="Reason"
        hint={
          hold
            ? 'After release it can be deleted, and is removed when retention ends. The reason is logged.'
            : 'Its documents, notes, checks and raw exchanges are kept until release. The reason is logged.'
        }
      />
    </FormOf>
  );
}
