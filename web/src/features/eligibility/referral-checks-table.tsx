import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { CheckLink } from './check-link.tsx';
import { askedBy, shownDay, verdictWords } from './eligibility-words.ts';
import { resultPath } from './verdicts.ts';

/** Newest first; each beside a way to compare it with the one before. */
export function ReferralChecksTable({ checks }: { checks: readonly PastCheck[] }) {
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
                {check.ErrorMessage !== null && <div className="soft small">{check.ErrorMessage}</div>}
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
