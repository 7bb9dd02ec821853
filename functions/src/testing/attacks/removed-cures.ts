import type { DocumentStore, Partition, Tokens } from '../../platform/ports.ts';

// The product without one of its protections, through its ports.

/** Every token as if its person had signed in a moment ago. */
export const asIfJustSignedIn = (tokens: Tokens): Tokens => ({
  async verify(authorization) {
    const verdict = await tokens.verify(authorization);
    if (verdict.outcome !== 'valid') return verdict;
    return { ...verdict, claims: { ...verdict.claims, signedInAt: Infinity } };
  },
});

/** What was deleted is read as if it were there. */
export const withDeletedReferrals = (store: DocumentStore) =>
  withPartitions(store, (partition) => ({
    read: async (id) => {
      const document = await partition.read(id);
      return document?.type === 'referral' ? { ...document, DeletedAt: null } : document;
    },
  }));

/** Nothing about who looked is kept. */
export const withoutViews = (store: DocumentStore) =>
  withPartitions(store, (partition) => ({
    commit: async (operations) =>
      operations.every(({ document }) => document.type === 'audit-view')
        ? { outcome: 'applied', etags: operations.map(() => ''), ru: 0 }
        : partition.commit(operations),
  }));

function withPartitions(
  store: DocumentStore,
  changed: (partition: Partition) => Partial<Partition>,
): DocumentStore {
  return {
    ...store,
    app: (key) => {
      const partition = store.app(key);
      return { ...partition, ...changed(partition) };
    },
  };
}
