import { VisuallyHidden } from '@mantine/core';
import styles from './coverage.module.css';

interface SegmentLinesProps {
  /** As the answer has them, `~` between them. */
  segment: string | undefined;
}

/** Lines of the 271 as Medicare sent them, the number masked. */
export function SegmentLines({ segment }: SegmentLinesProps) {
  const lines = linesOf(segment);
  if (lines.length === 0) return null;
  return (
    <ol className={styles['segments']} aria-label="Lines of the 271 response">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may repeat and never move
        <li key={index}>
          <code>{line}</code>
        </li>
      ))}
    </ol>
  );
}

/** The same behind a line of coverage, where only who doubts it looks. */
export function LinesBehind({ segment, of }: SegmentLinesProps & { of: string }) {
  if (linesOf(segment).length === 0) return null;
  return (
    <details className={styles['linesBehind']}>
      <summary>
        271 lines<VisuallyHidden> behind {of}</VisuallyHidden>
      </summary>
      <SegmentLines segment={segment} />
    </details>
  );
}

export const linesOf = (segment: string | undefined): string[] =>
  (segment ?? '')
    .split('~')
    .map((line) => line.trim())
    .filter((line) => line !== '');
