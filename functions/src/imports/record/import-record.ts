import { isFinished } from '@handoff/shared/domain/address/import-progress';
import { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import * as z from 'zod';
import type { Operation, PartitionReads, StoredDocument } from '../../platform/ports.ts';
import { importRecord } from '../../records/kinds/server-records.ts';

export const StoredImport = z.object({
  ...StateFileImport.shape,
  /** Empty until all of the file has arrived. */
  SourceSha256: z.string(),
  /** SHA-256 of the first megabyte of a file that comes in blocks; null for a file that came in one piece. */
  Head: z.string().nullable(),
  BlobName: z.string(),
  /** Every takeover raises the epoch, and only the worker that holds the current epoch may write. */
  Lease: z.object({ owner: z.string(), epoch: z.number().int(), until: z.string() }).nullable(),
  /** The version it was compared with; a confirmation is void once another version is live. */
  BaseImportId: z.string().nullable(),
  CreatedAt: z.string(),
  /** The W3C `traceparent` of the upload. */
  Traceparent: z.string().nullable(),
  /** Finish time, until the uploader has been notified. */
  NoticeDue: z.string().nullable(),
});
export type StoredImport = z.infer<typeof StoredImport>;

export interface ImportVersion {
  record: StoredImport;
  etag: string;
}

const documentId = (importId: string) => `import:${importId}`;

export const importsOfSubject = "SELECT * FROM c WHERE c.type = 'import' ORDER BY c.CreatedAt DESC";

/** Imports that a worker or the sweep still has to do with; one that a person has to confirm is not. */
export const unfinishedImports = {
  condition:
    "c.type = 'import' AND (c.Progress.status IN ('uploading', 'uploaded', 'waiting', 'scanning', 'writing') OR c.NoticeDue > '')",
  parameters: {},
};

export function importDocument(record: StoredImport): StoredDocument {
  return { id: documentId(record.ImportId), type: importRecord.type, ...record };
}

export async function readImport(
  partition: PartitionReads,
  importId: string,
): Promise<ImportVersion | undefined> {
  const document = await partition.read(documentId(importId));
  return document && { record: StoredImport.parse(document), etag: document._etag };
}

/** The state or list of an import. The id alone gives it, because the path of a blob says no more. */
export function subjectOfImport(importId: string): string {
  return importId.slice(0, importId.indexOf('-')).toUpperCase();
}

export function replaceImport({ record, etag }: ImportVersion): Operation {
  return { op: 'replace', document: importDocument(record), ifMatch: etag };
}

/** Raises the sequence number, so that receivers recognize newer progress. */
export function withStatus(record: StoredImport, status: StoredImport['Progress']['status']): StoredImport {
  return { ...record, Progress: { ...record.Progress, status, seq: record.Progress.seq + 1 } };
}

interface Ending {
  status: StoredImport['Progress']['status'];
  now: Date;
  message?: string | null;
  failedBy?: StoredImport['FailedBy'];
}

export const notYetRead = {
  RejectedByReason: {},
  SkippedByState: {},
  Corrected: {},
  SharedTowns: [],
  Examples: {},
  Diff: null,
  Message: null,
  FailedBy: null,
  CancelRequested: false,
  WaitsFor: null,
  FinishedAt: null,
  Lease: null,
  NoticeDue: null,
} satisfies Partial<StoredImport>;

export function finished(
  record: StoredImport,
  { status, now, message = null, failedBy = null }: Ending,
): StoredImport {
  if (!isFinished(status)) throw new Error(`An import does not end as ${status}`);
  const FinishedAt = now.toISOString();
  return {
    ...withStatus(record, status),
    Message: message,
    FailedBy: failedBy,
    WaitsFor: null,
    FinishedAt,
    Lease: null,
    NoticeDue: endedByItself(status) ? FinishedAt : record.NoticeDue,
  };
}

const endedByItself = (status: StoredImport['Progress']['status']) =>
  status !== 'cancelled' && status !== 'superseded' && status !== 'removed';

const MOST_WAITING = 50;

export async function newestImports(partition: PartitionReads, count: number): Promise<ImportVersion[]> {
  const page = await partition.query({ sql: importsOfSubject, parameters: {}, pageSize: count });
  return page.documents.map((document) => ({ record: StoredImport.parse(document), etag: document._etag }));
}

/** The imports of a state that wait, in the order in which they start. */
export async function waitingImports(partition: PartitionReads): Promise<StoredImport[]> {
  return queued((await newestImports(partition, MOST_WAITING)).map(({ record }) => record));
}

/** Adds the position of each import that waits; the next one to start has 1. */
export function withQueuePositions(imports: readonly StoredImport[]): StateFileImport[] {
  const positions = new Map(queued(imports).map(({ ImportId }, index) => [ImportId, index + 1]));
  return imports.map((record) => ({ ...record, QueuePosition: positions.get(record.ImportId) ?? null }));
}

/** In the order of their uploads. */
function queued(imports: readonly StoredImport[]): StoredImport[] {
  return imports
    .filter(({ Progress }) => Progress.status === 'waiting')
    .toSorted((one, other) => (one.CreatedAt < other.CreatedAt ? -1 : 1));
}
