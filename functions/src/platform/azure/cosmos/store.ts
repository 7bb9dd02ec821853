import { CosmosClient, type Container, type PluginConfig } from '@azure/cosmos';
import * as z from 'zod';
import type { Credential } from '../identity/managed-identity.ts';
import type { DocumentStore, Page, Partition, PartitionSize, PartitionsAsked, Query } from '../../ports.ts';
import { failureOf, unavailable } from './failure.ts';
import { commitBatch, removeBatch } from './commit.ts';
import { createEach } from './create-each.ts';
import { dueOutbox, partitionsWhere } from '../../containers.ts';
import { isDocumentId, loaded, loadedWithPartition, requirePartition } from './document.ts';

/** In Azure the app's identity; on a local machine a key. */
type CosmosAccess = { credential: Credential } | { key: string };

type CosmosOptions = CosmosAccess & {
  endpoint: string;
  database: string;
  /** Called with the cost of each answered request, in request units. */
  onCharge?: (ru: number) => void;
  /** Limits of one attempt, and of everything that the SDK does for one call, including its retries. */
  limits?: { attemptMs: number; readMs: number; commitMs: number; throttleSeconds: number };
};

/**
 * All within the 8 s in which a request may retry. By default the SDK repeats a hanging read 120 times, waits 30 s on
 * a throttled partition, and looks for a missing host name for two minutes.
 */
const standardLimits = { attemptMs: 5_000, readMs: 6_000, commitMs: 8_000, throttleSeconds: 5 };

export function createCosmosStore(options: CosmosOptions): DocumentStore & { close(): void } {
  const limits = options.limits ?? standardLimits;
  const client = new CosmosClient({
    endpoint: options.endpoint,
    ...('key' in options ? { key: options.key } : { aadCredentials: options.credential }),
    // Set although it is the account's default: the SDK sends session tokens only then.
    consistencyLevel: 'Session',
    ...withoutPlans,
    connectionPolicy: {
      requestTimeout: limits.attemptMs,
      retryOptions: { maxWaitTimeInSeconds: limits.throttleSeconds },
    },
  });
  const database = client.database(options.database);
  const app = database.container('app');
  const addresses = database.container('addresses');
  const session = { limits, charge: options.onCharge ?? (() => {}) };

  return {
    app: (partitionKey) => boundPartition({ container: app, partitionKey, ...session }),
    addresses: (partitionKey) => boundPartition({ container: addresses, partitionKey, ...session }),
    createAddresses: (documents) =>
      createEach({ container: addresses, documents, commitMs: limits.commitMs, charge: session.charge }),
    dueOutbox: (due) => findDue({ ...due, container: app, ...session }),
    largestPartition: () => findLargest({ container: app, ...session }),
    partitionsWith: (asked) =>
      findPartitions({ container: database.container(asked.container), ...session }, asked),
    close: () => client.dispose(),
  };
}

/**
 * The SDK asks for the plan of each query, a fifth of all requests, and reads it only for one across partitions
 * (azure-sdk-for-js 4978). Its types do not show this option; without it everything works, with those requests.
 */
const withoutPlans: { plugins: PluginConfig[] } = {
  plugins: [
    {
      on: 'request',
      plugin: async (request, _diagnostics, next) =>
        request.headers?.['x-ms-cosmos-is-query-plan-request'] && 'partitionKey' in request.options
          ? { result: {}, headers: {}, code: 200 }
          : next(request),
    },
  ],
};

interface Session {
  container: Container;
  limits: typeof standardLimits;
  charge: (ru: number) => void;
}

type Bound = Session & { partitionKey: string };

function boundPartition(bound: Bound): Partition {
  requirePartition(bound.partitionKey);
  return {
    key: bound.partitionKey,
    read: (id) => readDocument(bound, id),
    query: (query) => queryPage(bound, query),
    count: (query) => countRows(bound, query),
    commit: (operations) => commitBatch({ ...bound, commitMs: bound.limits.commitMs, operations }),
    remove: (id, ifMatch) => removeDocument(bound, { id, ifMatch }),
    removeAll: (ids) => removeBatch({ ...bound, commitMs: bound.limits.commitMs, ids }),
  };
}

async function readDocument({ container, partitionKey, limits, charge }: Bound, id: string) {
  if (!isDocumentId(id)) return undefined;
  try {
    const abortSignal = AbortSignal.timeout(limits.readMs);
    const response = await container.item(id, partitionKey).read({ abortSignal });
    charge(response.requestCharge);
    if (response.statusCode !== 404) return loaded(response.resource);
    // With a substatus it is about the replica (1002) or the container (1003), not about the document.
    if (!response.substatus) return undefined;
    throw Object.assign(new Error('No such container, or not yet here'), {
      code: 404,
      substatus: response.substatus,
    });
  } catch (error) {
    throw unavailable(error);
  }
}

/** The SDK refuses less than 1; our tokens travel signed in a URL, where the contract allows 4,000 characters. */
const CONTINUATION_LIMIT_KB = 2;

/** The service may end a page early, even an empty one, for the bytes, the time or the units that it took. */
async function queryPage(bound: Bound, query: Query): Promise<Page> {
  const abortSignal = AbortSignal.timeout(bound.limits.readMs);
  const page: Page = { documents: [], continuation: query.continuation, ru: 0 };
  try {
    do {
      const left = { ...query, pageSize: query.pageSize - page.documents.length };
      const part = await queryPart(bound, { ...left, continuation: page.continuation }, abortSignal);
      page.documents.push(...part.documents);
      page.continuation = part.continuation;
      page.ru += part.ru;
    } while (page.continuation !== undefined && page.documents.length < query.pageSize);
    return page;
  } catch (error) {
    throw unavailable(error);
  }
}

