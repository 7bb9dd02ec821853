import type { Caller } from '../core/context.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { mayDo } from '@handoff/shared/domain/access/role';
import type { Person } from '@handoff/shared/domain/access/user';
import { BreakGlass } from '@handoff/shared/domain/referral/restriction';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';
import type { Selection } from '../core/unit-of-work.ts';
import { breakGlassKind, referralKind } from './kinds/referral-records.ts';
import { above, isThere, oneOf, queryOf, select, type Where } from './select.ts';
import type { Partition, StoredDocument, Versioned } from '../platform/ports.ts';

/** Decides which restricted referrals a call may see; everything that it reads passes here. */
export interface Sight {
  visible<D extends Versioned>(documents: readonly D[]): Promise<D[]>;
  /** Checks a document that was read by its id; when the caller may not see it, the call counts as refused. */
  sees(document: Versioned): Promise<boolean>;
  /** Announces the read of a referral, so that lookups for its records wait for it instead of reading again. */
  expect(referralId: string, reading: Promise<Versioned | undefined>): void;
  /** Returns the restricted referral that the call was refused. */
  withheld(): string | undefined;
  /** Returns the ids of the restricted referrals that the caller may not see: counts leave them out. */
  hidden(): Promise<readonly string[]>;
  /** Tells whether the caller saw something only thanks to an emergency access. */
  usedEmergency(): boolean;
}

/** Used for scheduled work and for partitions without patients. */
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

/** The only place that decides who sees a restricted referral and its records. Managers need no lookup. */
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

  /** Looks up all unknown referrals in one query; most agencies have few restricted referrals, or none. */
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

  /** A partial referral without its restriction is looked up, too. */
  function unknownOf(document: Versioned): string | undefined {
    const id = referralOf(document);
    if (id === undefined || known.has(id)) return undefined;
    if (document.type !== 'referral' || !('Restriction' in document)) return id;
    keep(id, maySee(document));
    return undefined;
  }

  function keep(id: string, answer: Promise<boolean>): void {
    known.set(id, answer);
    // Waiting lookups get the failure; without any, it must not count as unhandled.
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
    const all = await wholeOf(partition, restrictedReferrals({}));
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
const RestrictedReferral = RestrictedDocument.extend(Id.shape);

export const isRestricted = (referral: object): boolean =>
  Boolean(RestrictedDocument.parse(referral).Restriction);

/** Tells whether this person may see the referral without emergency access. */
export function isNamed(referral: object, { person }: { person: Pick<Person, 'Id'> }): boolean {
  const { Restriction, Owner, CreatedBy } = RestrictedDocument.parse(referral);
  if (!Restriction) return true;
  return [Owner, CreatedBy, ...Restriction.People].some((named) => named?.Id === person.Id);
}

export const isReferralId = (id: string): boolean => id.startsWith('referral-');

export function referralOf({ id, type, ReferralId, subject }: StoredDocument): string | undefined {
  if (type === 'referral') return id;
  if (typeof ReferralId === 'string') return ReferralId;
  return typeof subject === 'string' && isReferralId(subject) ? subject : undefined;
}

const RECORDS_A_PAGE = 100;

/** Deleted ones, too: what belongs to them stays hidden. */
const restrictedReferrals = (only: Where<Referral>) =>
  select(
    referralKind,
    { withDeleted: true, where: { Restriction: { Since: isThere }, ...only } },
    RestrictedReferral,
  );

const restrictedAmong = (partition: Partition, ids: readonly string[]): Promise<Versioned[]> =>
  wholeOf(partition, restrictedReferrals({ Id: oneOf(ids) }));

export const accessesAt = (now: Date, only: Where<BreakGlass>) =>
  select(
    breakGlassKind,
    { withDeleted: true, where: { Until: above(now.toISOString()), ...only } },
    BreakGlass.pick({ Id: true, ReferralId: true, Person: true }),
  );

async function openedBy(partition: Partition, { person }: Caller, now: Date): Promise<Set<string>> {
  const accesses = await wholeOf(partition, accessesAt(now, { Person: { Id: person.Id } }));
  return new Set(accesses.map(({ ReferralId }) => String(ReferralId)));
}

export async function wholeOf(partition: Partition, selection: Selection<unknown>): Promise<Versioned[]> {
  const found: Versioned[] = [];
  let continuation: string | undefined;
  do {
    const page = await partition.query({ ...queryOf(selection), pageSize: RECORDS_A_PAGE, continuation });
    found.push(...page.documents);
    ({ continuation } = page);
  } while (continuation !== undefined);
  return found;
}
