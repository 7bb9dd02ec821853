import { CosmosClient, PartitionKeyDefinitionVersion } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { startTestStores } from '../testing/test-store.ts';
import { containers, ensureContainers } from './containers.ts';

const stores = await startTestStores();

test('the service has the defined containers, even after a second start', async () => {
  const at = { ...stores.at, database: 'twice' };
  await ensureContainers(at);
  await ensureContainers(at);
  const client = new CosmosClient(at);
  const database = client.database(at.database);
  for (const container of containers) {
    const { resource } = await database.container(container.id).read();
    expect(resource).toMatchObject(container);
    expect(resource?.partitionKey).toMatchObject({ paths: ['/pk'], version: 2 });
    expect(resource?.defaultTtl).toBe(-1);
  }
  client.dispose();
});

test('a container of an older version gets the new indexes, and keeps its data', async () => {
  const at = { ...stores.at, database: 'older' };
  const client = new CosmosClient(at);
  const { database } = await client.databases.create({ id: at.database });
  const indexingPolicy = { includedPaths: [{ path: '/*' }], excludedPaths: [] };
  const { container } = await database.containers.create({
    id: 'app',
    partitionKey: { paths: ['/pk'], version: PartitionKeyDefinitionVersion.V2 },
    defaultTtl: -1,
    indexingPolicy,
  });
  await container.items.create({ id: 'one', pk: 'd:1' });
  await ensureContainers(at);
  expect((await container.read()).resource?.indexingPolicy).toEqual(containers[0]?.indexingPolicy);
  expect((await container.item('one', 'd:1').read()).resource).toMatchObject({ id: 'one' });
  const { etag } = await container.read();
  await ensureContainers(at);
  expect((await container.read()).etag).toBe(etag);
  client.dispose();
});
