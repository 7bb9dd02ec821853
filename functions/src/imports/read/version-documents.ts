import type { DocumentEntry } from '../../core/context.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { ImportRun } from '../record/import-run.ts';
import type { AddressReads } from '../import-ports.ts';

/** A document of a version. Its content may be made on each call: that of a whole file would take too much memory. */
export interface NamedDocument {
  code: string;
  /** The number of its entries. */
  n: number;
  /** First 16 hex digits of the SHA-256 of the content. */
  hash: string;
  /** What the manifest repeats of it: of a ZIP code its city and its counties. */
  place: readonly string[];
  bytes: number;
  content: () => object;
}

/** Documents whose codes are equal up to a dash share a partition, so that a request writes several. */
const partitionOf = (subject: string, code: string) => `${subject}:${code.replace(/-.*/, '')}`;
const idOf = (subject: string, code: string, hash: string) => `${subject}:${code}:${hash}`;

export const readStored = async (ports: AddressReads, subject: string, [code, , hash]: DocumentEntry) =>
  ports.addresses(partitionOf(subject, code)).read(idOf(subject, code, hash));

/** An entry of a list has a line, and a ZIP code some ten thousand addresses; more than this is another kind of file. */
const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** JSON escapes a control character as six bytes. */
const MAX_JSON_BYTES = 6;

export function refuseTooLarge({ code, n, bytes, content }: NamedDocument): void {
  if (MAX_JSON_BYTES * bytes <= MAX_DOCUMENT_BYTES) return;
  if (Buffer.byteLength(JSON.stringify(content())) > MAX_DOCUMENT_BYTES)
    throw new InvalidFileError(
      `${code} alone would have ${n} entries. This does not look like a file of this kind.`,
    );
}

/** Documents have hundreds of kilobytes. More groups at once would live long enough to burden the garbage collector. */
const AT_ONCE = 2;

/** The SDK would split a larger request. */
const MAX_TOGETHER = 16;
const MAX_BYTES_TOGETHER = 200_000;
/** In a request to several partitions each document is written twice, so a large one has a request of its own. */
const ALONE_FROM_BYTES = 60_000;
/** In a request to one partition. A larger one saves no more time and takes memory. */
const MAX_BYTES_OF_PARTITION = 500_000;

/** Writes the documents, several at once; one that exists already is the same, because its name holds its content. */
export async function writeDocuments(
  run: ImportRun,
  { type, documents }: { type: string; documents: readonly NamedDocument[] },
): Promise<void> {
  const { job, signal } = run;
  const { State: subject } = run.record;
  await inParallel([...groups(subject, documents)], async (group) => {
    const created = group.map(({ code, hash, content }) => ({
      partitionKey: partitionOf(subject, code),
      document: { id: idOf(subject, code, hash), type, ...content() },
    }));
    await job.createAddresses({ documents: created, signal });
    if (run.writing) run.writing.done += group.length;
    await job.checkpoint('import/documents-written');
  });
}

function* groups(subject: string, documents: readonly NamedDocument[]): Generator<NamedDocument[]> {
  const small: NamedDocument[] = [];
  for (const own of Map.groupBy(documents, ({ code }) => partitionOf(subject, code)).values()) {
    const isSmall = own.length === 1 && own.every(({ bytes }) => bytes < ALONE_FROM_BYTES);
    if (isSmall) small.push(...own);
    else yield* inTurn(own, MAX_BYTES_OF_PARTITION);
  }
  yield* inTurn(small, MAX_BYTES_TOGETHER);
}

function* inTurn(documents: readonly NamedDocument[], maxBytes: number): Generator<NamedDocument[]> {
  let group: NamedDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (group.length === MAX_TOGETHER || (group.length > 0 && bytes + document.bytes > maxBytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(document);
    bytes += document.bytes;
  }
  if (group.length > 0) yield group;
}

/** Works on a few items at once, in no particular order. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
