import * as z from 'zod';
import type { StoredDocument, Versioned } from '../../ports.ts';

/** Stricter than the service, which allows `?` and blanks. An id that does not match finds nothing. */
export function isDocumentId(id: string): boolean {
  return /^[A-Za-z0-9_|:-]{1,255}$/.test(id);
}

/** The tenant boundary: the SDK reads an undefined key as "all partitions", so none may pass here. */
export function requirePartition(key: string): void {
  if (typeof key !== 'string' || key === '')
    throw new TypeError('A partition is named by a key that is not empty');
}

/** Adds the partition to the body, because without it the SDK stores the document under the "none" key. */
export function toStore(document: StoredDocument, partitionKey: string) {
  if (!isDocumentId(document.id)) throw new TypeError(`Not an id of this product: a ${document.type}`);
  return { ...document, pk: partitionKey };
}

const Kept = z.looseObject({
  id: z.string(),
  type: z.string(),
  ttl: z.number().exactOptional(),
  _etag: z.string(),
});

export function loaded(resource: unknown): Versioned {
  const { _rid, _self, _attachments, _ts, pk: _pk, ...document } = Kept.parse(resource);
  return document;
}

export function loadedWithPartition(resource: unknown) {
  const { pk } = z.object({ pk: z.string() }).parse(resource);
  return { partitionKey: pk, document: loaded(resource) };
}
