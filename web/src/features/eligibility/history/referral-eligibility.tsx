import { IconShieldCheck } from '@tabler/icons-react';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { NoPermission } from '../../../ui/feedback/no-permission.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useMay } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { AskedForEarlier, NotAnswered, AnswerLabel } from '../check/check-messages.tsx';
import { useRecheck } from '../check/use-recheck.ts';
import { PlanMemory } from '../plans/plan-memory.tsx';
import { resultPath } from '../result/verdicts.ts';
import { askedBy, shownDay } from '../../../text/labels/eligibility-labels.ts';
import { askedColumns, CheckLink, VerdictMark } from './check-cells.tsx';

interface ReferralEligibilityProps {
  referral: Referral;
  statuses: readonly ConfiguredStatus[];
}

/** The eligibility checks of one referral: the current result, its date, and a button for the next check. */
export function ReferralEligibility({ referral, statuses }: ReferralEligibilityProps) {
  const mayRead = useMay('eligibility.read');
  const query = { ReferralId: referral.Id };
  const history = useRead(medicareEligibilityApi.history, mayRead ? { query } : null);
  if (!mayRead) return <NoPermission permission="eligibility.read" name="eligibility checks" />;
  return (
    <Reading of={history}>
      {({ HistoricalMedicareSearches: checks }) => {
        const latest = checks.find((check) => resultPath(check) !== undefined);
        return (
          <section aria-label="Eligibility">
            {latest ? (
              <Standing {...{ referral, statuses, latest }} onAsked={() => void history.refresh()} />
            ) : (
              <NeverAnswered referral={referral} hasTried={checks.length > 0} />
            )}
            {checks.length > 0 && (
              <DataTable label="Eligibility checks" rows={checks} columns={checkColumns(checks)} />
            )}
          </section>
        );
      }}
    </Reading>
  );
}

function NeverAnswered({ referral, hasTried }: { referral: Referral; hasTried: boolean }) {
  return (
    <EmptyState
      icon={IconShieldCheck}
      title={hasTried ? 'Medicare has not responded yet' : 'Eligibility has not been checked'}
      actions={useMay('eligibility.check') && <OtherDetails referral={referral} />}
    >
      {referral.Patient.Mbi === ''
        ? 'The form takes the name and date of birth from the referral. Have the Medicare number ready.'
        : 'A check takes the name, the date of birth, the Medicare number and the start of care from the referral.'}
    </EmptyState>
  );
}

const OtherDetails = ({ referral }: { referral: Referral }) => (
  <Link to="/eligibility" search={{ referral: referral.Id }} className="link">
    Check with other details
  </Link>
);

interface StandingProps extends ReferralEligibilityProps {
  latest: PastCheck;
  onAsked: () => void;
}

function Standing({ referral, statuses, latest, onAsked }: StandingProps) {
  const recheck = useRecheck(onAsked);
  const mayCheck = useMay('eligibility.check');
  const status = statuses.find(({ Id }) => Id === referral.EligibilityStatusId);
  return (
    <>
      <AnswerLabel label={latest.Label} />
      <AskedForEarlier check={latest} />
      <Group gap="lg" justify="space-between" mb="md">
        <div>
          {status ? (
            <StatusMark name={status.Name} color={status.Color} />
          ) : (
            <span className="soft">No eligibility status</span>
          )}
          <span className="soft number">
            {' '}
            as of {formatDateTime(latest.CheckedAt)}, for {latest.Category} on{' '}
            {shownDay(latest.DateOfService)}.
          </span>{' '}
          <CheckLink check={latest}>Reasons and coverage</CheckLink>
        </div>
        {mayCheck && (
          <Group gap="lg">
            <OtherDetails referral={referral} />
            <Button variant="filled" loading={recheck.isPending} onClick={() => recheck.run(latest)}>
              Check again
            </Button>
          </Group>
        )}
      </Group>
      <PlanMemory checkId={latest.Id} />
      <NotAnswered error={recheck.error} isPending={recheck.isPending} onAsk={recheck.insist} />
    </>
  );
}

/** Newest first, each with a link that compares it with the one before. */
function checkColumns(checks: readonly PastCheck[]): Column<PastCheck>[] {
  const answered = checks.filter((check) => resultPath(check) !== undefined);
  return [
    {
      title: 'Checked',
      cell: (check) => <CheckLink check={check}>{formatDateTime(check.CheckedAt)}</CheckLink>,
    },
    {
      title: 'Verdict',
      cell: ({ Verdict, FailureMessage }) => (
        <>
          <VerdictMark of={Verdict} />
          {FailureMessage !== null && <div className="soft small">{FailureMessage}</div>}
        </>
      ),
    },
    ...askedColumns,
    { title: 'By', cell: askedBy },
    {
      title: 'Changes',
      cell: (check) => {
        const former = answered[answered.indexOf(check) + 1];
        if (!answered.includes(check) || !former) return null;
        return (
          <Link to="/eligibility/compare" search={{ before: former.Id, after: check.Id }} className="link">
            Compare with the one before
            <VisuallyHidden>, check of {formatDateTime(check.CheckedAt)}</VisuallyHidden>
          </Link>
        );
      },
    },
  ];
}
