import type { DocumentStore } from '../platform/ports.ts';

/** More of the same in one write: many creations through the API would wait for each other. */
export async function copyReferral(
  store: DocumentStore,
  { id, domain, times }: { id: string; domain: string; times: number },
): Promise<void> {
  const partition = store.app(`d:${domain}`);
  const original = await partition.read(id);
  if (!original) throw new Error(`No referral ${id}`);
  const { _etag, ...fields } = original;
  const result = await partition.commit(
    Array.from({ length: times }, (_, n) => ({
      op: 'create',
      document: { ...fields, id: `${id}-${n}`, Id: `${id}-${n}`, type: 'referral' },
    })),
  );
  if (result.outcome !== 'applied') throw new Error(`Copying a referral: ${result.outcome}`);
}
