import type { Partition, StoredDocument } from '@handoff/functions/platform/ports';

export async function createIfAbsent(partition: Partition, document: StoredDocument): Promise<void> {
  const result = await partition.commit([{ op: 'create', document }]);
  const isThere = result.outcome === 'refused' && result.reason === 'exists';
  if (result.outcome === 'applied' || isThere) return;
  throw new Error(`The store did not take ${document.id}: ${result.outcome}`);
}
