import type { ReadContext } from '../../../core/context.ts';
import {
  manifestId,
  readManifest,
  readPointer,
  type Manifest,
  type Pointer,
} from '../../../records/kinds/address-versions.ts';
import type { Operation, PartitionReads, StoredDocument } from '../../../platform/ports.ts';
import { finished, readImport, replaceImport } from './import-record.ts';
import { liveVersion, manifestRecord } from '../../../records/kinds/server-records.ts';

const PREVIOUS_VERSIONS = 3;

export function manifestDocument(manifest: Manifest): StoredDocument {
  return { id: manifestId(manifest.importId), type: manifestRecord.type, ...manifest };
}

/** Each ZIP code has its own partition, and the id of its document names its content. */
export const zipPartition = (state: string, code: string) => `${state}:${code}`;
export const zipDocumentId = (state: string, { code, hash }: { code: string; hash: string }) =>
  `${state}:${code}:${hash}`;

export type AddressReads = Pick<ReadContext, 'addresses'>;

export interface LiveVersion {
  pointer: Pointer;
  etag: string;
  manifest: Manifest;
}

export async function readLive(partition: PartitionReads): Promise<LiveVersion | undefined> {
  const current = await readPointer(partition);
  if (!current) return undefined;
  const manifest = await readManifest(partition, current.pointer.importId);
  if (!manifest) throw new Error(`The manifest of the live import ${current.pointer.importId} is missing`);
  return { ...current, manifest };
}

/**
 * Makes `importId` the version that readers see. The caller adds the change of the import's own record: all go into one
 * batch, which is refused when another flip came first.
 */
export async function flipOperations(
  partition: PartitionReads,
  flip: { importId: string; from: { pointer: Pointer; etag: string } | undefined; now: Date },
): Promise<Operation[]> {
  const { importId, from, now } = flip;
  const previous = from
    ? [from.pointer.importId, ...from.pointer.previous.filter((id) => id !== importId)].slice(
        0,
        PREVIOUS_VERSIONS,
      )
    : [];
  const pointer: Pointer = { importId, seq: (from?.pointer.seq ?? 0) + 1, previous };
  const document = { id: 'current', type: liveVersion.type, ...pointer };
  if (!from) return [{ op: 'create', document }];
  const former = await readImport(partition, from.pointer.importId);
  const superseded = former && {
    ...former,
    record: finished(former.record, { status: 'superseded', now }),
  };
  return [
    { op: 'replace', document, ifMatch: from.etag },
    ...(superseded ? [replaceImport(superseded)] : []),
  ];
}
