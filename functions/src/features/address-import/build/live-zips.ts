import type { DocumentEntry } from '../../../core/context.ts';
import type { Manifest } from '../../../records/kinds/address-versions.ts';
import type { ImportRun } from '../../../imports/record/import-run.ts';
import { inParallel, readStored } from '../../../imports/read/version-documents.ts';
import { keepZip, uniteZips, ZipContent, type NamedZip } from './zip-document.ts';
import type { AddressReads } from '../../../imports/import-ports.ts';

export async function readZip(ports: AddressReads, state: string, entry: DocumentEntry) {
  const document = await readStored(ports, state, entry);
  return document && ZipContent.parse(document);
}

/** Mode `add` unites the addresses of the file with those that are live in the same ZIP codes. */
export async function uniteWithLive(
  { job, record: { State: state } }: ImportRun,
  { documents, live }: { documents: readonly NamedZip[]; live: Manifest },
): Promise<NamedZip[]> {
  const entries = new Map(live.documents.map((entry) => [entry[0], entry]));
  const united: NamedZip[] = [];
  await inParallel(documents, async (zip) => {
    const entry = entries.get(zip.code);
    const there = entry && (await readZip(job, state, entry));
    if (entry && !there) throw new Error(`The live document of ${state} ${zip.code} is missing`);
    united.push(there ? keepZip(uniteZips(zip.content(), there)) : zip);
  });
  return united;
}
