import { randomUUID } from 'node:crypto';
import {
  CosmosClient,
  PartitionKeyDefinitionVersion,
  type Container,
  type ContainerDefinition,
  type CosmosClientOptions,
} from '@azure/cosmos';
import { onTestFinished } from 'vitest';
import type { Faults } from './faults.ts';
import { startCosmos, type CosmosOptions } from './start.ts';

/**
 * For tests that only the local endpoint can run: each test has its own, closed with it, with a count of its
 * requests.
 */
export async function openLocalEndpoint(
  options: Partial<CosmosOptions> & {
    definition?: Partial<ContainerDefinition>;
    clientOptions?: CosmosClientOptions;
  } = {},
): Promise<{
  endpoint: { url: string; key: string };
  container: Container;
  /** The same container through a client that gives up after half a second. */
  impatient: Container;
  faults: Faults;
  seen: () => string[];
}> {
  const { definition, clientOptions, ...own } = options;
  const requests: string[] = [];
  const faults: Faults = {};
  const endpoint = await startCosmos({
    port: 0,
    ...own,
    faults: {
      decide(request) {
        requests.push(request.kind);
        return faults.decide?.(request);
      },
    },
  });
  const client = new CosmosClient({
    endpoint: endpoint.url,
    key: endpoint.key,
    ...clientOptions,
  });
  const limited = new CosmosClient({
    endpoint: endpoint.url,
    key: endpoint.key,
    connectionPolicy: { requestTimeout: 500 },
  });
  onTestFinished(async () => {
    limited.dispose();
    client.dispose();
    await endpoint.close();
  });
  const { database } = await client.databases.create({ id: randomUUID() });
  const { container } = await database.containers.create({
    id: 'app',
    partitionKey: { paths: ['/pk'], version: PartitionKeyDefinitionVersion.V2 },
    ...definition,
  });
  return {
    endpoint,
    container,
    impatient: limited.database(database.id).container(container.id),
    faults,
    /** Returns the kinds of the requests since the last call. */
    seen: () => requests.splice(0),
  };
}
