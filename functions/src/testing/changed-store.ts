import { createCosmosStore } from '../platform/azure/cosmos/store.ts';
import type { DocumentStore, Partition } from '../platform/ports.ts';
import type { TestApi } from './api.ts';

/**
 * Wraps the store so that its partitions do some things differently, with one of a kind for each partition as long as
 * this store lives.
 */
export function withPartitions(
  store: DocumentStore,
  change: (partition: Partition) => Partial<Partition>,
): DocumentStore {
  const changed = new Map<string, Partition>();
  return {
    ...store,
    app: (key) => {
      const known = changed.get(key);
      if (known) return known;
      const partition = store.app(key);
      const made = { ...partition, ...change(partition) };
      changed.set(key, made);
      return made;
    },
  };
}

/** Another store on the same database, which tells the request units of each answered request. */
export function chargedStore({ settings }: TestApi, onCharge: (ru: number) => void) {
  const { COSMOS_ENDPOINT: endpoint = '', COSMOS_KEY: key = '', COSMOS_DATABASE: database = '' } = settings;
  return createCosmosStore({ endpoint, key, database, onCharge });
}
