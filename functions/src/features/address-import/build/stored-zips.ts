import type { Manifest } from '../../../records/kinds/address-versions.ts';
import type { ImportRun } from '../record/import-run.ts';
import { zipDocumentId, zipPartition } from '../record/live-version.ts';
import { keepZip, uniteZips, ZipContent, type NamedZip } from './zip-document.ts';
import { zipRecord } from '../../../records/kinds/server-records.ts';
import type { AddressReads } from '../import-ports.ts';

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
export async function writeZips(run: ImportRun, zips: readonly NamedZip[]): Promise<void> {
  const { job, signal } = run;
  const { State: state } = run.record;
  await inParallel([...groups(state, zips)], async (group) => {
    const documents = group.map((zip) => ({
      partitionKey: zipPartition(state, zip.code),
      document: { id: zipDocumentId(state, zip), type: zipRecord.type, ...zip.content() },
    }));
    await job.createAddresses({ documents, signal });
    if (run.writing) run.writing.done += group.length;
    await job.checkpoint('import/zips-written');
  });
}

function* groups(state: string, zips: readonly NamedZip[]): Generator<NamedZip[]> {
  const small: NamedZip[] = [];
  for (const own of Map.groupBy(zips, ({ code }) => zipPartition(state, code)).values()) {
    const isSmall = own.length === 1 && own.every(({ bytes }) => bytes < ALONE_FROM_BYTES);
    if (isSmall) small.push(...own);
    else yield* inTurn(own, MAX_BYTES_OF_PARTITION);
  }
  yield* inTurn(small, MAX_BYTES_TOGETHER);
}

function* inTurn(zips: readonly NamedZip[], maxBytes: number): Generator<NamedZip[]> {
  let group: NamedZip[] = [];
  let bytes = 0;
  for (const zip of zips) {
    if (group.length === MAX_TOGETHER || (group.length > 0 && bytes + zip.bytes > maxBytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(zip);
    bytes += zip.bytes;
  }
  if (group.length > 0) yield group;
}

export async function readZip(
  ports: AddressReads,
  zip: { state: string; code: string; hash: string },
): Promise<ZipContent | undefined> {
  const partition = ports.addresses(zipPartition(zip.state, zip.code));
  const document = await partition.read(zipDocumentId(zip.state, zip));
  return document && ZipContent.parse(document);
}

/** Mode `add` unites the addresses of the file with those that are live in the same ZIP codes. */
export async function uniteWithLive(
  ports: AddressReads,
  { state, zips, live }: { state: string; zips: readonly NamedZip[]; live: Manifest },
): Promise<NamedZip[]> {
  const liveHashes = new Map(live.zips.map(([code, , , , hash]) => [code, hash]));
  const united: NamedZip[] = [];
  await inParallel(zips, async (zip) => {
    const { code } = zip;
    const hash = liveHashes.get(code);
    if (hash === undefined) {
      united.push(zip);
      return;
    }
    const there = await readZip(ports, { state, code, hash });
    if (!there) throw new Error(`The live document of ${state} ${code} is missing`);
    united.push(keepZip(uniteZips(zip.content(), there)));
  });
  return united;
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
