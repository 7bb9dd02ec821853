import { Link } from '@tanstack/react-router';
import { IconEyeOff } from '@tabler/icons-react';
import * as z from 'zod';
import { api } from '@handoff/shared/contract/api';
import { BREAK_GLASS_MINUTES, BreakGlassReason } from '@handoff/shared/domain/referral/restriction';
import { Form as FormOf } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { EmptyState } from '../../../components/page-states.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import styles from './restriction.module.css';

interface RestrictedReferralProps {
  id: string;
  onOpened: () => Promise<unknown>;
}

/** In place of a referral that the person is not named for: nothing of it, and the way in when care cannot wait. */
export function RestrictedReferral({ id, onOpened }: RestrictedReferralProps) {
  return (
    <div className="page">
      <PageHeading title="Referral" />
      <EmptyState
        icon={IconEyeOff}
        title="This referral is restricted to named people"
        actions={
          <Link to="/referrals" className="link">
            Go to referrals
          </Link>
        }
      >
        If you need it for your work, ask a manager to name you. If the patient’s care cannot wait, open it by
        emergency access.
      </EmptyState>
      <EmergencyAccess id={id} onOpened={onOpened} />
    </div>
  );
}

function EmergencyAccess({ id, onOpened }: RestrictedReferralProps) {
  const open = useAction(api.referrals.breakGlass);
  const form = useForm({
    schema: z.object({ Reason: BreakGlassReason }),
    initial: { Reason: '' },
    save: ({ values }) => open.run({ body: { ReferralId: id, ...values } }),
    onSaved: () => void onOpened(),
  });
  return (
    <section className={styles['emergency']} aria-labelledby="emergency-title">
      <h2 id="emergency-title">Emergency access</h2>
      <p className="soft">
        It opens this referral for {BREAK_GLASS_MINUTES} minutes. Managers are notified at once with your name
        and review it; everything you open is recorded.
      </p>
      <FormOf of={form} submit="Open by emergency access" leaves>
        <form.Field name="Reason" label="What do you need it for?" />
      </FormOf>
    </section>
  );
}
