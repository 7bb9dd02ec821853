import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { Bones, ErrorState } from '../../../components/page-states.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import type { CallError } from '../../../lib/api/call-error.ts';
import { formatAge, formatDay } from '../../../lib/format/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CheckLink } from '../history/check-link.tsx';
import { verdictWords } from '../eligibility-words.ts';

const MOST = 8;

interface RecentChecksProps {
  recent: readonly PastCheck[] | undefined;
  error: CallError | undefined;
  onRetry: () => void;
}

export function RecentChecks({ recent, error, onRetry }: RecentChecksProps) {
  return (
    <section aria-labelledby="recent-title" className="recent-checks">
      <h2 id="recent-title" className="result-title">
        Recent checks
      </h2>
      <RecentList {...{ recent, error, onRetry }} />
    </section>
  );
}

function RecentList({ recent, error, onRetry }: RecentChecksProps) {
  const now = useNow();
  if (!recent)
    return error ? (
      <ErrorState title="The checks could not be loaded" {...{ error, onRetry }} />
    ) : (
      <Bones lines={5} />
    );
  if (recent.length === 0) return <p className="soft">No one in this agency has checked anyone yet.</p>;
  return (
    <ul>
      {recent.slice(0, MOST).map((check) => (
        <li key={check.Id}>
          <CheckLink check={check} />
          <StatusMark {...markOf(check)} />
          <span className="soft small number">
            for {formatDay(check.DateOfService)} · {formatAge(check.CheckedAt, now)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function markOf({ Verdict }: PastCheck) {
  const { label, color } = verdictWords[Verdict];
  return { name: label, color };
}
