import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { referralRestrictionApi } from '@handoff/shared/contract/referrals/referral-restriction';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { errorText } from '../../../data/send/call-error.ts';
import { useApi } from '../../../data/use-api.ts';
import { showError } from '../../../data/toasts.ts';

const schema = z.object({
  FirstName: z.string().trim().min(1, 'Enter the first name').max(60),
  LastName: z.string().trim().min(1, 'Enter the last name').max(60),
  DateOfBirth: z.iso.date('Enter a date'),
});

/**
 * No search lists restricted referrals. A person with the patient's exact details reaches emergency access from here.
 */
export function FindRestricted({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} title="Search restricted patients">
      <FindForm />
    </FormDialog>
  );
}

function FindForm() {
  const { client } = useApi();
  const navigate = useNavigate();
  const [isNone, setNone] = useState(false);
  const form = useOwnForm({
    schema,
    initial: { FirstName: '', LastName: '', DateOfBirth: '' },
    async save({ values }) {
      setNone(false);
      try {
        const { ReferralIds } = await client.call(referralRestrictionApi.findRestricted, { body: values });
        const [id] = ReferralIds;
        setNone(id === undefined);
        if (id !== undefined) await navigate({ to: '/referrals/$id', params: { id } });
      } catch (error) {
        showError(errorText(error));
      }
      return undefined;
    },
  });
  return (
    <FormOf of={form} submit="Find" leaves isUnsaved={() => false}>
      <p className="soft small">For a patient in an emergency. Whom you find is recorded with your name.</p>
      <form.Field name="FirstName" />
      <form.Field name="LastName" />
      <form.Field name="DateOfBirth" />
      <output>{isNone && 'There is no restricted referral of this patient.'}</output>
    </FormOf>
  );
}
