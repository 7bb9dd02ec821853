import { Group } from '@mantine/core';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { Reading } from '../../../ui/feedback/reading.tsx';
import type { Reading as State } from '../../../data/records/use-read.ts';
import { formatAge, formatDay } from '../../../text/format.ts';
import { useNow } from '../../../data/use-now.ts';
import { CheckLink, VerdictMark } from '../history/check-cells.tsx';
import styles from './check.module.css';

const MOST = 8;

export function RecentChecks({ of }: { of: State<{ HistoricalMedicareSearches: PastCheck[] }> }) {
  const now = useNow();
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title">Recent checks</h2>
      <Reading
        of={of}
        isEmpty={({ HistoricalMedicareSearches: checks }) => checks.length === 0}
        empty={<p className="soft">No one in this agency has checked anyone yet.</p>}
      >
        {({ HistoricalMedicareSearches: checks }) => (
          <ul className="rows">
            {checks.slice(0, MOST).map((check) => (
              <Group key={check.Id} component="li" gap={0} justify="space-between">
                <CheckLink check={check} />
                <VerdictMark of={check.Verdict} />
                <span className={`soft small number ${styles['line']}`}>
                  for {formatDay(check.DateOfService)} · {formatAge(check.CheckedAt, now)}
                </span>
              </Group>
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}
