import { mayDo } from '@handoff/shared/domain/access/role';
import * as z from 'zod';
import type { Partition, StoredDocument } from '../platform/ports.ts';
import { isColleague, rolesIn, usersOf } from './kinds/user-records.ts';
import { listAll } from './reader.ts';
import type { Reader } from '../core/unit-of-work.ts';
import { accessesAt, isNamed, isRestricted, wholeOf } from './restriction.ts';

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
  const [people, accesses] = await Promise.all([
    listAll(system, usersOf(domainId)),
    wholeOf(partition, accessesAt(now, { ReferralId: referral.id })),
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

const Access = z.object({ Person: z.object({ Id: z.string() }) });
