import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { FullPastCheck, PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { formatDateTime, formatDay, plural } from '../../../text/format.ts';
import { CheckLink, VerdictMark } from './check-cells.tsx';
import { verdictWords } from '../../../text/labels/eligibility-labels.ts';
import { AnswerLabel } from '../check/check-messages.tsx';
import styles from './history.module.css';

type Compared = Output<typeof medicareEligibilityApi.compare>;

interface ComparisonProps {
  comparison: Compared;
  before: FullPastCheck;
  after: FullPastCheck;
}

/** Shows the changes side by side, with unchanged lines folded away. */
export function Comparison({ comparison, before, after }: ComparisonProps) {
  if (comparison.IsSamePerson === false) return <TwoPeople comparison={comparison} />;
  const changes = comparison.Changes ?? [];
  const changed = changes.map(({ What }) => What);
  const unchanged = unchangedLines(before, after).filter(
    (line) => !changed.some((what) => line.startsWith(`${what}:`)),
  );
  return (
    <>
      <AnswerLabel label={comparison.Before.Label ?? comparison.After.Label} />
      {comparison.IsSamePerson === null && (
        <Warning>It is not clear whether both checks are for the same person.</Warning>
      )}
      <p>
        <b>
          {comparison.VerdictChanged
            ? `The verdict changed: ${verdictOf(comparison.Before)} → ${verdictOf(comparison.After)}`
            : `The verdict is the same: ${verdictOf(comparison.After)}`}
        </b>
      </p>
      <Sides comparison={comparison} />
      <DataTable
        label="What changed"
        rows={changes.map((change) => ({ ...change, Id: Object.values(change).join(' ') }))}
        columns={columns}
        empty={
          <p>
            {comparison.Changes === null
              ? 'One of the two has no Medicare response about coverage, so there is nothing to compare.'
              : 'Nothing changed.'}
          </p>
        }
      />
      {unchanged.length > 0 && (
        <details>
          <summary>{plural(unchanged.length, 'unchanged line')}</summary>
          <ul className="bullets">
            {unchanged.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Between different people, differences are not changes. */
function TwoPeople({ comparison }: { comparison: Compared }) {
  return (
    <>
      <AnswerLabel label={comparison.Before.Label ?? comparison.After.Label} />
      <Warning>These checks are for different people.</Warning>
      <Sides comparison={comparison} />
    </>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <Group component="p" mb="sm">
      <span className="pill" data-tone="violet">
        <IconAlertTriangle size={16} aria-hidden="true" />
        {children}
      </span>
    </Group>
  );
}

function Sides({ comparison }: { comparison: Compared }) {
  return (
    <div className={styles['sides']}>
      <Side title="Before" check={comparison.Before} />
      <Side title="After" check={comparison.After} />
    </div>
  );
}

type Change = NonNullable<Compared['Changes']>[number] & { Id: string };
const kindColors = new Map([
  ['lost', 'wrong'],
  ['gained', 'good'],
]);
const none = <span className="soft">none</span>;

const columns: Column<Change>[] = [
  {
    title: 'What',
    cell: ({ What, Kind, IsRetroactive = false }) => (
      <>
        {What}
        <div className={`small ${kindColors.get(Kind) ?? 'soft'}`}>{Kind}</div>
        {IsRetroactive && <div className="soft small">retroactive: for a time already checked</div>}
      </>
    ),
  },
  { title: 'Before', cell: ({ Before }) => (Before === '' ? none : <del>{Before}</del>), phone: 'labeled' },
  { title: 'After', cell: ({ After }) => (After === '' ? none : <ins>{After}</ins>), phone: 'labeled' },
];

function Side({ title, check }: { title: string; check: PastCheck }) {
  return (
    <div>
      {title}: <CheckLink check={check} />
      <div className="number">
        {formatDateTime(check.CheckedAt)}, for {formatDay(check.DateOfService)}
      </div>
      <VerdictMark of={check.Verdict} />
    </div>
  );
}

const verdictOf = ({ Verdict }: PastCheck) => verdictWords[Verdict].label;

/** Lines with the same words in both checks, in any order. */
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
