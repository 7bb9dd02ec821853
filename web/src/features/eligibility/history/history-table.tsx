import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { StatusMark } from '../../../components/status-mark.tsx';
import { formatDateTime } from '../../../lib/format/format.ts';
import { CheckLink, nameOf } from './check-link.tsx';
import { askedBy, shownDay, verdictWords } from '../eligibility-words.ts';
import type { Recheck } from '../check/use-recheck.ts';

interface HistoryTableProps {
  checks: readonly PastCheck[];
  /** At most two, to be compared. */
  picked: readonly PastCheck[];
  onPick: (picked: readonly PastCheck[]) => void;
  recheck: Recheck;
}

export function HistoryTable({ checks, picked, onPick, recheck }: HistoryTableProps) {
  const isMixed = new Set(checks.map(({ Label }) => Label)).size > 1;
  return (
    <table className="check-table history-table">
      <thead>
        <tr>
          <th scope="col">Compare</th>
          <th scope="col">Person</th>
          <th scope="col">Medicare number</th>
          <th scope="col">Verdict</th>
          <th scope="col">Date of service</th>
          <th scope="col">Category</th>
          <th scope="col">Checked</th>
          <th scope="col">Again</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.Id}>
            <td className="pick">
              <PickBox {...{ check, picked, onPick }} />
            </td>
            <th scope="row">
              <CheckLink check={check} /> <span className="soft small number">{born(check)}</span>
            </th>
            <td className="number">{check.Mbi}</td>
            <td>
              <VerdictCell check={check} isLabelled={isMixed} />
            </td>
            <td className="number">{shownDay(check.DateOfService)}</td>
            <td>{check.Category}</td>
            <td className="number">
              {formatDateTime(check.CheckedAt)} <span className="soft">{askedBy(check)}</span>
            </td>
            <td>
              <button
                type="button"
                className="text-button"
                aria-label={`Check again: ${nameOf(check)}, ${formatDateTime(check.CheckedAt)}`}
                aria-busy={recheck.isPending && recheck.askedId === check.Id}
                onClick={() => recheck.run(check)}
              >
                Check again
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PickBox({
  check,
  picked,
  onPick,
}: { check: PastCheck } & Pick<HistoryTableProps, 'picked' | 'onPick'>) {
  // Without an answer there is nothing to compare.
  if (check.Verdict === 'notCompleted' || check.Verdict === 'wrongInput') return null;
  const isPicked = picked.some(({ Id }) => Id === check.Id);
  return (
    <input
      type="checkbox"
      aria-label={`Compare the check of ${nameOf(check)}, ${formatDateTime(check.CheckedAt)}`}
      checked={isPicked}
      // A third one takes the place of the first.
      onChange={() =>
        onPick(isPicked ? picked.filter(({ Id }) => Id !== check.Id) : [...picked.slice(-1), check])
      }
    />
  );
}

/** Where only some rows are no answers of Medicare, each of those says so; where all are, the page does. */
function VerdictCell({ check, isLabelled }: { check: PastCheck; isLabelled: boolean }) {
  const { label, color } = verdictWords[check.Verdict];
  return (
    <>
      <StatusMark name={label} color={color} />
      {isLabelled && check.Label !== null && (
        <abbr className="label-tag" title={check.Label}>
          {check.Label.split(',')[0]}
        </abbr>
      )}
      {check.FailureMessage !== null && <div className="soft small">{check.FailureMessage}</div>}
    </>
  );
}

const born = ({ DateOfBirth }: PastCheck) => (DateOfBirth === '' ? '' : `born ${shownDay(DateOfBirth)}`);
