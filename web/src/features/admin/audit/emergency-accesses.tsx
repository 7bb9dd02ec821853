import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { referralRestrictionApi } from '@handoff/shared/contract/referrals/referral-restriction';
import { type BreakGlass, breakGlassFindings } from '@handoff/shared/domain/referral/restriction';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useList } from '../../../data/records/use-list.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { ListFooter } from '../../../ui/feedback/reading.tsx';

/** Emergency accesses to restricted referrals, for a manager to review. Renders nothing when there are none. */
export function EmergencyAccesses() {
  const accesses = useList(
    referralRestrictionApi.breakGlassList,
    { query: {} },
    (answer) => answer.BreakGlass,
  );
  const [reviewed, setReviewed] = useState<BreakGlass | undefined>();
  const rows = accesses.data ?? [];
  if (rows.length === 0) return null;
  const waiting = rows.filter(({ Review }) => Review === null).length;
  const close = () => setReviewed(undefined);
  return (
    <section className="notice" data-tone={waiting > 0 ? 'red' : 'plain'} aria-labelledby="emergency-title">
      <h2 id="emergency-title">
        Emergency access to restricted referrals{waiting > 0 && `: ${waiting} to review`}
      </h2>
      <ol className="rows">
        {rows.map((access) => (
          <Group
            component="li"
            gap="xl"
            align="flex-start"
            wrap="nowrap"
            justify="space-between"
            key={access.Id}
          >
            <Access access={access} onReview={() => setReviewed(access)} />
          </Group>
        ))}
      </ol>
      <ListFooter of={accesses} text={plural(rows.length, 'emergency access', 'emergency accesses')} />
      <FormDialog opened={reviewed !== undefined} onClose={close} title="Review the emergency access">
        {reviewed && (
          <ReviewForm
            access={reviewed}
            onSaved={() => {
              close();
              void accesses.refresh();
            }}
          />
        )}
      </FormDialog>
    </section>
  );
}

function Access({ access, onReview }: { access: BreakGlass; onReview: () => void }) {
  const { Person, ReferralId, Reason, At, Review } = access;
  return (
    <>
      <div>
        <b>{Person.FullName}</b> opened{' '}
        <Link to="/referrals/$id" params={{ id: ReferralId }} search={{ tab: 'access' }} className="link">
          a restricted referral
        </Link>{' '}
        on {formatDateTime(At)}: “{Reason}”
        {Review && (
          <p className="soft small">
            {Review.Finding}, said {Review.By.FullName} on {formatDateTime(Review.At)}
            {Review.Comment !== '' && `: “${Review.Comment}”`}
          </p>
        )}
      </div>
      {!Review && <Button onClick={onReview}>Review…</Button>}
    </>
  );
}

const schema = z.object({ Finding: z.enum(breakGlassFindings), Comment: z.string().trim().max(500) });

function ReviewForm({ access: { Id }, onSaved }: { access: BreakGlass; onSaved: () => void }) {
  const form = useForm({
    schema,
    initial: { Finding: 'Appropriate', Comment: '' },
    save: referralRestrictionApi.reviewBreakGlass,
    body: ({ values }) => ({ Id, ...values }),
    onSaved,
  });
  return (
    <FormOf of={form} submit="Record the review" leaves>
      <form.Field name="Finding" />
      <form.Field name="Comment" hint="The review is final and stays in the audit." />
    </FormOf>
  );
}
