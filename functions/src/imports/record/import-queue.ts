import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { PartitionReads } from '../../platform/ports.ts';
import { importsOfSubject, StoredImport, type ImportVersion } from './import-record.ts';

const NEWEST = 50;

export async function newestImports(partition: PartitionReads, count: number): Promise<ImportVersion[]> {
  const page = await partition.query({ sql: importsOfSubject, parameters: {}, pageSize: count });
  return page.documents.map((document) => ({ record: StoredImport.parse(document), etag: document._etag }));
}

/** The imports of a state that wait, in the order in which they start. */
export async function waitingImports(partition: PartitionReads): Promise<StoredImport[]> {
  return queued((await newestImports(partition, NEWEST)).map(({ record }) => record));
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
