import type { ListRejectReason, RejectReason } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { SourceText } from '../decode/source-text.ts';
import type { ImportJob } from '../import-ports.ts';
import type { ImportRun, RowCounts, RowReport } from '../record/import-run.ts';
import { noLines, readCsvRows, type LineTaker } from './csv-rows.ts';
import type { RejectedRow, RejectReport } from './reject-report.ts';

export interface Scan<Document> {
  /** Grows while the file is read; duplicates and units are known only at its end. */
  counts: RowCounts;
  report: () => RowReport;
  run(
    options: Pick<ImportRun, 'signal'> & Pick<ImportJob, 'checkpoint'> & { report: RejectReport },
  ): Promise<Document[]>;
}

/** Takes the rows of a file, and makes the documents of a version from them. */
export interface RowTaker<Document> {
  take: (fields: readonly string[]) => 'taken' | 'category' | Rejection;
  /** Takes ordinary rows from their bytes, as `take` would. */
  lines?: LineTaker | undefined;
  /** The cells of an example that a person looks for. */
  cellsOf?: (fields: readonly string[]) => StateFileImport['Examples'][string][number]['cells'];
  /** Says that there are enough examples of a reason. */
  enough?(reason: Rejection): void;
  /** The rows that were rejected from their bytes since the last call. */
  newRejections?: () => { rejection: Rejection; rows: number }[];
  /** Stops the scan of a file that is not what it was taken for. */
  check?(counts: RowCounts): void;
  report?(): Partial<RowReport>;
  /** A scan takes minutes: `pause` is to be awaited between two documents. */
  close(counts: RowCounts, pause: () => Promise<void>): Promise<Document[]>;
}

type Rejection = 'other-state' | RejectReason | ListRejectReason;

export interface FileLayout {
  /** The names of its columns; those of a file without a header are our own. */
  header: readonly string[];
  hasHeader: boolean;
  delimiter: string;
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 200;
const nothing = { SkippedByState: {}, Corrected: {}, SharedTowns: [] };

/** Counts the rows while they are read, and reports those that are rejected, with the first ones of each reason. */
export function newScan<Document>(
  source: SourceText,
  { header, hasHeader, delimiter }: FileLayout,
  rows: RowTaker<Document>,
): Scan<Document> {
  const counts: RowCounts = { rows: 0, accepted: 0, units: 0, duplicates: 0, skipped: 0, rejected: 0 };
  const RejectedByReason: Record<string, number> = {};
  const Examples: StateFileImport['Examples'] = {};

  function count(reason: Rejection, added: number): void {
    counts[reason === 'other-state' ? 'skipped' : 'rejected'] += added;
    if (reason !== 'other-state') RejectedByReason[reason] = (RejectedByReason[reason] ?? 0) + added;
  }

  function countNewRejections(): void {
    for (const each of rows.newRejections?.() ?? []) count(each.rejection, each.rows);
  }

  const exampleOf = ({ fields, line }: Omit<RejectedRow, 'reason'>) => {
    const text = fields.join(', ').slice(0, MAX_EXAMPLE_LENGTH);
    return { line, text, cells: rows.cellsOf?.(fields) ?? null };
  };

  return {
    counts,
    report: () => ({ RejectedByReason, Examples, ...nothing, ...rows.report?.() }),
    async run({ report, signal, checkpoint }) {
      let isHeader = hasHeader;
      function refuse(reason: Rejection, row: Omit<RejectedRow, 'reason'>): void {
        count(reason, 1);
        const known = (Examples[reason] ??= []);
        if (known.length < MAX_EXAMPLES) known.push(exampleOf(row));
        else rows.enough?.(reason);
        if (reason !== 'other-state') report.add({ ...row, reason });
      }
      async function pause(): Promise<void> {
        signal.throwIfAborted();
        await checkpoint('import/working');
      }
      const sink = {
        row(row: { fields: string[]; line: number; text?: string }) {
          if (isHeader) {
            isHeader = false;
            return;
          }
          const verdict = rows.take(row.fields);
          counts.rows++;
          if (verdict === 'taken') counts.accepted++;
          else if (verdict === 'category') counts.skipped++;
          else refuse(verdict, row);
        },
        unreadable(text: string, line: number) {
          counts.rows++;
          refuse('parse', { fields: [text], line });
        },
        async pause() {
          countNewRejections();
          rows.check?.(counts);
          await report.flush();
          await pause();
        },
      };
      const { room, take } = rows.lines ?? noLines();
      const lines: LineTaker = {
        room,
        take(from, to, line) {
          if (isHeader) return { at: from, taken: 0 };
          const found = take(from, to, line);
          counts.rows += found.rows ?? found.taken;
          counts.accepted += found.kept ?? found.taken;
          if (found.report !== undefined) report.addLines(found.report);
          return found;
        },
      };
      try {
        await readCsvRows(source.chunks, { delimiter, width: header.length, sink, lines });
      } finally {
        countNewRejections();
      }
      if (counts.rows === 0)
        throw new InvalidFileError('The file is empty: it has column names and no rows.');
      return rows.close(counts, pause);
    },
  };
}
