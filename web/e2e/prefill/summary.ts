import type { DrawnDocument } from './documents.ts';
import { figuresOf, shareRight, shareSilent, total, type Figures, type Outcome } from './score.ts';

export interface Read {
  document: DrawnDocument;
  outcomes: readonly Outcome[];
}

interface Share extends Figures {
  share: number;
  silentShare: number;
}

/** The figures of tuned documents and of those kept back, and of each family. */
export function halvesOf(read: readonly Read[]) {
  const families = [...new Set(read.map(({ document }) => document.family))];
  return {
    ...bothOf(read),
    families: Object.fromEntries(
      families.map((family) => {
        const { tuned, kept } = bothOf(read.filter(({ document }) => document.family === family));
        return [family, { ...(tuned.documents > 0 && { tuned: short(tuned) }), kept: short(kept) }];
      }),
    ),
  };
}

const bothOf = (read: readonly Read[]) => ({
  tuned: shareOf(read.filter(({ document }) => document.isTuned)),
  kept: shareOf(read.filter(({ document }) => !document.isTuned)),
});

function shareOf(read: readonly Read[]): Share {
  const figures = total(read.map(({ outcomes }) => figuresOf(outcomes)));
  return { ...figures, share: shareRight(figures), silentShare: shareSilent(figures) };
}

const short = ({ share, fields, wrong, silent }: Share) => ({ share, fields, wrong, silent });

/** How much better the tuned documents are read than the others. */
export function distanceOf(read: readonly Read[]): number {
  const { tuned, kept } = bothOf(read);
  return Math.abs(tuned.share - kept.share);
}

/** Counts of each field, without a value of any document. */
export function fieldLines(read: readonly Read[]): string[] {
  const outcomes = read.flatMap((each) => each.outcomes);
  const paths = [...new Set(outcomes.map(({ path }) => path))].toSorted();
  return paths.map((path) => {
    const own = outcomes.filter((outcome) => outcome.path === path);
    const count = (result: Outcome['result']) => own.filter((outcome) => outcome.result === result).length;
    const silent = own.filter(({ isSilent }) => isSilent).length;
    return `  ${path.padEnd(34)} right ${count('right')}, missed ${count('missed')}, different ${count('different')}, not asked for ${count('extra')}, without a warning ${silent}`;
  });
}
