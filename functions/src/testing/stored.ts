import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { DocumentStore, Partition, Versioned, StoredDocument } from '../platform/ports.ts';
import { EVERGREEN, HARBOR, people, type PersonName } from './people.ts';
import { userId, userKind, type StoredUser } from '../records/kinds/user-records.ts';
import type { TestApi } from './api.ts';

/** Includes only the personal partitions that stories write to. */
const partitions = ['sys', `d:${HARBOR}`, `d:${EVERGREEN}`, `u:${people.bo.oid}`, `u:${people.ana.oid}`];

export const storedIn = (store: DocumentStore, partitionKey: string) => allOf(store.app(partitionKey));

async function allOf(partition: Partition): Promise<Versioned[]> {
  const documents: Versioned[] = [];
  let continuation: string | undefined;
  do {
    const page = await partition.query({
      sql: 'SELECT * FROM c',
      parameters: {},
      pageSize: 100,
      continuation,
    });
    documents.push(...page.documents);
    continuation = page.continuation;
  } while (continuation);
  return documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns every document of the partitions that the examples write to; of addresses all but the addresses themselves. */
export const everythingStored = async (store: DocumentStore): Promise<Versioned[]> =>
  (await storedByPartition(store)).flatMap(({ documents }) => documents);

export const storedByPartition = (store: DocumentStore) =>
  Promise.all(
    [...partitions.map((key) => store.app(key)), store.addresses('CT')].map(async (partition) => ({
      key: partition.key,
      documents: await allOf(partition),
    })),
  );

/** Lists an agency's blobs: documents, and raw exchanges with payers. */
export async function filesOf({ platform: { blobs } }: TestApi, domainId: string): Promise<string[]> {
  const containers = ['documents', 'payer-exchanges'] as const;
  return (await Promise.all(containers.map((name) => blobs.names(name, `${domainId}/`)))).flat();
}

/**
 * Returns files that nothing would ever remove. `others` are from the tests before this one, which share the storage.
 */
export async function filesWithoutRecord(
  handoff: TestApi,
  domainId: string,
  others: readonly string[],
): Promise<string[]> {
  const stored = await storedIn(handoff.store, `d:${domainId}`);
  const known = stored.flatMap(({ id, type, blobName: file }) =>
    type === 'document' ? [String(file)] : [`${id}.270`, `${id}.271`],
  );
  const kept = new Set([...others, ...known.map((name) => `${domainId}/${name}`)]);
  return (await filesOf(handoff, domainId)).filter((name) => !kept.has(name));
}

const bookkeeping = new Set(['idem', 'outbox', 'audit-head', 'audit-view', 'quota']);

/** Counts documents by type, for the types that matter to people. */
export function countByType(documents: Versioned[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of documents) if (!bookkeeping.has(type)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

const Link = z.object({ seq: z.number(), prev: z.string(), hash: z.string(), entry: z.string() });
const Head = z.object({ seq: z.number(), hash: z.string() });

/** Recomputes every audit chain from the stored text; throws where one is broken. */
export async function verifyAuditChains(store: DocumentStore, keys = partitions): Promise<void> {
  for (const key of keys) {
    const documents = await storedIn(store, key);
    let end = { seq: 0, hash: '' };
    for (const document of documents.filter(({ type }) => type === 'audit')) {
      const { seq, prev, hash, entry } = Link.parse(document);
      const computed = createHash('sha256')
        .update(prev + entry)
        .digest('hex');
      if (seq !== end.seq + 1 || prev !== end.hash || hash !== computed)
        throw new Error(`The audit chain of ${key} is broken at ${seq}`);
      end = { seq, hash };
    }
    const head = Head.parse(documents.find(({ type }) => type === 'audit-head') ?? end);
    if (head.seq !== end.seq || head.hash !== end.hash)
      throw new Error(`The audit head of ${key} says ${head.seq}, its chain ends at ${end.seq}`);
  }
}

/** Changes a user as an administrator could meanwhile. */
export async function changeUser(
  { store }: TestApi,
  person: PersonName,
  changes: Partial<Pick<StoredUser, 'Active' | 'SystemRole'>> & { roles?: StoredUser['RolesWithinAgencies'] },
): Promise<void> {
  const { roles, ...fields } = changes;
  const stored = await store.app('sys').read(userId(people[person].oid));
  if (!stored) throw new Error(`${person} has no record`);
  const user = userKind.schema.parse(stored);
  const RolesWithinAgencies = roles ?? user.RolesWithinAgencies;
  const DomainIds = RolesWithinAgencies.map((role) => role.BusinessDomainId);
  const { _etag: ifMatch, ...before } = stored;
  const document: StoredDocument = {
    ...before,
    id: stored.id,
    type: stored.type,
    ...fields,
    RolesWithinAgencies,
    DomainIds,
  };
  const result = await store.app('sys').commit([{ op: 'replace', document, ifMatch }]);
  if (result.outcome !== 'applied') throw new Error(`Changing ${person}: ${result.outcome}`);
}

/** Gives a person in an agency the current roles of another person. */
export async function giveRolesOf(
  handoff: TestApi,
  model: PersonName,
  to: { person: PersonName; in: string },
): Promise<void> {
  const stored = await handoff.store.app('sys').read(userId(people[model].oid));
  const { SystemRole, RolesWithinAgencies } = stored ? userKind.schema.parse(stored) : noUser;
  const RoleWithinAgency = RolesWithinAgencies[0]?.RoleWithinAgency;
  await changeUser(handoff, to.person, {
    SystemRole,
    roles: RoleWithinAgency ? [{ BusinessDomainId: to.in, RoleWithinAgency }] : [],
  });
}

const noUser = { SystemRole: 'User', RolesWithinAgencies: [] } as const satisfies Partial<StoredUser>;

/** Copies a referral in one write, because many creations through the API would wait for each other. */
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
