import { randomUUID } from 'node:crypto';
import { CosmosClient } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { useAccount } from './account.ts';

const account = useAccount();

// Source: Azure/azure-sdk-for-js container.spec.ts, "Default partition key" and "createIfNotExists"
test('containers are created once, read, listed, queried and deleted', async () => {
  const id = randomUUID();
  const { containers } = account.database();
  await containers.create({ id, partitionKey: { paths: ['/pk'] }, defaultTtl: 60 });
  await expect(containers.create({ id, partitionKey: { paths: ['/pk'] } })).rejects.toMatchObject({
    code: 409,
  });
  const { container } = await containers.createIfNotExists({ id, partitionKey: { paths: ['/pk'] } });
  const { resource } = await container.read();
  expect(resource).toMatchObject({ id, defaultTtl: 60, indexingPolicy: { indexingMode: 'consistent' } });
  expect(resource?.partitionKey?.paths).toEqual(['/pk']);

  const { resources: all } = await containers.readAll().fetchAll();
  expect(all.map((entry) => entry.id)).toContain(id);
  const byId = { query: 'SELECT * FROM root r WHERE r.id=@id', parameters: [{ name: '@id', value: id }] };
  const { resources: found } = await containers.query(byId).fetchAll();
  expect(found.map((entry) => entry.id)).toEqual([id]);
  expect((await container.readPartitionKeyRanges().fetchAll()).resources.length).toBeGreaterThan(0);

  await container.items.create({ id: 'gone with it', pk: 'a' });
  await container.delete();
  await expect(container.read()).rejects.toMatchObject({ code: 404 });
  const { container: again } = await containers.create({ id, partitionKey: { paths: ['/pk'] } });
  expect((await again.item('gone with it', 'a').read()).statusCode).toBe(404);
});

// Source: learn.microsoft.com, PartitionKeyRangeStatistics: partitions below 1 GB are not named
test('a container says how large its partitions are when it is asked', async () => {
  const container = await account.newContainer();
  await container.items.create({ id: '1', pk: 'small' });
  const headers = { 'x-ms-documentdb-populatepartitionstatistics': 'true' };
  const { resource } = await container.read({ initialHeaders: headers });
  expect(resource).toMatchObject({ statistics: [{ id: '0' }] });
  expect(JSON.stringify(resource)).not.toContain('small');
  expect((await container.read()).resource).not.toHaveProperty('statistics');
});

// Source: container.spec.ts, "Replacing partition key is not allowed."
test('the partition key of a container cannot change', async () => {
  const container = await account.newContainer();
  await expect(
    container.replace({ id: container.id, partitionKey: { paths: ['/other'] } }),
  ).rejects.toMatchObject({ code: 400 });
});

// Source: container.spec.ts, "Has 'paths' property as string"; learn.microsoft.com/azure/cosmos-db/index-policy:
// the root path must be in one of the lists
test('a malformed definition is refused', async () => {
  await expect(
    account.newContainer({ indexingPolicy: { includedPaths: [{ path: '/type/?' }], excludedPaths: [] } }),
  ).rejects.toMatchObject({ code: 400 });
});

// Source: learn.microsoft.com/azure/cosmos-db/partitioning-overview: a path is of property names, without blanks
test('a partition key path with a blank is refused', async () => {
  for (const path of ['/a key', '/key ', '/nested/a key'])
    await expect(account.newContainer({ partitionKey: { paths: [path] } })).rejects.toMatchObject({
      code: 400,
    });
});

// Source: container.spec.ts of the SDK's first version, "Should create collection with ... indexing policy"
test('the root may be included as "/" too', async () => {
  const container = await account.newContainer({
    indexingPolicy: { includedPaths: [{ path: '/' }], excludedPaths: [{ path: '/secret/*' }] },
  });
  await container.items.create({ id: '1', pk: 'a', name: 'x' });
  const sorted = container.items.query('SELECT * FROM c ORDER BY c.name', { partitionKey: 'a' });
  expect((await sorted.fetchAll()).resources).toHaveLength(1);
});

// Source: container.spec.ts, "Create container with default indexing policy"
test('the default policy indexes everything but the etag', async () => {
  const container = await account.newContainer();
  const policy = (await container.read()).resource?.indexingPolicy;
  expect(policy?.includedPaths?.map((entry) => entry.path)).toEqual(['/*']);
  expect(policy?.excludedPaths?.map((entry) => entry.path)).toEqual(['/"_etag"/?']);
});

// Source: Azure/azure-sdk-for-js authorization.spec.ts, "Accessing container by wrong key" in spirit
test('a wrong key is refused with 401', async () => {
  const { endpoint } = await accountEndpoint();
  const stranger = new CosmosClient({ endpoint, key: Buffer.from('not the key').toString('base64') });
  await expect(stranger.databases.readAll().fetchAll()).rejects.toMatchObject({ code: 401 });
  stranger.dispose();
});

test('a missing container and a missing database answer 404', async () => {
  await expect(account.database().container('none').read()).rejects.toMatchObject({ code: 404 });
  await expect(account.client.database('none').read()).rejects.toMatchObject({ code: 404 });
  const read = await account.database().container('none').item('a', 'a').read();
  expect(read.statusCode).toBe(404);
});

async function accountEndpoint(): Promise<{ endpoint: string }> {
  return { endpoint: await account.client.getWriteEndpoint() };
}
