import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { formatDateTime, formatDay } from '../../lib/format.ts';
import { CoverageFacts } from './coverage-card.tsx';
import { providerName } from './eligibility-words.ts';
import { ResultLinks } from './result-actions.tsx';

/** What was asked, who answered, and when. */
export function ResultSource({ check }: { check: FullPastCheck }) {
  return (
    <section aria-labelledby="source-title" className="result-source">
      <h2 id="source-title" className="result-title">
        About this check
      </h2>
      <CoverageFacts
        facts={[
          ['Checked', `${formatDateTime(check.CheckedAt)} by ${check.CheckedBy.FullName}`],
          ['Date of service', formatDay(check.DateOfService)],
          ['Category', check.Category],
          ['Answered by', providerName(check.Provider)],
          ['Reference', check.Reference],
          ['Check', check.Id],
        ]}
      />
      <ResultLinks check={check} />
    </section>
  );
}
