import { randomUUID } from 'node:crypto';
import {
  CosmosClient,
  PartitionKeyDefinitionVersion,
  type Container,
  type ContainerDefinition,
  type Database,
} from '@azure/cosmos';
import { afterAll, beforeAll } from 'vitest';
import { startCosmos } from '../start.ts';

const { COSMOS_ENDPOINT, COSMOS_KEY } = process.env;

interface Account {
  client: CosmosClient;
  database: () => Database;
  newContainer: (definition?: Partial<ContainerDefinition>) => Promise<Container>;
  /** Lets time pass: the local clock moves at once, against a real account the test really waits. */
  pass: (seconds: number) => Promise<void>;
}

/**
 * The account for a conformance file: a real one when COSMOS_ENDPOINT and COSMOS_KEY are set, or else a local
 * endpoint in memory. It has one database with a random name, deleted at the end.
 */
export function useAccount(): Account {
  const id = `conformance-${randomUUID()}`;
  let offset = 0;
  let client: CosmosClient | undefined;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const local = isRemote
      ? undefined
      : await startCosmos({
          port: 0,
          endsPagesEarly: false,
          now: () => Date.now() + offset,
        });
    client = new CosmosClient({
      endpoint: local?.url ?? COSMOS_ENDPOINT ?? '',
      key: local?.key ?? COSMOS_KEY ?? '',
    });
    stop = () => local?.close() ?? Promise.resolve();
    await client.databases.create({ id });
  }, 60_000);

  afterAll(async () => {
    await client?.database(id).delete();
    client?.dispose();
    await stop?.();
  }, 60_000);

  const connected = (): CosmosClient => {
    if (client === undefined) throw new Error('the account is opened by beforeAll');
    return client;
  };
  return {
    get client() {
      return connected();
    },
    database: () => connected().database(id),
    async newContainer(definition = {}) {
      const { container } = await connected()
        .database(id)
        .containers.create({
          id: randomUUID(),
          partitionKey: { paths: ['/pk'], version: PartitionKeyDefinitionVersion.V2 },
          ...definition,
        });
      return container;
    },
    async pass(seconds) {
      if (!isRemote) offset += seconds * 1000;
      else await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    },
  };
}

const isRemote = COSMOS_ENDPOINT !== undefined && COSMOS_KEY !== undefined;
