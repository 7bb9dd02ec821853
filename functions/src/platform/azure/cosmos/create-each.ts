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
  const { container, documents, charge } = group;
  if (documents.length === 0 || documents.length > MAX_DOCUMENTS)
    throw new RangeError(`A group has 1 to ${MAX_DOCUMENTS} documents, not ${documents.length}`);
  const operations = documents.map(creationOf);
  try {
    const results = await container.items.bulk(
      operations,
      { continueOnError: true },
      { abortSignal: AbortSignal.timeout(group.commitMs), contentResponseOnWriteEnabled: false },
    );
    charge(results.reduce((sum, { requestCharge }) => sum + requestCharge, 0));
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
    // The request as a whole was too large; it does not show which document is the cause.
    if (failure.status === 413 && documents.length === 1) return { outcomes: ['tooLarge'] };
    throw unexpected(error);
  }
}

function creationOf({ partitionKey, document }: PlacedDocument): OperationInput {
  requirePartition(partitionKey);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not JSON does not survive the wire anyway
  const resourceBody = toStore(document, partitionKey) as unknown as JSONObject;
  return { operationType: 'Create', partitionKey, resourceBody };
}

const outcomes = new Map<number | undefined, Creation>([
  [201, 'created'],
  [409, 'exists'],
  [413, 'tooLarge'],
  // These stay open for some documents only, because the request itself was answered.
  [undefined, 'open'],
  [408, 'open'],
  [410, 'open'],
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