async function queryPart(
  { container, partitionKey, charge }: Bound,
  query: Query,
  abortSignal: AbortSignal,
): Promise<Page> {
  const iterator = container.items.query<unknown>(specOf(query), {
    partitionKey,
    maxItemCount: query.pageSize,
    continuationTokenLimitInKB: CONTINUATION_LIMIT_KB,
    abortSignal,
    ...(query.continuation === undefined ? {} : { continuationToken: query.continuation }),
  });
  const response = await iterator.fetchNext();
  charge(response.requestCharge);
  return {
    documents: response.resources.map(loaded),
    continuation: response.continuationToken || undefined,
    ru: response.requestCharge,
  };
}

/** The service counts each page that it read; only the sum is the answer. */
async function countRows(
  { container, partitionKey, limits, charge }: Bound,
  query: Pick<Query, 'sql' | 'parameters'>,
): Promise<number> {
  const iterator = container.items.query<unknown>(specOf(query), {
    partitionKey,
    abortSignal: AbortSignal.timeout(limits.readMs),
  });
  try {
    let count = 0;
    do {
      const response = await iterator.fetchNext();
      charge(response.requestCharge);
      for (const part of response.resources) count += Number(part);
    } while (iterator.hasMoreResults());
    return count;
  } catch (error) {
    throw unavailable(error);
  }
}

function specOf({ sql, parameters }: Pick<Query, 'sql' | 'parameters'>) {
  return {
    query: sql,
    parameters: Object.entries(parameters).map(([name, value]) => ({ name: `@${name}`, value })),
  };
}

/** Deletes accept a condition only outside a batch. */
async function removeDocument(
  { container, partitionKey, limits, charge }: Bound,
  { id, ifMatch }: { id: string; ifMatch: string },
): Promise<boolean> {
  if (!isDocumentId(id)) return false;
  try {
    const response = await container.item(id, partitionKey).delete({
      accessCondition: { type: 'IfMatch', condition: ifMatch },
      abortSignal: AbortSignal.timeout(limits.commitMs),
    });
    charge(response.requestCharge);
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'status' && (failure.status === 404 || failure.status === 412)) return false;
    throw unavailable(error);
  }
}

async function findDue(session: Session & { now: string; most: number }) {
  const { now, most } = session;
  const rows = await readAcross(session, { sql: dueOutbox, parameters: { now } }, most);
  return rows.map(loadedWithPartition);
}

const MOST_ROWS = 1_000;

/** One partition may have more rows than are read at once: then the others are asked for. */
async function findPartitions(
  session: Session,
  { condition, parameters }: PartitionsAsked,
): Promise<string[]> {
  const known = new Set<string>();
  for (;;) {
    const query = { sql: partitionsWhere(condition), parameters: { ...parameters, known: [...known] } };
    // oxlint-disable-next-line no-await-in-loop -- each leaves out what the one before has found
    const rows = await readAcross(session, query, MOST_ROWS);
    for (const { pk } of z.array(z.object({ pk: z.string() })).parse(rows)) known.add(pk);
    if (rows.length < MOST_ROWS) return [...known];
  }
}

const MOST_KB = 20 * 1024 ** 2;

const Statistics = z.object({
  partitionKeys: z.array(z.object({ partitionKey: z.array(z.unknown()), sizeInKB: z.number() })).optional(),
});

/**
 * The service estimates sizes from samples, and names partitions from about 1 GB on. The header is that of the .NET
 * SDK's `PopulatePartitionKeyRangeStatistics`; the SDK for JavaScript has no name for it, nor a type for the answer.
 */
async function findLargest({ container, limits, charge }: Session): Promise<PartitionSize | undefined> {
  try {
    const response = await container.read({
      initialHeaders: { 'x-ms-documentdb-populatepartitionstatistics': 'true' },
      abortSignal: AbortSignal.timeout(limits.readMs),
    });
    charge(response.requestCharge);
    const { statistics = [] } = z
      .object({ statistics: z.array(Statistics).optional() })
      .parse(response.resource);
    return statistics
      .flatMap(({ partitionKeys = [] }) => partitionKeys)
      .map(({ partitionKey: [key], sizeInKB }) => ({ key: String(key), share: sizeInKB / MOST_KB }))
      .toSorted((one, other) => other.share - one.share)[0];
  } catch (error) {
    throw unavailable(error);
  }
}

/** Without a partition key, which no other query lacks. */
async function readAcross(
  { container, limits, charge }: Session,
  query: Pick<Query, 'sql' | 'parameters'>,
  most: number,
): Promise<unknown[]> {
  const iterator = container.items.query<unknown>(specOf(query), {
    maxItemCount: most,
    abortSignal: AbortSignal.timeout(limits.readMs),
  });
  const found: unknown[] = [];
  try {
    while (found.length < most && iterator.hasMoreResults()) {
      const response = await iterator.fetchNext();
      charge(response.requestCharge);
      found.push(...response.resources);
    }
    return found.slice(0, most);
  } catch (error) {
    throw unavailable(error);
  }
}
