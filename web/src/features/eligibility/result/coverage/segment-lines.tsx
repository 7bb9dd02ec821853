import { VisuallyHidden } from '@mantine/core';

interface SegmentLinesProps {
  /** Raw segments from the response, separated by `~`. */
  segment: string | undefined;
}

/** The lines of the 271 as Medicare sent them, with the number masked. */
export function SegmentLines({ segment }: SegmentLinesProps) {
  const lines = linesOf(segment);
  if (lines.length === 0) return null;
  return (
    <ol className="card" aria-label="Lines of the 271 response">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may repeat and never move
        <li key={index}>
          <code>{line}</code>
        </li>
      ))}
    </ol>
  );
}

/** The same lines folded away under a line of coverage. */
export function LinesBehind({ segment, of }: SegmentLinesProps & { of: string }) {
  if (linesOf(segment).length === 0) return null;
  return (
    <details className="no-print">
      <summary className="soft small">
        Show source data<VisuallyHidden> for {of}</VisuallyHidden>
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
