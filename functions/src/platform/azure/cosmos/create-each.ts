import type { BulkOperationResponse, Container, JSONObject, OperationInput } from '@azure/cosmos';
import type { Creation, Creations, PlacedDocument } from '../../ports.ts';
import { requirePartition, toStore } from './document.ts';
import { failureOf, RETRY_AFTER_MS, unexpected } from './failure.ts';

interface Group {
  container: Container;
  documents: readonly PlacedDocument[];
  commitMs: number;
  charge: (ru: number) => void;
}

const MAX_DOCUMENTS = 100;

export async function createEach(group: Group): Promise<Creations> {
  const { documents, charge } = group;
  if (documents.length === 0 || documents.length > MAX_DOCUMENTS)
    throw new RangeError(`A group has 1 to ${MAX_DOCUMENTS} documents, not ${documents.length}`);
  try {
    const [partition, ...others] = new Set(documents.map(({ partitionKey }) => partitionKey));
    const isOne = partition !== undefined && others.length === 0;
    const results = await (isOne ? createInPartition(group, partition) : createTogether(group));
    charge(chargeOf(results));
    const isThrottled = results.some(({ statusCode }) => statusCode === 429);
    return {
      outcomes: documents.map((_, index) => outcomeOf(results[index])),
      ...(isThrottled && { retryAfterMs: RETRY_AFTER_MS }),
    };
  } catch (error) {
    const failure = failureOf(error);
    const outcomes = documents.map((): Creation => 'open');
    if (failure.kind === 'busy') return { outcomes, retryAfterMs: failure.retryAfterMs };
    if (failure.kind === 'unknown') return { outcomes };
    if (failure.kind === 'noAccess') throw failure.error;
    // A request of several that is too large does not show which document is the cause.
    if (failure.status === 413 && documents.length === 1) return { outcomes: ['tooLarge'] };
    throw unexpected(error);
  }
}

type Created = Pick<BulkOperationResponse[number], 'statusCode' | 'requestCharge'>;

const chargeOf = (results: readonly Created[]) =>
  results.reduce((sum, { requestCharge }) => sum + requestCharge, 0);

const optionsOf = ({ commitMs }: Group) => ({
  abortSignal: AbortSignal.timeout(commitMs),
  contentResponseOnWriteEnabled: false,
});

/** `bulk` would write each document a second time, only to measure it. */
async function createInPartition(group: Group, partitionKey: string): Promise<Created[]> {
  const operations = group.documents.map((placed): OperationInput => {
    return { operationType: 'Create', resourceBody: bodyOf(placed) };
  });
  const { result = [] } = await group.container.items.batch(operations, partitionKey, optionsOf(group));
  // The service stores all or none, so one that exists already would keep the others out.
  const isKeptOut = operations.length > 1 && result.some(({ statusCode }) => statusCode === 409);
  if (!isKeptOut) return result;
  group.charge(chargeOf(result));
  return createTogether(group);
}

function createTogether(group: Group): Promise<Created[]> {
  const operations = group.documents.map((placed): OperationInput => {
    const { partitionKey } = placed;
    return { operationType: 'Create', partitionKey, resourceBody: bodyOf(placed) };
  });
  return group.container.items.bulk(operations, { continueOnError: true }, optionsOf(group));
}

function bodyOf({ partitionKey, document }: PlacedDocument): JSONObject {
  requirePartition(partitionKey);
  return toStore(document, partitionKey);
}

const outcomes = new Map<number | undefined, Creation>([
  [201, 'created'],
  [409, 'exists'],
  [413, 'tooLarge'],
  // These stay open for some documents only, because the request itself was answered.
  [undefined, 'open'],
  [408, 'open'],
  [410, 'open'],
  // Another one of the same partition was refused.
  [424, 'open'],
  [429, 'open'],
  [449, 'open'],
  [503, 'open'],
]);

function outcomeOf(result: BulkOperationResponse[number] | undefined): Creation {
  const code = result?.statusCode;
  const outcome = outcomes.get(code);
  if (outcome === undefined) throw Object.assign(new Error('A document was refused'), { code });
  return outcome;
}
