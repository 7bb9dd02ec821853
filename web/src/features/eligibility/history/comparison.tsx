import { IconAlertTriangle } from '@tabler/icons-react';
import type { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { FullPastCheck, PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDateTime, formatDay, plural } from '../../../lib/format/format.ts';
import { CheckLink, VerdictMark } from './check-cells.tsx';
import { verdictWords } from '../eligibility-words.ts';
import { AnswerLabel } from '../check/check-messages.tsx';

type Compared = Output<typeof api.medicareEligibility.compare>;

interface ComparisonProps {
  comparison: Compared;
  before: FullPastCheck;
  after: FullPastCheck;
}

/** Side by side: what became different; what did not is folded away. */
export function Comparison({ comparison, before, after }: ComparisonProps) {
  const changes = comparison.Changes ?? [];
  const changed = changes.map(({ What }) => What);
  const unchanged = unchangedLines(before, after).filter(
    (line) => !changed.some((what) => line.startsWith(`${what}:`)),
  );
  return (
    <>
      <AnswerLabel label={comparison.Before.Label ?? comparison.After.Label} />
      <SamePerson isSame={comparison.IsSamePerson} />
      <p className="comparison-verdict">
        <b>
          {comparison.VerdictChanged
            ? `The verdict changed: ${verdictOf(comparison.Before)} → ${verdictOf(comparison.After)}`
            : `The verdict is the same: ${verdictOf(comparison.After)}`}
        </b>
      </p>
      <table className="check-table comparison">
        <thead>
          <tr>
            <th scope="col">What</th>
            <SideHead title="Before" check={comparison.Before} />
            <SideHead title="After" check={comparison.After} />
          </tr>
        </thead>
        <tbody>
          {changes.map(({ Kind, What, Before, After }) => (
            <tr key={`${What} ${Before} ${After}`} data-kind={Kind}>
              <th scope="row">
                {What} <span className="change-kind">{Kind}</span>
              </th>
              <td>{Before === '' ? <span className="soft">none</span> : <del>{Before}</del>}</td>
              <td>{After === '' ? <span className="soft">none</span> : <ins>{After}</ins>}</td>
            </tr>
          ))}
          {changes.length === 0 && (
            <tr>
              <td colSpan={3}>
                {comparison.Changes === null
                  ? 'One of the two has no Medicare response about coverage, so there is nothing to compare.'
                  : 'Nothing changed.'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {unchanged.length > 0 && (
        <details className="unchanged">
          <summary>{plural(unchanged.length, 'unchanged line')}</summary>
          <ul>
            {unchanged.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function SideHead({ title, check }: { title: string; check: PastCheck }) {
  return (
    <th scope="col">
      {title}: <CheckLink check={check} />
      <div className="number">
        {formatDateTime(check.CheckedAt)}, for {formatDay(check.DateOfService)}
      </div>
      <VerdictMark of={check.Verdict} />
    </th>
  );
}

function SamePerson({ isSame }: { isSame: boolean | null }) {
  if (isSame === true) return null;
  return (
    <p className="answer-label">
      <IconAlertTriangle size={16} aria-hidden="true" />
      {isSame === null
        ? 'It is not clear whether both checks are for the same person.'
        : 'These checks are for different people.'}
    </p>
  );
}

const verdictOf = ({ Verdict }: PastCheck) => verdictWords[Verdict].label;

/** The lines that stand in both checks in the same words, whatever their order. */
function unchangedLines(before: FullPastCheck, after: FullPastCheck): string[] {
  const former = new Set(linesOf(before));
  return linesOf(after).filter((line) => former.has(line));
}

function linesOf({ Findings, Coverage }: FullPastCheck): string[] {
  const parts = Coverage
    ? [partLine('Part A', Coverage.PartA.Status), partLine('Part B', Coverage.PartB.Status)]
    : [];
  return [...parts, ...Findings.map(({ Text }) => Text)];
}

const partLine = (name: string, status: string) => `${name}: ${status}`;
