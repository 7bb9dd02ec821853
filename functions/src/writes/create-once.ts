import type { Platform } from '../platform/ports.ts';
import type { RecordKind } from '../core/record-kind.ts';
import { commitWithRetry } from './commit.ts';

interface FirstRecord<T extends { Id: string }> {
  partitionKey: string;
  kind: RecordKind<T>;
  record: T;
}

/** Used by a lease's effect in a partition that no one sees yet: a repeat finds the record of the first run. */
export async function createOnce<T extends { Id: string }>(
  platform: Platform,
  { partitionKey, kind, record }: FirstRecord<T>,
): Promise<void> {
  const document = { ...kind.schema.parse(record), id: record.Id, type: kind.type, DeletedAt: null };
  const result = await commitWithRetry(platform, platform.store.app(partitionKey), [
    { op: 'create', document },
  ]);
  if (result.outcome === 'refused' && result.reason !== 'exists')
    throw new Error(`${kind.type} was refused: ${result.reason}`);
}
