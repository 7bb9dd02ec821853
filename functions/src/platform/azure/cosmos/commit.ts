import type { Container, JSONObject, OperationInput, OperationResponse } from '@azure/cosmos';
import type { CommitResult, Operation } from '../../ports.ts';
import { failureOf, PARTITION_FULL, unexpected } from './failure.ts';
import { toStore } from './document.ts';

interface Batch {
  container: Container;
  partitionKey: string;
  operations: readonly Operation[];
  commitMs: number;
  charge: (ru: number) => void;
}

const MAX_OPERATIONS = 100;
const DEPENDENCY_FAILED = 424;

export async function commitBatch(batch: Batch): Promise<CommitResult> {
  const { container, partitionKey, operations, charge } = batch;
  if (operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new RangeError(`A batch has 1 to ${MAX_OPERATIONS} operations, not ${operations.length}`);
  try {
    // The array is new for every call, because the SDK changes it.
    const response = await container.items.batch(
      operations.map((operation) => toBatchOperation(operation, partitionKey)),
      partitionKey,
      { abortSignal: AbortSignal.timeout(batch.commitMs), contentResponseOnWriteEnabled: false },
    );
    const ru = Number(response.headers['x-ms-request-charge'] ?? 0);
    charge(ru);
    const results = response.result ?? [];
    if (response.code === 207) return refusal(results);
    const etags = results.map((result) => etagOf(result));
    return { outcome: 'applied', etags, ru };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'busy') return { outcome: 'busy', retryAfterMs: failure.retryAfterMs };
    if (failure.kind === 'unknown') return { outcome: 'unknown' };
    if (failure.kind === 'noAccess') throw failure.error;
    if (failure.status === 413) return { outcome: 'refused', index: 0, reason: 'tooLarge' };
    throw unexpected(error);
  }
}

/** False when a document is gone, or the outcome is not known: what is left is found again. */
export async function removeBatch(
  batch: Omit<Batch, 'operations'> & { ids: readonly string[] },
): Promise<boolean> {
  const { container, partitionKey, ids, charge } = batch;
  try {
    const response = await container.items.batch(
      ids.map((id) => ({ operationType: 'Delete', id })),
      partitionKey,
      { abortSignal: AbortSignal.timeout(batch.commitMs) },
    );
    charge(Number(response.headers['x-ms-request-charge'] ?? 0));
    return response.code !== 207;
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'busy' || kind === 'unknown') return false;
    throw unexpected(error);
  }
}

function toBatchOperation(operation: Operation, partitionKey: string): OperationInput {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not JSON does not survive the wire anyway
  const resourceBody = toStore(operation.document, partitionKey) as unknown as JSONObject;
  if (operation.op === 'create') return { operationType: 'Create', resourceBody };
  if (operation.op === 'upsert') return { operationType: 'Upsert', resourceBody };
  const { document, ifMatch } = operation;
  return { operationType: 'Replace', id: document.id, ifMatch, resourceBody };
}

function etagOf(result: OperationResponse): string {
  if (result.eTag === undefined) throw new Error('An applied operation came back without its etag');
  return result.eTag;
}

const reasons = new Map<number | undefined, 'exists' | 'changed' | 'missing' | 'tooLarge'>([
  [404, 'missing'],
  [409, 'exists'],
  [412, 'changed'],
  [413, 'tooLarge'],
]);

/** A refused batch does not throw: one operation has the reason, all others have 424. */
function refusal(results: OperationResponse[]): CommitResult {
  // Only a batch with reads could end like this: a read that finds nothing new answers 304 although the writes stay.
  if (results.some(({ statusCode }) => statusCode < 400))
    throw new Error('A batch was applied in part, which no batch of writes is');
  const index = results.findIndex((result) => result.statusCode !== DEPENDENCY_FAILED);
  const code = results[index]?.statusCode;
  const reason = reasons.get(code);
  if (reason !== undefined) return { outcome: 'refused', index, reason };
  // The caller reads the code as if the SDK had thrown it: a throttled operation is busy, not a bug.
  // Access is judged for the whole request: within a batch, 403 says that the partition is full.
  const substatus = code === 403 ? PARTITION_FULL : undefined;
  throw Object.assign(new Error('A batch was refused'), { code, substatus });
}
