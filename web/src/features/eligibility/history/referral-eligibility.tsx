import { IconShieldCheck } from '@tabler/icons-react';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import {
  Bones,
  EmptyState,
  ErrorState,
  NoPermission,
  StaleNotice,
} from '../../../components/page-states.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { NotAnswered, AnswerLabel } from '../check/check-messages.tsx';
import { useRecheck } from '../check/use-recheck.ts';
import { resultPath } from '../result/verdicts.ts';
import { CheckLink } from './check-link.tsx';
import { askedBy, shownDay, verdictWords } from '../eligibility-words.ts';
import '../eligibility.css';

interface ReferralEligibilityProps {
  referral: Referral;
  statuses: readonly ConfiguredStatus[];
}

/** The eligibility checks of one referral: how it stands, as of when, and the way to the next one. */
export function ReferralEligibility({ referral, statuses }: ReferralEligibilityProps) {
  if (useMay('eligibility.check')) return <Checks referral={referral} statuses={statuses} />;
  return <NoPermission permission="eligibility.check" to="see eligibility checks" />;
}

function Checks({ referral, statuses }: ReferralEligibilityProps) {
  const { data, error, refresh } = useRead(api.medicareEligibility.history, {
    query: { ReferralId: referral.Id },
  });
  const checks = data?.HistoricalMedicareSearches;
  if (!checks)
    return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={5} />;
  const latest = checks.find((check) => resultPath(check) !== undefined);
  return (
    <section aria-label="Eligibility">
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      {latest ? (
        <Standing {...{ referral, statuses, latest }} onAsked={() => void refresh()} />
      ) : (
        <NeverAnswered referral={referral} hasTried={checks.length > 0} />
      )}
      {checks.length > 0 && <ChecksTable checks={checks} />}
    </section>
  );
}

function NeverAnswered({ referral, hasTried }: { referral: Referral; hasTried: boolean }) {
  return (
    <EmptyState
      icon={IconShieldCheck}
      title={hasTried ? 'Medicare has not responded yet' : 'Eligibility has not been checked'}
      actions={<CheckButton referral={referral} />}
    >
      {referral.Patient.Mbi === ''
        ? 'The form takes the name and date of birth from the referral. Have the Medicare number ready.'
        : 'The form takes the name, the date of birth and the masked Medicare number from the referral.'}
    </EmptyState>
  );
}

function CheckButton({ referral }: { referral: Referral }) {
  const navigate = useNavigate();
  return (
    <Button
      size="sm"
      onClick={() => void navigate({ to: '/eligibility', search: { referral: referral.Id } })}
    >
      Check eligibility
    </Button>
  );
}

interface StandingProps extends ReferralEligibilityProps {
  latest: PastCheck;
  onAsked: () => void;
}

function Standing({ referral, statuses, latest, onAsked }: StandingProps) {
  const recheck = useRecheck(onAsked);
  const status = statuses.find(({ Id }) => Id === referral.EligibilityStatusId);
  return (
    <>
      <AnswerLabel label={latest.Label} />
      <div className="referral-standing">
        <div>
          {status ? (
            <StatusMark name={status.Name} color={status.Color} />
          ) : (
            <span className="soft">No eligibility status</span>
          )}
          <span className="soft number"> as of {formatDateTime(latest.CheckedAt)}</span>
        </div>
        <div className="referral-standing-actions">
          <Link to="/eligibility" search={{ referral: referral.Id }} className="link">
            Check with other details
          </Link>
          <Button size="sm" loading={recheck.isPending} onClick={() => recheck.run(latest)}>
            Check again
          </Button>
        </div>
      </div>
      <NotAnswered error={recheck.error} isPending={recheck.isPending} onAsk={recheck.insist} />
    </>
  );
}

/** Newest first; each beside a way to compare it with the one before. */
function ChecksTable({ checks }: { checks: readonly PastCheck[] }) {
  const answered = checks.filter((check) => resultPath(check) !== undefined);
  return (
    <table className="check-table history-table">
      <thead>
        <tr>
          <th scope="col">Checked</th>
          <th scope="col">Verdict</th>
          <th scope="col">Date of service</th>
          <th scope="col">Category</th>
          <th scope="col">By</th>
          <th scope="col">Changes</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => {
          const former = answered[answered.indexOf(check) + 1];
          const isComparable = answered.includes(check) && former !== undefined;
          return (
            <tr key={check.Id}>
              <th scope="row" className="number">
                <CheckLink check={check}>{formatDateTime(check.CheckedAt)}</CheckLink>
              </th>
              <td>
                <StatusMark
                  name={verdictWords[check.Verdict].label}
                  color={verdictWords[check.Verdict].color}
                />
                {check.FailureMessage !== null && <div className="soft small">{check.FailureMessage}</div>}
              </td>
              <td className="number">{shownDay(check.DateOfService)}</td>
              <td>{check.Category}</td>
              <td>{askedBy(check)}</td>
              <td>
                {isComparable && (
                  <Link
                    to="/eligibility/compare"
                    search={{ before: former.Id, after: check.Id }}
                    className="link"
                  >
                    Compare with the one before
                    <VisuallyHidden>, check of {formatDateTime(check.CheckedAt)}</VisuallyHidden>
                  </Link>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
