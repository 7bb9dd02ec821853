import { Stack } from '@mantine/core';
import * as z from 'zod';
import { referralRestrictionApi } from '@handoff/shared/contract/referrals/referral-restriction';
import { BREAK_GLASS_MINUTES, BreakGlassReason } from '@handoff/shared/domain/referral/restriction';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';

interface EmergencyAccessProps {
  id: string;
  onOpened: () => Promise<unknown>;
}

/** Shown for a referral that was not found, because a restricted one looks the same until emergency access opens it. */
export function EmergencyAccess({ id, onOpened }: EmergencyAccessProps) {
  const form = useForm({
    schema: z.object({ Reason: BreakGlassReason }),
    initial: { Reason: '' },
    save: referralRestrictionApi.breakGlass,
    body: ({ values }) => ({ ReferralId: id, ...values }),
    onSaved: () => void onOpened(),
  });
  return (
    <Stack component="section" maw="60ch" mx="auto" className="card" aria-labelledby="emergency-title">
      <h2 id="emergency-title">Emergency access</h2>
      <p className="soft">
        If this referral is restricted, emergency access needs a reason. It opens the referral for{' '}
        {BREAK_GLASS_MINUTES} minutes. Managers are notified at once with your name and review it; everything
        you open is recorded.
      </p>
      <FormOf of={form} submit="Open by emergency access" leaves>
        <form.Field name="Reason" label="What do you need it for?" />
      </FormOf>
    </Stack>
  );
}
