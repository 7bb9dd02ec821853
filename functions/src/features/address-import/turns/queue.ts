import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { PartitionReads } from '../../../platform/ports.ts';
import { importsOfState, StoredImport, type ImportVersion } from '../runs/import-record.ts';

const NEWEST = 50;

/** Newest first. */
export async function newestImports(partition: PartitionReads, count: number): Promise<ImportVersion[]> {
  const page = await partition.query({ sql: importsOfState, parameters: {}, pageSize: count });
  return page.documents.map((document) => ({ record: StoredImport.parse(document), etag: document._etag }));
}

/** Those of a state that wait, in the order in which they begin. */
export async function waitingImports(partition: PartitionReads): Promise<StoredImport[]> {
  return inLine((await newestImports(partition, NEWEST)).map(({ record }) => record));
}

/** With the place of each that waits, from 1 for the next one to begin. */
export function withPlaces(imports: readonly StoredImport[]): StateFileImport[] {
  const places = new Map(inLine(imports).map(({ ImportId }, index) => [ImportId, index + 1]));
  return imports.map((record) => ({ ...record, PlaceInLine: places.get(record.ImportId) ?? null }));
}

/** As they were uploaded. */
function inLine(imports: readonly StoredImport[]): StoredImport[] {
  return imports
    .filter(({ Progress }) => Progress.status === 'waiting')
    .toSorted((one, other) => (one.CreatedAt < other.CreatedAt ? -1 : 1));
}
