import { mayDo } from '@handoff/shared/domain/access/role';
import * as z from 'zod';
import type { Partition, StoredDocument } from '../platform/ports.ts';
import { isColleague, rolesIn, userKind, usersOfDomain } from './kinds/user-records.ts';
import { listAll } from './reader.ts';
import type { Reader } from '../core/unit-of-work.ts';
import { accessesNow, isNamed, isRestricted, wholeOf } from './restriction.ts';

interface AgencyReads {
  partition: Partition;
  domainId: string;
  system: Reader;
  now: Date;
}

/** Returns the ids of colleagues who may see this referral; undefined when everyone in the agency may. */
export async function viewersOf(
  referral: StoredDocument,
  { partition, domainId, system, now }: AgencyReads,
): Promise<ReadonlySet<string> | undefined> {
  if (!isRestricted(referral)) return undefined;
  const opened = { referral: referral.id, now: now.toISOString() };
  const [people, accesses] = await Promise.all([
    listAll(system, userKind, { sql: usersOfDomain, parameters: { domain: domainId } }),
    wholeOf(partition, { sql: openersNow, parameters: opened }),
  ]);
  const openers = new Set(accesses.map((access) => Access.parse(access).Person.Id));
  const viewers = people.filter(
    (person) =>
      isColleague(person, domainId) &&
      (isNamed(referral, { person }) ||
        openers.has(person.Id) ||
        mayDo(rolesIn(person, domainId), 'restrictions.manage')),
  );
  return new Set(viewers.map(({ Id }) => Id));
}

const openersNow = `${accessesNow} AND c.ReferralId = @referral`;
const Access = z.object({ Person: z.object({ Id: z.string() }) });
