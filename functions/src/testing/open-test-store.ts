import { afterAll } from 'vitest';
import { createCosmosStore } from '../platform/azure/cosmos.ts';
import { ensureContainers } from '../platform/containers.ts';

/** A database of a name one knows, for tests that share it with another process. */
export async function openTestStore(at: { endpoint: string; key: string; database: string }) {
  await ensureContainers(at);
  const store = createCosmosStore(at);
  afterAll(() => store.close());
  return store;
}
