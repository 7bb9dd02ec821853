import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { useMay } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import type { Recheck } from '../check/use-recheck.ts';
import { resultPath } from './verdicts.ts';
import { formatDateTime, formatDay } from '../../../text/format.ts';
import { CoverageFacts } from './coverage/coverage-card.tsx';
import { periodText, providerName } from '../../../text/labels/eligibility-labels.ts';
import styles from './result.module.css';

interface ResultActionsProps {
  check: FullPastCheck;
  recheck: Recheck;
}

export function ResultActions({ check, recheck }: ResultActionsProps) {
  const navigate = useNavigate();
  const former = useFormerCheck(check);
  const mayCheck = useMay('eligibility.check');
  return (
    <div className="page-head-actions">
      {former !== undefined && (
        <Button
          onClick={() =>
            void navigate({ to: '/eligibility/compare', search: { before: former, after: check.Id } })
          }
        >
          Compare with the check before
        </Button>
      )}
      <Button onClick={() => window.print()}>Print</Button>
      {mayCheck && (
        <Button variant="filled" loading={recheck.isPending} onClick={() => recheck.run(check)}>
          Check again
        </Button>
      )}
    </div>
  );
}

/** The check that this one repeats, or the last completed check of the same person before it. */
function useFormerCheck({ Id, CheckedAt, PreviousCheckId }: FullPastCheck): string | undefined {
  const { data } = useRead(
    medicareEligibilityApi.history,
    PreviousCheckId ? null : { query: { SamePersonAs: Id } },
  );
  if (PreviousCheckId) return PreviousCheckId;
  return data?.HistoricalMedicareSearches.find(
    (other) => other.Id !== Id && other.CheckedAt < CheckedAt && resultPath(other) !== undefined,
  )?.Id;
}

/** Links to other pages about the same person. */
function ResultLinks({ check }: { check: FullPastCheck }) {
  const mayReadExchange = useMay('exchanges.read');
  return (
    <Group component="p" gap="lg" className="no-print">
      <Link className="link" to="/eligibility/history" search={{ person: check.Id }}>
        All checks of this person
      </Link>
      {check.ReferralId !== null && (
        <Link
          className="link"
          to="/referrals/$id"
          params={{ id: check.ReferralId }}
          search={{ tab: 'eligibility' }}
        >
          The referral
        </Link>
      )}
      {mayReadExchange && check.HasExchange && (
        <Link className="link" to="/eligibility/exchange" search={{ check: check.Id }}>
          Request and response as sent (270, 271)
        </Link>
      )}
    </Group>
  );
}

/** Explains the limits of the response. */
function AnswerLimits({ answer }: { answer: NonNullable<FullPastCheck['Answer']> }) {
  const isOneDay = answer.From !== null && answer.From === answer.To;
  return (
    <p className="soft">
      {isOneDay
        ? `The response is about ${formatDay(answer.From ?? '')} only: earlier or later hospice, home health and other payers are not in it.`
        : `Hospice, home health and other payers outside ${periodText({ ...answer, DatesGiven: true })} are not in the response.`}{' '}
      Medicare loads changes overnight, Tuesday to Saturday: what was entered after{' '}
      {formatDay(answer.LoadedOn)} cannot be seen yet.
    </p>
  );
}

/** The request, the provider that responded, and the time. */
export function ResultSource({ check }: { check: FullPastCheck }) {
  return (
    <section aria-labelledby="source-title">
      <h2 id="source-title" className="section-title">
        About this check
      </h2>
      <p>
        Checked {formatDateTime(check.CheckedAt)} by {check.CheckedBy.FullName}.
      </p>
      <details className={styles['details']}>
        <summary className="soft small">Details</summary>
        <CoverageFacts
          facts={[
            ['Date of service', formatDay(check.DateOfService)],
            ['Category', check.Category],
            ['Response from', providerName(check.Provider)],
            ['Payer', check.Answer?.Payer ?? ''],
            ['Covers', check.Answer ? periodText({ ...check.Answer, DatesGiven: true }) : ''],
            ['Loaded', check.Answer ? formatDay(check.Answer.LoadedOn) : ''],
            ['Reference', check.Reference],
            ['Check', check.Id],
          ]}
        />
      </details>
      {check.Answer && <AnswerLimits answer={check.Answer} />}
      <ResultLinks check={check} />
    </section>
  );
}
