import { documentRid, etagOf, type Container } from './catalog.ts';
import { partitionPathOf, expiryOf } from './container-definition.ts';
import type { StoredHead } from './document-table.ts';
import { badRequest, conflict, notFound, partitionFull, preconditionFailed, tooLarge } from '../failure.ts';
import { differing, indexTerms } from './index-terms.ts';
import { isDeeperThan, parseJsonObject, type JsonObject } from '../json-values.ts';
import { partitionKeyOfBody } from './partition-key.ts';
import { patchDocument } from './patch.ts';
import { createCharge, readCharge, replaceCharge } from './request-units.ts';
import type { Store } from './store.ts';

/** The partition of an operation, inside a transaction when it writes. */
export interface Partition {
  store: Store;
  container: Container;
  pk: string;
}
export interface Outcome {
  status: number;
  charge: number;
  etag?: string;
  body?: string;
}

export const maxItemBytes = 2 * 1024 * 1024;

export function createDocument(at: Partition, body: JsonObject): Outcome {
  const id = checkBody(at, body);
  if (findHead(at, id) !== undefined) throw conflict();
  return write(at, { id, body, status: 201 });
}

// Whether an If-Match on an upsert of a missing item fails is not documented; here the item is created.
export function upsertDocument(at: Partition, body: JsonObject, ifMatch?: string): Outcome {
  const id = checkBody(at, body);
  const head = findHead(at, id);
  if (head === undefined) return write(at, { id, body, status: 201 });
  checkEtag(head, ifMatch);
  return write(at, { id, body, status: 200, head });
}

export function replaceDocument(
  at: Partition,
  target: { id: string; body: JsonObject; ifMatch?: string },
): Outcome {
  const id = checkBody(at, target.body);
  const head = requireHead(at, target.id);
  checkEtag(head, target.ifMatch);
  if (id !== target.id && findHead(at, id) !== undefined) throw conflict();
  return write(at, { id, body: target.body, status: 200, head });
}

export function patchStoredDocument(
  at: Partition,
  target: { id: string; patch: unknown; ifMatch?: string },
): Outcome {
  const head = requireHead(at, target.id);
  checkEtag(head, target.ifMatch);
  const path = partitionPathOf(at.container.definition);
  const body = patchDocument(parseJsonObject(at.container.table.body(head.seq)), target.patch, path);
  checkBody(at, body);
  return write(at, { id: target.id, body, status: 200, head });
}

export function deleteDocument(at: Partition, id: string, ifMatch?: string): Outcome {
  const head = requireHead(at, id);
  checkEtag(head, ifMatch);
  at.store.nextLsn();
  const body = at.container.table.body(head.seq);
  at.container.table.remove(head.seq);
  return {
    status: 204,
    charge: createCharge(Buffer.byteLength(body), termsOf(at, parseJsonObject(body)).size),
  };
}

export function readDocument(at: Partition, id: string, ifNoneMatch?: string): Outcome {
  const head = requireHead(at, id);
  if (ifNoneMatch === head.etag) return { status: 304, charge: 1, etag: head.etag };
  const body = at.container.table.body(head.seq);
  return { status: 200, charge: readCharge(Buffer.byteLength(body)), etag: head.etag, body };
}

function termsOf(at: Partition, body: JsonObject): Set<string> {
  return indexTerms(body, at.container.definition.indexingPolicy);
}

function findHead(at: Partition, id: string): StoredHead | undefined {
  const head = at.container.table.head(at.pk, id);
  return head === undefined || isExpired(at, head) ? undefined : head;
}

function isExpired(at: Partition, head: StoredHead): boolean {
  return head.exp !== undefined && head.exp <= Math.floor(at.store.now() / 1000);
}

function requireHead(at: Partition, id: string): StoredHead {
  const head = findHead(at, id);
  if (head === undefined) throw notFound();
  return head;
}

function checkEtag(head: StoredHead, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== head.etag) throw preconditionFailed();
}

function checkBody(at: Partition, body: JsonObject): string {
  const { id } = body;
  if (typeof id !== 'string' || id === '')
    throw badRequest('The input content is invalid: the id is missing.');
  if (/[/\\#]/.test(id)) throw badRequest(`The id '${id}' contains an illegal character.`);
  if (Buffer.byteLength(id) > 1023) throw badRequest('The id is longer than 1023 bytes.');
  if (isDeeperThan(body, 128)) throw badRequest('The document is nested deeper than 128 levels.');
  if (partitionKeyOfBody(body, partitionPathOf(at.container.definition)) !== at.pk) {
    throw badRequest(
      'PartitionKey extracted from document does not match the one specified in the header.',
      1001,
    );
  }
  return id;
}

function write(
  at: Partition,
  change: { id: string; body: JsonObject; status: 200 | 201; head?: StoredHead },
): Outcome {
  const { store, container, pk } = at;
  const { id, head, status } = change;
  const lsn = store.nextLsn();
  const seq = head?.seq ?? lsn;
  const ts = Math.floor(store.now() / 1000);
  const etag = etagOf(lsn);
  const exp = expiryOf(change.body['ttl'], { ts, defaultTtl: container.definition.defaultTtl });
  const { _rid, _self, _etag, _attachments, _ts, ...own } = change.body;
  const bare = JSON.stringify(own);
  const bytes = Buffer.byteLength(bare);
  if (bytes > maxItemBytes) throw tooLarge();
  if (container.table.bytesIn(pk) > store.partitions.most) throw partitionFull();
  const rid = documentRid(container, seq);
  const system = `"_rid":"${rid}","_self":${JSON.stringify(`${container.link}/docs/${rid}/`)},"_etag":${JSON.stringify(etag)},"_attachments":"attachments/","_ts":${ts}`;
  const body = `${bare.slice(0, -1)},${system}}`;
  const terms = termsOf(at, own);
  const holder = container.table.head(pk, id);
  if (holder !== undefined && isExpired(at, holder) && holder.seq !== seq) container.table.remove(holder.seq);
  if (head !== undefined) {
    const former = termsOf(at, parseJsonObject(container.table.body(seq)));
    container.table.update(seq, { pk, id, etag, ts, exp, body });
    return { status, charge: replaceCharge(bytes, differing(terms, former)), etag, body };
  }
  container.table.insert(seq, { pk, id, etag, ts, exp, body });
  return { status, charge: createCharge(bytes, terms.size), etag, body };
}
