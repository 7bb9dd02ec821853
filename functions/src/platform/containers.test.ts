import { CosmosClient } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { startTestStores } from '../testing/test-store.ts';
import { containers, ensureContainers } from './containers.ts';

const stores = await startTestStores();

test('the service has the containers as they are defined, also after a second start', async () => {
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
