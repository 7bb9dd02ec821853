import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { NationalList } from '@handoff/shared/domain/address/file-subject';
import type { ListRejectReason } from '@handoff/shared/domain/address/import-progress';
import * as z from 'zod';
import type { DocumentEntry } from '../../core/context.ts';
import { listRecord } from '../../records/kinds/server-records.ts';
import type { FileKind, ImportFile, Recognized } from '../../imports/read/file-kind.ts';
import { newScan, type Scan } from '../../imports/read/scan.ts';
import { readStored, type NamedDocument } from '../../imports/read/version-documents.ts';
import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import type { SourceText } from '../../imports/decode/source-text.ts';
import type { LineTaker } from '../../imports/read/csv-rows.ts';
import type { AddressReads } from '../../imports/import-ports.ts';

interface ListKind {
  subject: NationalList;
  isStart: (start: string) => boolean;
  recognize: (start: string) => ListFile;
}

export interface ListFile extends Recognized {
  format: Pick<ImportFile['format'], 'name' | 'delimiter' | 'columns' | 'samples'>;
  rows: () => ListRows;
}

export interface ListRows {
  /** `category`: no error, and nothing to store. */
  take: (fields: readonly string[]) => 'taken' | 'category' | ListRejectReason;
  /** Takes ordinary rows from their bytes, as `take` would. */
  lines?: LineTaker;
  close(): { documents: () => Iterable<ListDocument>; duplicates: number };
}

export interface ListDocument {
  code: string;
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
      open: async () => listScan(source, file),
    };
  }
  return {
    subjects: [subject],
    recordType: listRecord.type,
    subjectOf: (start) => (isStart(start) ? subject : undefined),
    preview: async (source) => (isStart(source.start) ? { subject, ...recognized(source) } : undefined),
    recognize: recognized,
  } satisfies FileKind;
}

function listScan(source: SourceText, { rows: open, ...file }: Omit<ListFile, 'format'>): Scan<NamedLines> {
  const rows = open();
  return newScan(source, file, {
    take: rows.take,
    lines: rows.lines,
    async close(counts, pause) {
      if (counts.accepted === 0)
        throw new InvalidFileError('No row could be read. The report of rejected rows says why.');
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
  });
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
export async function readLines(ports: AddressReads, list: NationalList, entry: DocumentEntry | undefined) {
  const document = entry && (await readStored(ports, list, entry));
  return document ? ListContent.parse(document).lines : '';
}
