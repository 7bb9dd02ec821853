import { type Faults, failNext } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { createCosmosStore } from '../platform/azure/cosmos.ts';
import { ensureContainers } from '../platform/containers.ts';
import { dueOutbox } from '../platform/queries.ts';

type StoreOptions = Parameters<typeof createCosmosStore>[0];
type Fault = Parameters<typeof failNext>[0];
type Kind = 'batch' | 'document' | 'query';

/** One endpoint per test file, at its top level; `newStore` gives every test a database of its own. */
export async function startTestStores() {
  const faults: Faults = {};
  const cosmos = await startCosmos({ port: 0, faults, crossPartitionQueries: [dueOutbox] });
  const stores: { close(): void }[] = [];
  afterAll(async () => {
    for (const store of stores) store.close();
    await cosmos.close();
  });
  return {
    at: { endpoint: cosmos.url, key: cosmos.key },
    async newStore(options: Partial<StoreOptions> = {}) {
      const at = { endpoint: cosmos.url, key: cosmos.key, database: randomUUID() };
      await ensureContainers(at);
      const store = createCosmosStore({ ...at, ...options });
      stores.push(store);
      return store;
    },
    /** The next `times` requests of this kind fail. */
    fail(kind: Kind, fault: Fault, times = 1) {
      faults.decide = failNext(fault, { when: (request) => request.kind === kind, times });
    },
  };
}
