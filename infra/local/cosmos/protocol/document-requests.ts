import { type Answer, badRequest, notModelled, tooLarge } from '../failure.ts';
import { batchText, parseOperations, runBatch, runBulk } from './batch.ts';
import type { Container } from '../storage/catalog.ts';
import {
  createDocument,
  deleteDocument,
  maxItemBytes,
  patchStoredDocument,
  readDocument,
  replaceDocument,
  upsertDocument,
  type Outcome,
  type Partition,
} from '../storage/documents.ts';
import { parseJson, parseJsonObject } from '../json-values.ts';
import { partitionKeyFromJson } from '../storage/partition-key.ts';
import { headerOf, methodNotAllowed, type Headers, type Route } from './routing.ts';
import type { Store } from '../storage/store.ts';

export interface DocumentRequest {
  store: Store;
  container: Container;
  route: Route;
  headers: Headers;
  body: string;
}

export function batchAnswer(request: DocumentRequest): Answer {
  const { store, container, route, headers, body } = request;
  if (Buffer.byteLength(body) > maxItemBytes) throw tooLarge();
  const operations = parseOperations(body);
  const continueOnError = headerOf(headers, 'x-ms-cosmos-batch-continue-on-error')?.toLowerCase() === 'true';
  const answer =
    route.kind === 'batch'
      ? runBatch({ store, container, pk: requirePartition(headers) }, operations)
      : runBulk({ store, container }, { operations, continueOnError });
  return {
    status: answer.status,
    charge: answer.charge,
    body: batchText(answer.results, isMinimal(headers)),
  };
}

export function documentAnswer(request: DocumentRequest): Answer {
  const { store, container, route, headers, body } = request;
  const at = { store, container, pk: requirePartition(headers) };
  const ifNoneMatch = headerOf(headers, 'if-none-match');
  if (ifNoneMatch !== undefined && route.verb !== 'GET') throw notModelled('If-None-Match on a write');
  const outcome =
    route.verb === 'GET'
      ? readDocument(at, requireId(route), ifNoneMatch)
      : store.transact(() => writeDocument(at, { route, headers, body }));
  const { status, charge, etag } = outcome;
  const isWithBody = route.verb === 'GET' || !isMinimal(headers);
  return {
    status,
    charge,
    ...(outcome.body !== undefined && isWithBody && { body: outcome.body }),
    ...(etag !== undefined && { headers: { etag } }),
  };
}

function writeDocument(at: Partition, request: { route: Route; headers: Headers; body: string }): Outcome {
  const { route, headers, body } = request;
  const ifMatch = headerOf(headers, 'if-match');
  const condition = ifMatch === undefined ? {} : { ifMatch };
  switch (route.verb) {
    case 'POST': {
      if (!route.isFeed) throw methodNotAllowed(route);
      const document = parseJsonObject(body);
      const isUpsert = headerOf(headers, 'x-ms-documentdb-is-upsert')?.toLowerCase() === 'true';
      return isUpsert ? upsertDocument(at, document, ifMatch) : createDocument(at, document);
    }
    case 'PUT':
      return replaceDocument(at, { id: requireId(route), body: parseJsonObject(body), ...condition });
    case 'PATCH':
      return patchStoredDocument(at, { id: requireId(route), patch: parseJson(body), ...condition });
    case 'DELETE':
      return deleteDocument(at, requireId(route), ifMatch);
    default:
      throw methodNotAllowed(route);
  }
}

function requireId(route: Route): string {
  if (route.document === undefined) throw methodNotAllowed(route);
  return route.document;
}

function requirePartition(headers: Headers): string {
  const header = headerOf(headers, 'x-ms-documentdb-partitionkey');
  if (header === undefined) throw badRequest('PartitionKey value must be supplied for this operation.');
  return partitionKeyFromJson(header);
}

function isMinimal(headers: Headers): boolean {
  return headerOf(headers, 'prefer')?.toLowerCase() === 'return=minimal';
}
