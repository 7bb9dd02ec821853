import { setImmediate } from 'node:timers/promises';
import type { ListRejectReason } from '@handoff/shared/domain/address/row-kind';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { Scan } from '../build/scan.ts';
import { nameZip, type NamedZip } from '../build/zip-document.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { SourceText } from '../decode/source-text.ts';
import { noLines, readCsvRows, type LineTaker } from '../parse/csv-rows.ts';
import type { RowCounts } from '../record/import-run.ts';

/** The file of a national list, recognized by its beginning. */
export interface ListFile {
  format: NonNullable<StateFileImport['Format']>;
  /** The names of its columns; a file without them begins with its first entry. */
  header: readonly string[];
  hasHeader: boolean;
  delimiter: string;
  problem: InvalidFileError | undefined;
  /** Starts to read its rows. */
  open(): ListRows;
}

export interface ListRows {
  /** `category`: no error, and nothing to store. */
  take(fields: readonly string[]): 'taken' | 'category' | ListRejectReason;
  /** Takes ordinary rows from their bytes, as `take` would. */
  lines?: LineTaker;
  close(): { documents: () => Iterable<ListLines>; duplicates: number };
}

export interface ListLines {
  code: string;
  /** The number of its entries. */
  n: number;
  /** Made on each call, because together they would take as much memory as the list. */
  lines: () => Buffer;
}

export function newListScan(source: SourceText, file: ListFile): Scan {
  const counts: RowCounts = { rows: 0, accepted: 0, units: 0, duplicates: 0, skipped: 0, rejected: 0 };
  const rejectedByReason: Record<string, number> = {};
  const examples: StateFileImport['Examples'] = {};
  const rows = file.open();
  return {
    counts,
    report: () => ({
      RejectedByReason: rejectedByReason,
      SkippedByState: {},
      Corrected: {},
      SharedTowns: [],
      Examples: examples,
    }),
    async run({ report, signal, checkpoint }) {
      let isHeader = file.hasHeader;
      function refuse(
        reason: ListRejectReason,
        row: { fields: string[]; line: number; text?: string },
      ): void {
        counts.rejected++;
        rejectedByReason[reason] = (rejectedByReason[reason] ?? 0) + 1;
        const known = (examples[reason] ??= []);
        const text = row.fields.join(', ').slice(0, MAX_EXAMPLE);
        if (known.length < MAX_EXAMPLES) known.push({ line: row.line, text, cells: null });
        report.add({ ...row, reason });
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
          counts.rows++;
          const verdict = rows.take(row.fields);
          if (verdict === 'taken') counts.accepted++;
          else if (verdict === 'category') counts.skipped++;
          else refuse(verdict, row);
        },
        unreadable(text: string, line: number) {
          counts.rows++;
          refuse('parse', { fields: [text], line });
        },
        async pause() {
          await report.flush();
          await pause();
        },
      };
      const { delimiter, header } = file;
      const lines = counted(rows.lines ?? noLines(), (taken) => {
        counts.rows += taken;
        counts.accepted += taken;
      });
      await readCsvRows(source.chunks, { delimiter, width: header.length, sink, lines });
      refuseEmpty(counts);
      const { documents, duplicates } = rows.close();
      counts.duplicates = duplicates;
      counts.accepted -= duplicates;
      const zips: NamedZip[] = [];
      for (const { code, n, lines: linesOf } of documents()) {
        zips.push(nameZip({ code, city: '', county: '' }, () => ({ n, units: 0, s: linesOf() })));
        await setImmediate();
        await pause();
      }
      return zips;
    },
  };
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE = 200;

const counted = ({ room, take }: LineTaker, count: (taken: number) => void): LineTaker => ({
  room,
  take(from, to, line) {
    const found = take(from, to, line);
    count(found.taken);
    return found;
  },
});

function refuseEmpty({ rows, accepted }: RowCounts): void {
  if (rows === 0) throw new InvalidFileError('The file is empty: it has column names and no rows.');
  if (accepted === 0)
    throw new InvalidFileError('No row could be read. The report of rejected rows says why.');
}
