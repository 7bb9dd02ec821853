import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';

/** The lines that stand in both checks in the same words, whatever their order. */
export function unchangedLines(before: FullPastCheck, after: FullPastCheck): string[] {
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
