import type { Caller } from '../core/context.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { mayDo } from '@handoff/shared/domain/access/role';
import type { Person } from '@handoff/shared/domain/access/user';
import * as z from 'zod';
import type { Partition, StoredDocument, Versioned } from '../platform/ports.ts';

/** What a call may see of restricted referrals: everything that it reads passes here. */
export interface Sight {
  /** Of this list, what may be seen. */
  visible<D extends Versioned>(documents: readonly D[]): Promise<D[]>;
  /** The same of what was asked for by its id; what is withheld then is what the call was refused. */
  sees(document: Versioned): Promise<boolean>;
  /** Notes that a referral is being read: what belongs to it waits for that, and does not read it again. */
  expect(referralId: string, reading: Promise<Versioned | undefined>): void;
  /** The restricted referral that was asked for. */
  withheld(): string | undefined;
  /** Ids of the restricted referrals that may not be seen: they are left out of what is counted. */
  hidden(): Promise<readonly string[]>;
  /** Whether something was seen that only an emergency access opens. */
  usedEmergency(): boolean;
}

/** For what the schedule itself does, and for partitions without patients. */
export const seesAll: Sight = {
  visible: async (documents) => [...documents],
  sees: async () => true,
  expect: () => {},
  withheld: () => undefined,
  hidden: async () => [],
  usedEmergency: () => false,
};

interface SightOptions {
  endpoint: Pick<Endpoint, 'scope' | 'seesRestricted'>;
  caller: Caller;
  partition: Partition;
  now: Date;
}

/**
 * The one place that decides who sees a restricted referral and what belongs to it: documents, notes, checks and
 * entries of the audit name it. Managers see all, and for them nothing is looked up.
 */
export function sightOf({ endpoint, caller, partition, now }: SightOptions): Sight {
  const isOfAgency = endpoint.scope === 'domain';
  if (!isOfAgency || endpoint.seesRestricted || mayDo(caller.roles, 'restrictions.manage')) return seesAll;
  const known = new Map<string, Promise<boolean>>();
  let refused: string | undefined;
  let opened: Promise<Set<string>> | undefined;
  let hidden: Promise<string[]> | undefined;
  let isEmergency = false;

  async function isOpened(referralId: string): Promise<boolean> {
    opened ??= openedBy(partition, caller, now);
    const isOpen = (await opened).has(referralId);
    isEmergency ||= isOpen;
    return isOpen;
  }

  const maySee = async (referral: Versioned) => isNamed(referral, caller) || (await isOpened(referral.id));

  /** By one query for all that are not known yet; most agencies have few restricted referrals, or none. */
  async function lookUp(documents: readonly Versioned[]): Promise<void> {
    const ids = [...new Set(documents.flatMap((document) => unknownOf(document) ?? []))];
    if (ids.length === 0) return;
    const found = restrictedAmong(partition, ids);
    for (const id of ids)
      keep(
        id,
        found.then((restricted) => {
          const referral = restricted.find((candidate) => candidate.id === id);
          return !referral || maySee(referral);
        }),
      );
    await found;
  }

  /** A part of a referral that says nothing about the restriction is looked up as well. */
  function unknownOf(document: Versioned): string | undefined {
    const id = referralOf(document);
    if (id === undefined || known.has(id)) return undefined;
    if (document.type !== 'referral' || !('Restriction' in document)) return id;
    keep(id, maySee(document));
    return undefined;
  }

  function keep(id: string, answer: Promise<boolean>): void {
    known.set(id, answer);
    // Whoever waits for it gets the failure; no one may.
    answer.catch(() => {});
  }

  async function visible<D extends Versioned>(documents: readonly D[]): Promise<D[]> {
    await lookUp(documents);
    const answers = await Promise.all(
      documents.map((document) => known.get(referralOf(document) ?? '') ?? belongsToNone),
    );
    return documents.filter((_document, index) => answers[index]);
  }

  async function findHidden(): Promise<string[]> {
    const all = await wholeOf(partition, { sql: restrictedReferrals, parameters: {} });
    const seen = await visible(all);
    return all.filter((referral) => !seen.includes(referral)).map(({ id }) => id);
  }

  return {
    visible,
    async sees(document) {
      const [seen] = await visible([document]);
      if (!seen) refused = referralOf(document);
      return seen !== undefined;
    },
    expect: (referralId, reading) =>
      keep(
        referralId,
        reading.then((referral) => !referral || maySee(referral)),
      ),
    withheld: () => refused,
    hidden: () => (hidden ??= findHidden()),
    usedEmergency: () => isEmergency,
  };
}

const belongsToNone = Promise.resolve(true);

const Id = z.object({ Id: z.string() });
const RestrictedDocument = z.object({
  Restriction: z.object({ People: z.array(Id) }).nullish(),
  Owner: Id.nullish(),
  CreatedBy: Id.nullish(),
});

export const isRestricted = (referral: object): boolean =>
  Boolean(RestrictedDocument.parse(referral).Restriction);

/** Whether this person may see the referral without emergency access. */
export function isNamed(referral: object, { person }: { person: Pick<Person, 'Id'> }): boolean {
  const { Restriction, Owner, CreatedBy } = RestrictedDocument.parse(referral);
  if (!Restriction) return true;
  return [Owner, CreatedBy, ...Restriction.People].some((named) => named?.Id === person.Id);
}

export const isReferralId = (id: string): boolean => id.startsWith('referral-');

/** The referral that a document is, or belongs to. */
export function referralOf({ id, type, ReferralId, subject }: StoredDocument): string | undefined {
  if (type === 'referral') return id;
  if (typeof ReferralId === 'string') return ReferralId;
  return typeof subject === 'string' && isReferralId(subject) ? subject : undefined;
}

const MOST = 100;

const restrictedReferrals =
  "SELECT c.id, c.type, c._etag, c.Restriction, c.Owner, c.CreatedBy FROM c WHERE c.type = 'referral'" +
  ' AND IS_DEFINED(c.Restriction.Since)';
/** `@ids` */
const restrictedOf = `${restrictedReferrals} AND ARRAY_CONTAINS(@ids, c.Id)`;

async function restrictedAmong(partition: Partition, ids: readonly string[]): Promise<Versioned[]> {
  return wholeOf(partition, { sql: restrictedOf, parameters: { ids } });
}

/** `@now` */
export const accessesNow =
  "SELECT c.id, c.type, c._etag, c.ReferralId, c.Person FROM c WHERE c.type = 'break-glass' AND c.Until > @now";
/** `@me`, `@now` */
const openedNow = `${accessesNow} AND c.Person.Id = @me`;

async function openedBy(partition: Partition, { person }: Caller, now: Date): Promise<Set<string>> {
  const parameters = { me: person.Id, now: now.toISOString() };
  const accesses = await wholeOf(partition, { sql: openedNow, parameters });
  return new Set(accesses.map(({ ReferralId }) => String(ReferralId)));
}

export async function wholeOf(
  partition: Partition,
  query: { sql: string; parameters: Record<string, string | readonly string[]> },
): Promise<Versioned[]> {
  const found: Versioned[] = [];
  let continuation: string | undefined;
  do {
    const page = await partition.query({ ...query, pageSize: MOST, continuation });
    found.push(...page.documents);
    ({ continuation } = page);
  } while (continuation !== undefined);
  return found;
}
