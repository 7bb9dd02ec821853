import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { NationalList } from '@handoff/shared/domain/address/file-subject';
import type { ListRejectReason } from '@handoff/shared/domain/address/row-kind';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import * as z from 'zod';
import type { DocumentEntry } from '../../records/kinds/address-versions.ts';
import { listRecord } from '../../records/kinds/server-records.ts';
import type { FileKind, ImportFile, Recognized, Scan } from '../../imports/read/file-kind.ts';
import { readStored, type NamedDocument } from '../../imports/read/version-documents.ts';
import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import type { SourceText } from '../../imports/decode/source-text.ts';
import { noLines, readCsvRows, type LineTaker } from '../../imports/read/csv-rows.ts';
import type { RowCounts } from '../../imports/record/import-run.ts';
import type { AddressReads } from '../../imports/import-ports.ts';

interface ListKind {
  subject: NationalList;
  isStart: (start: string) => boolean;
  recognize: (start: string) => ListFile;
}

/** The file of a national list, recognized by its beginning. */
export interface ListFile extends Recognized {
  format: Pick<ImportFile['format'], 'name' | 'delimiter' | 'columns' | 'samples'>;
  /** Starts to read its rows. */
  rows: () => ListRows;
}

export interface ListRows {
  /** `category`: no error, and nothing to store. */
  take(fields: readonly string[]): 'taken' | 'category' | ListRejectReason;
  /** Takes ordinary rows from their bytes, as `take` would. */
  lines?: LineTaker;
  close(): { documents: () => Iterable<ListDocument>; duplicates: number };
}

export interface ListDocument {
  code: string;
  /** The number of its entries. */
  n: number;
  /** Made on each call, because together they would take as much memory as the list. */
  lines: () => Buffer;
}

export function listKind({ subject, isStart, recognize }: ListKind) {
  function recognized(source: SourceText): ImportFile<NamedLines> {
    const { format, ...file } = recognize(source.start);
    const nothing = { fileColumns: [], guessed: [], unread: [], isZipFromTown: false, choice: null };
    return {
      ...file,
      format: { ...format, kind: 'csv', encoding: source.encoding, ...nothing },
      open: async () => newListScan(source, file),
    };
  }
  return {
    subjects: [subject],
    documentType: listRecord.type,
    subjectOf: (start) => (isStart(start) ? subject : undefined),
    preview: async (source) => (isStart(source.start) ? { subject, ...recognized(source) } : undefined),
    recognize: recognized,
  } satisfies FileKind;
}

function newListScan(source: SourceText, file: Omit<ListFile, 'format'>): Scan<NamedLines> {
  const { header, hasHeader, delimiter } = file;
  const counts: RowCounts = { rows: 0, accepted: 0, units: 0, duplicates: 0, skipped: 0, rejected: 0 };
  const rejectedByReason: Record<string, number> = {};
  const examples: StateFileImport['Examples'] = {};
  const rows = file.rows();
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
      let isHeader = hasHeader;
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
      const { room, take } = rows.lines ?? noLines();
      const lines: LineTaker = {
        room,
        take(from, to, line) {
          const found = take(from, to, line);
          counts.rows += found.taken;
          counts.accepted += found.taken;
          return found;
        },
      };
      await readCsvRows(source.chunks, { delimiter, width: header.length, sink, lines });
      refuseEmpty(counts);
      const { documents, duplicates } = rows.close();
      counts.duplicates = duplicates;
      counts.accepted -= duplicates;
      const named: NamedLines[] = [];
      for (const document of documents()) {
        named.push(nameDocument(document));
        await setImmediate();
        await pause();
      }
      return named;
    },
  };
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE = 200;

function refuseEmpty({ rows, accepted }: RowCounts): void {
  if (rows === 0) throw new InvalidFileError('The file is empty: it has column names and no rows.');
  if (accepted === 0)
    throw new InvalidFileError('No row could be read. The report of rejected rows says why.');
}

const ListContent = z.object({ lines: z.string() });

export interface NamedLines extends NamedDocument {
  content: () => z.infer<typeof ListContent>;
}

function nameDocument({ code, n, lines }: ListDocument): NamedLines {
  const bytes = lines();
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { code, n, hash, place: [], bytes: bytes.length, content: () => ({ lines: lines().toString() }) };
}

/** Gives the lines of a document, and none of one that the version does not have. */
export async function readLines(
  ports: AddressReads,
  list: NationalList,
  entry: DocumentEntry | undefined,
): Promise<string> {
  const document = entry && (await readStored(ports, list, entry));
  return document ? ListContent.parse(document).lines : '';
}
