import { Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { formatDateTime } from '../../lib/format.ts';
import { useRead } from '../../lib/use-read.ts';
import { verdictWords } from './eligibility-words.ts';

/** What a repeated check found to be different, in a few words. */
export function SinceBefore({ check }: { check: FullPastCheck }) {
  const before = check.PreviousCheckId;
  const { data } = useRead(
    api.medicareEligibility.compare,
    before ? { query: { before, after: check.Id } } : null,
  );
  if (!before || !data) return null;
  const { Before, VerdictChanged, Changes } = data;
  const changes = [
    ...(VerdictChanged ? [`the verdict was “${verdictWords[Before.Verdict].label}”`] : []),
    ...(Changes ?? []).map(({ Kind, What }) => `${What} ${Kind}`),
  ];
  return (
    <p className="since-before">
      Since the check of {formatDateTime(Before.CheckedAt)}:{' '}
      <b>{changes.length === 0 ? 'nothing changed' : changes.join(', ')}</b>.{' '}
      {changes.length > 0 && (
        <Link to="/eligibility/compare" search={{ before, after: check.Id }} className="link">
          Compare
        </Link>
      )}
    </p>
  );
}
