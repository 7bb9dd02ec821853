import { Button, Group } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { CheckGlyph } from '../../../../ui/check-glyph.tsx';
import type { BulkRun, Outcome } from './bulk-run.ts';
import styles from './bulk.module.css';

interface BulkResultsProps {
  title: string;
  run: BulkRun;
  /** Patient names by referral id. */
  names: ReadonlyMap<string, string>;
  onAgain: () => void;
  onUndo?: () => void;
  onClose: () => void;
}

/** Lists each row with its outcome, and why it was refused. */
export function BulkResults({ title, run, names, onAgain, onUndo, onClose }: BulkResultsProps) {
  const outcomes = useSyncExternalStore(run.subscribe, run.outcomes);
  const all = [...outcomes.values()];
  const count = (is: Outcome['is']) => all.filter((outcome) => outcome.is === is).length;
  const isRunning = all.some(({ is }) => is === 'waiting' || is === 'sent');
  const [done, refused, canceled] = [count('done'), count('refused'), count('canceled')];
  const parts = [
    `${done} of ${all.length} done`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(canceled > 0 ? [`${canceled} canceled`] : []),
  ];
  return (
    <section aria-label="Results" className={styles['results']}>
      <Group gap="sm">
        <b>{title}</b>
        <output className="number">{parts.join(', ')}</output>
        <span className={styles['clear']}>
          {isRunning ? (
            <Button onClick={run.cancel}>Cancel the rest</Button>
          ) : (
            <>
              {done < all.length && <Button onClick={onAgain}>Try {all.length - done} again</Button>}
              {onUndo && done > 0 && <Button onClick={onUndo}>Undo</Button>}
              <Button onClick={onClose}>Close</Button>
            </>
          )}
        </span>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must by keys */}
      <ul className={styles['rows']} tabIndex={0} aria-label="Outcome of each referral">
        {[...outcomes].map(([id, outcome]) => (
          <li key={id}>
            <CheckGlyph state={glyphs[outcome.is]} />
            <span className={styles['name']}>{names.get(id)}</span>
            <span className="soft">{outcome.is === 'refused' ? outcome.reason : words[outcome.is]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const glyphs = {
  waiting: 'unknown',
  sent: 'unknown',
  done: 'yes',
  canceled: 'unknown',
  refused: 'no',
} as const;
const words = { waiting: 'Waiting', sent: 'Saving …', done: 'Done', canceled: 'Not sent' };
