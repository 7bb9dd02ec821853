import {
  manifestId,
  readManifest,
  readPointer,
  type Manifest,
  type Pointer,
} from '../../records/kinds/address-versions.ts';
import type { Operation, PartitionReads, StoredDocument } from '../../platform/ports.ts';
import { finished, readImport, replaceImport } from './import-record.ts';
import { liveVersion, manifestRecord } from '../../records/kinds/server-records.ts';

const PREVIOUS_VERSIONS = 3;

export function manifestDocument(manifest: Manifest): StoredDocument {
  return { id: manifestId(manifest.importId), type: manifestRecord.type, ...manifest };
}

export interface LiveVersion {
  pointer: Pointer;
  etag: string;
  /** Undefined after the live version was removed. */
  manifest: Manifest | undefined;
}

export async function readLive(partition: PartitionReads): Promise<LiveVersion | undefined> {
  const current = await readPointer(partition);
  if (!current) return undefined;
  const { importId } = current.pointer;
  if (importId === null) return { ...current, manifest: undefined };
  const manifest = await readManifest(partition, importId);
  if (!manifest) throw new Error(`The manifest of the live import ${importId} is missing`);
  return { ...current, manifest };
}

/** One batch with the change of the import's own record; it is refused when another flip came first. */
export async function flipOperations(
  partition: PartitionReads,
  flip: { importId: string; from: { pointer: Pointer; etag: string } | undefined; now: Date },
): Promise<Operation[]> {
  const { importId, from, now } = flip;
  const formerId = from?.pointer.importId ?? null;
  const former = formerId === null ? undefined : await readImport(partition, formerId);
  const superseded = former && {
    ...former,
    record: finished(former.record, { status: 'superseded', now }),
  };
  return [pointTo(importId, from), ...(superseded ? [replaceImport(superseded)] : [])];
}

/** Points readers to a version, or to none; the versions before stay available for a rollback. */
export function pointTo(
  importId: string | null,
  from: { pointer: Pointer; etag: string } | undefined,
): Operation {
  const { seq, ...former } = from?.pointer ?? { importId: null, seq: 0, previous: [] };
  const previous = [former.importId, ...former.previous]
    .filter((id) => id !== null && id !== importId)
    .slice(0, PREVIOUS_VERSIONS);
  const document = { id: 'current', type: liveVersion.type, importId, seq: seq + 1, previous };
  return from ? { op: 'replace', document, ifMatch: from.etag } : { op: 'create', document };
}
