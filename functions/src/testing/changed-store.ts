import type { DocumentStore, Partition } from '../platform/ports.ts';

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
