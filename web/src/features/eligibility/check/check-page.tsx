import { Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { Bones, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { CheckForm } from './check-form.tsx';
import { ProviderLine } from './check-messages.tsx';
import { RecentChecks } from './recent-checks.tsx';
import { useStart } from './use-start.ts';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { formatDateTime } from '../../../text/format.ts';
import { typedNumberOf } from './use-recheck.ts';
import styles from './check.module.css';

const route = getRouteApi('/eligibility');

export function CheckPage() {
  return (
    <div className="page">
      <PageHeading title="Medicare eligibility">
        <nav aria-label="More about eligibility" className="page-head-actions">
          <Link to="/eligibility/batch" search={{}} className="link">
            Check several patients
          </Link>
          <Link to="/eligibility/history" search={{}} className="link">
            All checks
          </Link>
          <Link to="/eligibility/settings" className="link">
            Rules
          </Link>
        </nav>
      </PageHeading>
      <Check />
    </div>
  );
}

function Check() {
  const wanted = route.useSearch();
  const history = useRead(medicareEligibilityApi.history, { query: {} });
  const { values, earlier, patient, referralId, error, refresh } = useStart({
    referral: wanted.referral,
    again: wanted.again,
  });

  return (
    <div className={`split ${styles['page']}`}>
      <Stack>
        <ProviderLine />
        {earlier && <RepeatedCheck check={earlier} />}
        {patient && <ForReferral referral={patient} />}
        {values && (
          <CheckForm
            key={`${wanted.referral} ${wanted.again}`}
            initial={values}
            initialFindings={earlier?.Verdict === 'wrongInput' ? earlier.Findings : []}
            referralId={referralId}
            onAsked={() => void history.refresh()}
          />
        )}
        {!values &&
          (error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={6} />)}
      </Stack>
      <RecentChecks of={history} />
    </div>
  );
}

/** Names the check being repeated, and the values that have to be typed again. */
export function RepeatedCheck({ check }: { check: FullPastCheck }) {
  return (
    <div className="notice" data-tone="plain">
      <p>
        {check.FailureMessage === null ? 'Repeats the check of ' : 'Was not completed on '}
        {formatDateTime(check.CheckedAt)} by {check.CheckedBy.FullName}.
      </p>
      {check.FailureMessage !== null && <p>{check.FailureMessage}</p>}
      {typedNumberOf(check.Id) === undefined && check.ReferralId === null && (
        <p className="soft">Its Medicare number {check.Mbi} is kept masked: enter it again.</p>
      )}
    </div>
  );
}

/** Names the referral that receives the result. */
export function ForReferral({ referral: { Id, Patient } }: { referral: Referral }) {
  return (
    <p>
      For the referral of{' '}
      <Link to="/referrals/$id" params={{ id: Id }} search={{ tab: 'eligibility' }} className="link">
        {Patient.FirstName} {Patient.LastName}
      </Link>
      . The result updates this referral’s eligibility status.
    </p>
  );
}
