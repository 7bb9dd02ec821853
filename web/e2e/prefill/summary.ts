import type { DrawnDocument } from './documents.ts';
import { figuresOf, isSilent, shareRight, shareSilent, total, type Figures, type Outcome } from './score.ts';

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
    const silent = own.filter(isSilent).length;
    return `  ${path.padEnd(34)} right ${count('right')}, missed ${count('missed')}, different ${count('different')}, not asked for ${count('extra')}, without a warning ${silent}`;
  });
}

/** Shares by what wrote the PDF and by the traps that it sets. */
export function causeLines(read: readonly Read[]): string[] {
  const causesOf = ({ document }: Read) => [`written as ${document.producer}`, ...document.traps];
  const causes = [...new Set(read.flatMap(causesOf))].toSorted();
  return causes.map((cause) => {
    const { documents, share, silentShare } = shareOf(read.filter((each) => causesOf(each).includes(cause)));
    return `  ${cause.padEnd(34)} ${documents} documents, right ${percent(share)}, without a warning ${percent(silentShare)}`;
  });
}

/** The document of what is read, from the documents that are kept back. */
export function tableOfFields(kinds: ReadonlyMap<string, readonly Read[]>): string {
  const parts = [...kinds].map(([kind, read]) => {
    const kept = read.filter(({ document }) => !document.isTuned);
    const groups = [...new Set(kept.map(({ document }) => document.group))];
    const columns = groups.map((group) => kept.filter(({ document }) => document.group === group));
    const paths = [...new Set(kept.flatMap(({ document }) => Object.keys(document.expected)))].toSorted();
    const rows = paths.map((path) => [`\`${path}\``, ...columns.map((column) => cellOf(column, path))]);
    const all = columns.map((column) => {
      const { share, silentShare } = shareOf(column);
      return `${percent(share)}, ${percent(silentShare)}`;
    });
    const lines = [
      ['Field', ...groups],
      groups.concat('').map(() => '---'),
      ...rows,
      ['all, and wrong without a warning', ...all],
    ];
    return `## ${kind}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
  });
  return `${head}\n${parts.join('\n')}`;
}

const head = `# What is read of papers

Written by \`npm run bench prefill -- --table\`; do not edit. The share of a field's values that are proposed rightly, of
drawn documents that no rule was made for: families of layouts, or words of a system, that are kept back from whoever writes
rules. An empty cell is a field that these documents do not have. The last row has the share of all fields, and of the
proposals that are wrong without a warning.

- grids: labels left of or above their values, boxes, ruled tables, columns, values typed over lines
- charts: face sheets, plans of care, admission records, histories, orders, authorizations, portals
- prose: letters, discharge summaries, cover sheets, mails
- forms: PDF forms with fields, and those whose fields became text
`;

function cellOf(read: readonly Read[], path: string): string {
  const own = read.flatMap(({ outcomes }) =>
    outcomes.filter((outcome) => outcome.path === path && outcome.expected !== undefined),
  );
  if (own.length === 0) return '';
  return percent(own.filter(({ result }) => result === 'right').length / own.length);
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
