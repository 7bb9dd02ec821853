import type { BlobStore, Partition } from '../../platform/ports.ts';
import { sealedAfter, versionOf, versionsIn } from './sealed-parts.ts';

const KEYS_PAGE = 100;

/** Counts the values of an agency under each version of a key. */
export interface KeyUse {
  data: Map<string, number>;
  index: Map<string, number>;
}

/** Reads all sealed data, so it is meant for a small local store. `none` counts files from before sealing existed. */
export async function keyUse(
  { partition, blobs, domainId }: { partition: Partition; blobs: BlobStore; domainId: string },
  use: KeyUse,
): Promise<void> {
  const all = { ...sealedAfter(''), pageSize: KEYS_PAGE };
  let continuation: string | undefined;
  do {
    const page = await partition.query({ ...all, continuation });
    for (const document of page.documents) {
      const { data, index } = versionsIn(document);
      for (const version of data) add(use.data, version);
      for (const version of index) add(use.index, version);
    }
    ({ continuation } = page);
  } while (continuation !== undefined);
  for (const name of await blobs.names('payer-exchanges', `${domainId}/`)) {
    const blob = await blobs.read('payer-exchanges', name);
    if (blob) add(use.data, versionOf(new TextDecoder().decode(blob.bytes)));
  }
}

const add = (counts: Map<string, number>, version: string) =>
  counts.set(version, (counts.get(version) ?? 0) + 1);
