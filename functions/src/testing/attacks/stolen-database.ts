import type { Partition, StoredDocument, Versioned } from '../../platform/ports.ts';

// Changes by someone who can write to the database, and has no key.

export async function edit(
  partition: Partition,
  id: string,
  change: (document: StoredDocument) => object,
): Promise<void> {
  const { _etag, ...document } = await stored(partition, id);
  const changed = { ...document, ...change(document), id, type: document.type };
  const result = await partition.commit([{ op: 'replace', document: changed, ifMatch: _etag }]);
  if (result.outcome !== 'applied') throw new Error(`Editing ${id}: ${result.outcome}`);
}

export async function stored(partition: Partition, id: string): Promise<Versioned> {
  const document = await partition.read(id);
  if (!document) throw new Error(`No ${id}`);
  return document;
}
