import type { ImportPorts } from '../../../pipeline/request/mode-ports.ts';
import type { Manifest } from '../../../records/address-versions.ts';
import { zipDocumentId, zipPartition } from './live-version.ts';
import { keepZip, uniteZips, ZipContent, type NamedZip } from './zip-document.ts';

/** Each is an object of hundreds of kilobytes: those of more at once grow old before they are written, and stay. */
const AT_ONCE = 2;

/** Writes the documents one by one; one that is there already is the same, because its name holds its content. */
export async function writeZips(
  ports: ImportPorts,
  work: {
    state: string;
    zips: readonly NamedZip[];
    written: () => void;
    between: () => Promise<void> | undefined;
  },
): Promise<void> {
  const { state, zips, written, between } = work;
  await inParallel(zips, async (zip) => {
    await between();
    const partition = ports.store.addresses(zipPartition(state, zip.code));
    const document = { id: zipDocumentId(state, zip), type: 'zip', ...zip.content() };
    const result = await partition.write([{ op: 'create', document }]);
    if (result.outcome === 'refused' && result.reason !== 'exists')
      throw new Error(`The document of ${state} ${zip.code} was refused: ${result.reason}`);
    written();
    await ports.checkpoint('import/zip-written');
  });
}

export async function readZip(
  ports: ImportPorts,
  zip: { state: string; code: string; hash: string },
): Promise<ZipContent | undefined> {
  const partition = ports.store.addresses(zipPartition(zip.state, zip.code));
  const document = await partition.read(zipDocumentId(zip.state, zip));
  return document && ZipContent.parse(document);
}

/** Mode `add`: what the file has, with what is live in the same ZIP codes. */
export async function uniteWithLive(
  ports: ImportPorts,
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

/** A few at once; the order does not matter. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
