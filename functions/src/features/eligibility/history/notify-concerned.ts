import { mayDo } from '@handoff/shared/domain/access/role';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { News, WriteContext } from '../../../core/context.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import type { StoredCheck } from '../../../records/kinds/eligibility-records.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { notifyPerson } from '../../../writes/notify-person.ts';
import { mayBeOnePerson, answersFor } from './check-history.ts';
import { planMove } from './plan-move.ts';
import { usersOf } from '../../../records/kinds/user-records.ts';

/** Each person is a write and a message in one batch. */
const MAX_NOTIFIED = 20;

export async function isOpen(find: Reader, referralId: string): Promise<boolean> {
  const [referral, lists] = [await find.get(referralKind, referralId), await find.get(listsKind, 'lists')];
  const status = lists?.SettingsReferralStatusesInfo.find(({ Id }) => Id === referral?.StatusId);
  return referral?.Decision.Kind === 'Pending' && status?.Terminal !== true;
}

/** Says that the patient of an open referral is in another plan than the last check found; called before it is recorded. */
export async function moveSinceLastCheck(
  { work }: WriteContext,
  { referralId, check }: { referralId: string; check: StoredCheck },
): Promise<string | undefined> {
  if (!(await isOpen(work, referralId))) return undefined;
  const [before] = (await work.list(answersFor(referralId), { pageSize: 1 })).items;
  return before && mayBeOnePerson(before, check) ? planMove(before, check) : undefined;
}

/** Notifies the owner, or without one everyone who may check. */
export async function notifyConcerned(
  write: WriteContext,
  referralId: string,
  news: Pick<News, 'text' | 'alsoOfOwn'>,
): Promise<void> {
  const referral = await write.work.get(referralKind, referralId);
  if (!referral) return;
  for (const to of await concerned(write, referral))
    await notifyPerson(write, { ...news, to, kind: 'eligibility', subject: referralId });
}

async function concerned({ system, caller }: WriteContext, { Owner }: Referral): Promise<string[]> {
  if (Owner) return [Owner.Id];
  const domain = caller.businessDomainId;
  const users = await listAll(system, usersOf(domain));
  return users
    .filter(({ Active, ServerAuthenticated }) => Active && ServerAuthenticated === 1)
    .filter(({ SystemRole, RolesWithinAgencies }) => {
      const role = RolesWithinAgencies.find(({ BusinessDomainId }) => BusinessDomainId === domain);
      return mayDo({ SystemRole, RoleWithinAgency: role?.RoleWithinAgency }, 'eligibility.check');
    })
    .slice(0, MAX_NOTIFIED)
    .map(({ Id }) => Id);
}
