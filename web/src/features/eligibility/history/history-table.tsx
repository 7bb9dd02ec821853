import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { formatDateTime } from '../../../text/format.ts';
import type { Recheck } from '../check/use-recheck.ts';
import { askedBy, shownDay } from '../../../text/labels/eligibility-labels.ts';
import { askedColumns, CheckLink, nameOf, VerdictMark } from './check-cells.tsx';
import styles from './history.module.css';

interface HistoryTableProps {
  checks: readonly PastCheck[];
  hasMore: boolean;
  /** At most two checks, to be compared. */
  picked: readonly PastCheck[];
  onPick: (picked: readonly PastCheck[]) => void;
  recheck: Recheck;
}

export function HistoryTable(props: HistoryTableProps) {
  return (
    <DataTable
      label="Eligibility checks"
      rows={props.checks}
      columns={historyColumns(props)}
      hasMore={props.hasMore}
    />
  );
}

function historyColumns({ checks, picked, onPick, recheck }: HistoryTableProps): Column<PastCheck>[] {
  const isMixed = new Set(checks.map(({ Label }) => Label)).size > 1;
  return [
    {
      title: 'Person',
      cell: (check) => (
        <>
          <CheckLink check={check} /> <div className={`soft small ${styles['oneLine']}`}>{born(check)}</div>
        </>
      ),
    },
    { title: 'Medicare number', cell: ({ Mbi }) => Mbi, width: 130 },
    { title: 'Verdict', cell: (check) => <VerdictCell check={check} isLabelled={isMixed} /> },
    ...askedColumns,
    {
      title: 'Checked',
      cell: (check) => (
        <>
          <span className={styles['oneLine']}>{formatDateTime(check.CheckedAt)}</span>{' '}
          <div className={`soft small ${styles['oneLine']}`}>{askedBy(check)}</div>
        </>
      ),
    },
    {
      title: 'Again',
      cell: (check) => (
        <button
          type="button"
          className="text-button"
          aria-label={`Check again: ${nameOf(check)}, ${formatDateTime(check.CheckedAt)}`}
          aria-busy={recheck.isPending && recheck.askedId === check.Id}
          onClick={() => recheck.run(check)}
        >
          Check again
        </button>
      ),
      width: 110,
    },
    {
      title: 'Compare',
      cell: (check) => <PickBox {...{ check, picked, onPick }} />,
      width: 80,
      phone: 'corner',
    },
  ];
}

type PickBoxProps = { check: PastCheck } & Pick<HistoryTableProps, 'picked' | 'onPick'>;

function PickBox({ check, picked, onPick }: PickBoxProps) {
  // A check without a response cannot be compared.
  if (check.Verdict === 'notCompleted' || check.Verdict === 'wrongInput') return null;
  const isPicked = picked.some(({ Id }) => Id === check.Id);
  return (
    <input
      type="checkbox"
      aria-label={`Compare the check of ${nameOf(check)}, ${formatDateTime(check.CheckedAt)}`}
      checked={isPicked}
      // A third choice replaces the first.
      onChange={() =>
        onPick(isPicked ? picked.filter(({ Id }) => Id !== check.Id) : [...picked.slice(-1), check])
      }
    />
  );
}

/**
 * Labels the rows that are not Medicare responses when the list also has rows that are; otherwise the page has one
 * label.
 */
function VerdictCell({ check, isLabelled }: { check: PastCheck; isLabelled: boolean }) {
  return (
    <>
      <VerdictMark of={check.Verdict} />
      {isLabelled && check.Label !== null && (
        <abbr className="pill" title={check.Label}>
          {check.Label.split(',')[0]}
        </abbr>
      )}
      {check.FailureMessage !== null && <div className="soft small">{check.FailureMessage}</div>}
    </>
  );
}

const born = ({ DateOfBirth }: PastCheck) => (DateOfBirth === '' ? '' : `born ${shownDay(DateOfBirth)}`);
