import { closedStatusIds } from '@handoff/shared/domain/agency/list-settings';
import type { WriteContext } from '../../core/context.ts';
import type { Person } from '@handoff/shared/domain/access/user';
import { AppError } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { notifyPerson } from '../../writes/notify-person.ts';
import { reassignReferences, referenceOf, type Use } from '../../records/references.ts';
import { noneOf, select } from '../../records/select.ts';
import { announceChange } from '../../writes/edit.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { isColleague, userKind } from '../../records/kinds/user-records.ts';

type Calls = ApiHandlers['users'];

export const openWork: Calls['openWork'] = async ({ query }, { find }) => ({
  OpenReferrals: await (await openReferrals(find, query.UserId)).count(find),
});

export const handOverWork: Calls['handOverWork'] = async ({ body }, context) => {
  const to = body.ToUserId === null ? null : await memberOf(context, body.ToUserId);
  const use = await openReferrals(context.work, body.FromUserId, to);
  const { moved, remaining } = await reassignReferences(context, [use]);
  if (moved > 0) {
    announceChange(context, { topic: 'referral', id: body.FromUserId });
    if (to) await notifyNewOwner(context, { to, moved });
  }
  return { Moved: moved, Remaining: remaining };
};

async function openReferrals(find: Reader, owner: string, to: Person | null = null): Promise<Use> {
  const lists = await find.get(listsKind, 'lists');
  const closed = closedStatusIds(lists?.SettingsReferralStatusesInfo);
  return referenceOf({
    what: 'open referrals',
    kind: referralKind,
    found: select(referralKind, { where: { Owner: { Id: owner }, StatusId: noneOf(closed) } }),
    moved: (referral, context) => ({ ...referral, Owner: to, ...editedBy(context) }),
    changes: ({ Id, Owner }) => ({
      action: 'referral.handed-over',
      subject: Id,
      changes: [{ field: 'Owner.FullName', old: Owner?.FullName ?? null, new: to?.FullName ?? null }],
    }),
  });
}

async function memberOf({ system, caller }: WriteContext, id: string): Promise<Person> {
  const user = await system.get(userKind, id);
  if (user && isColleague(user, caller.businessDomainId)) return { Id: user.Id, FullName: user.FullName };
  throw new AppError('invalid_request', 'This person does not work in this agency.', {
    fields: { ToUserId: 'Choose someone in this agency' },
  });
}

const notifyNewOwner = (context: WriteContext, { to, moved }: { to: Person; moved: number }) =>
  notifyPerson(context, {
    to: to.Id,
    kind: 'assignment',
    subject: to.Id,
    text: `${context.caller.person.FullName} handed over ${moved} open ${moved === 1 ? 'referral' : 'referrals'} to you`,
  });
