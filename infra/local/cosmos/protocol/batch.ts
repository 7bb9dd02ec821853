import * as z from 'zod';
import type { Container } from '../storage/catalog.ts';
import {
  createDocument,
  deleteDocument,
  patchStoredDocument,
  readDocument,
  replaceDocument,
  upsertDocument,
  type Outcome,
  type Partition,
} from '../storage/documents.ts';
import { badRequest, CosmosFailure } from '../failure.ts';
import { parseJson } from '../json-values.ts';
import { partitionKeyFromJson } from '../storage/partition-key.ts';
import { round } from '../storage/request-units.ts';
import type { Store } from '../storage/store.ts';

const resourceBody = z.record(z.string(), z.unknown());
const shared = { partitionKey: z.string().optional(), ifMatch: z.string().optional() };
// Strict: an option this endpoint does not know (ifNoneMatch, a trigger) must be refused by name, not ignored.
const operation = z.discriminatedUnion('operationType', [
  z.strictObject({ ...shared, operationType: z.literal('Create'), resourceBody }),
  z.strictObject({ ...shared, operationType: z.literal('Upsert'), resourceBody }),
  z.strictObject({ ...shared, operationType: z.literal('Replace'), id: z.string(), resourceBody }),
  z.strictObject({ ...shared, operationType: z.literal('Patch'), id: z.string(), resourceBody: z.unknown() }),
  z.strictObject({ ...shared, operationType: z.literal('Delete'), id: z.string() }),
  z.strictObject({
    ...shared,
    operationType: z.literal('Read'),
    id: z.string(),
    resourceBody: z.strictObject({}).optional(),
  }),
]);
type Operation = z.infer<typeof operation>;

interface OperationResult {
  statusCode: number;
  subStatusCode?: number;
  requestCharge: number;
  eTag?: string;
  /** JSON text: bodies can be large and are passed on as they are stored. */
  body?: string;
  isRead?: boolean;
  message?: string;
}
export interface BatchAnswer {
  status: 200 | 207;
  charge: number;
  results: OperationResult[];
}

export function parseOperations(text: string): Operation[] {
  const value = parseJson(text);
  if (!Array.isArray(value) || value.length === 0) throw badRequest('A batch needs at least one operation.');
  if (value.length > 100) throw badRequest('Batch request has more operations than what is supported: 100.');
  const parsed = z.array(operation).safeParse(value);
  if (!parsed.success) throw badRequest(`The batch is invalid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** All or nothing in one partition: one operation has the reason, the others answer 424 and nothing is written. */
export function runBatch(at: Partition, operations: Operation[]): BatchAnswer {
  if (operations.some(({ partitionKey }) => partitionKey && partitionKeyFromJson(partitionKey) !== at.pk)) {
    throw badRequest(
      'One or more operations within the batch request have a different partition key value than the request.',
    );
  }
  const outcomes: Outcome[] = [];
  try {
    at.store.transact(() => {
      for (const entry of operations) outcomes.push(runOperation(at, entry));
    });
  } catch (error) {
    if (!(error instanceof CosmosFailure)) throw error;
    const reason = failureResult(error);
    return answer(operations.map((_, index) => (index === outcomes.length ? reason : dependencyFailed)));
  }
  return answer(
    operations.flatMap((entry, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [successResult(outcome, entry)];
    }),
  );
}

/** Runs each operation separately, in its own partition; the transaction only saves commits. */
export function runBulk(
  at: { store: Store; container: Container },
  bulk: { operations: Operation[]; continueOnError: boolean },
): BatchAnswer {
  const results: OperationResult[] = [];
  at.store.transact(() => {
    for (const entry of bulk.operations) {
      const stopped = !bulk.continueOnError && results.some((result) => result.statusCode >= 400);
      results.push(stopped ? dependencyFailed : attempt(at, entry));
    }
  });
  return answer(results);
}

function attempt(at: { store: Store; container: Container }, entry: Operation): OperationResult {
  try {
    if (entry.partitionKey === undefined) throw badRequest('A bulk operation needs a partition key.');
    return successResult(runOperation({ ...at, pk: partitionKeyFromJson(entry.partitionKey) }, entry), entry);
  } catch (error) {
    if (error instanceof CosmosFailure) return failureResult(error);
    throw error;
  }
}

function runOperation(at: Partition, entry: Operation): Outcome {
  const condition = entry.ifMatch === undefined ? {} : { ifMatch: entry.ifMatch };
  switch (entry.operationType) {
    case 'Create':
      return createDocument(at, entry.resourceBody);
    case 'Upsert':
      return upsertDocument(at, entry.resourceBody, entry.ifMatch);
    case 'Replace':
      return replaceDocument(at, { id: entry.id, body: entry.resourceBody, ...condition });
    case 'Patch':
      return patchStoredDocument(at, { id: entry.id, patch: entry.resourceBody, ...condition });
    case 'Delete':
      return deleteDocument(at, entry.id, entry.ifMatch);
    case 'Read':
    default:
      // On a read If-Match means changed since, like If-None-Match elsewhere.
      return readDocument(at, entry.id, entry.ifMatch);
  }
}

const dependencyFailed: OperationResult = { statusCode: 424, requestCharge: 0 };

function successResult(outcome: Outcome, entry: Operation): OperationResult {
  return {
    statusCode: outcome.status,
    requestCharge: outcome.charge,
    ...(outcome.etag !== undefined && { eTag: outcome.etag }),
    ...(outcome.body !== undefined && { body: outcome.body }),
    isRead: outcome.status === 200 && entry.operationType === 'Read',
  };
}

function failureResult(error: CosmosFailure): OperationResult {
  return {
    statusCode: error.status,
    subStatusCode: error.substatus,
    requestCharge: 1,
    message: error.message,
  };
}

function answer(results: OperationResult[]): BatchAnswer {
  const charge = round(results.reduce((sum, result) => sum + result.requestCharge, 0));
  return { status: results.every((result) => result.statusCode < 300) ? 200 : 207, charge, results };
}

/** `contentResponseOnWriteEnabled: false` arrives as `prefer: return=minimal`; a Read keeps its body. */
export function batchText(results: OperationResult[], minimal: boolean): string {
  const texts = results.map(({ body, isRead, ...rest }) => {
    const text = JSON.stringify(rest);
    return body === undefined || (minimal && !isRead) ? text : `${text.slice(0, -1)},"resourceBody":${body}}`;
  });
  return `[${texts.join(',')}]`;
}
