import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { useRead } from '../../lib/use-read.ts';
import { resultPath } from './verdicts.ts';

export function ResultActions({ check }: { check: FullPastCheck }) {
  const navigate = useNavigate();
  const former = useFormerCheck(check);
  return (
    <div className="page-head-actions">
      {former && (
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            void navigate({ to: '/eligibility/compare', search: { before: former, after: check.Id } })
          }
        >
          Compare with the check before
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => window.print()}>
        Print
      </Button>
      <Button size="sm" onClick={() => void navigate({ to: '/eligibility', search: { again: check.Id } })}>
        Check again
      </Button>
    </div>
  );
}

/** The last completed check of the same person before this one. */
function useFormerCheck({ Id, CheckedAt }: FullPastCheck): string | undefined {
  const { data } = useRead(api.medicareEligibility.history, { query: { SamePersonAs: Id } });
  return data?.HistoricalMedicareSearches.find(
    (other) => other.Id !== Id && other.CheckedAt < CheckedAt && resultPath(other) !== undefined,
  )?.Id;
}

/** Elsewhere about the same person. */
export function ResultLinks({ check }: { check: FullPastCheck }) {
  return (
    <p className="result-links">
      <Link className="link" to="/eligibility/history" search={{ person: check.Id }}>
        All checks of this person
      </Link>
      {check.ReferralId !== null && (
        <Link className="link" to="/referrals/$id" params={{ id: check.ReferralId }}>
          The referral
        </Link>
      )}
    </p>
  );
}
