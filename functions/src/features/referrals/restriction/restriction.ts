import { addMs } from '../../../core/time.ts';
import type { WriteContext } from '../../../core/context.ts';
import type { Person } from '@handoff/shared/domain/access/user';
import { BREAK_GLASS_MINUTES, BreakGlass } from '@handoff/shared/domain/referral/restriction';
import { sortName } from '@handoff/shared/domain/referral/referral-search';
import { isNamed } from '../../../records/restriction.ts';
import { notifyManagers } from '../../../writes/notify-person.ts';
import { AppError, existing } from '../../../core/app-error.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { listAll } from '../../../records/reader.ts';
import { referralKind, breakGlassKind } from '../../../records/kinds/referral-records.ts';
import { isColleague, userKind } from '../../../records/kinds/user-records.ts';
import { isThere, OnlyId, select } from '../../../records/select.ts';

type Calls = ApiHandlers['referrals'];

export const setRestriction: Calls['setRestriction'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const referral = existing(await work.get(referralKind, body.Id), 'This referral');
  const { Reason, IsRestricted } = body;
  const since = { Since: referral.Restriction?.Since ?? now.toISOString(), By: caller.person };
  const Restriction = IsRestricted
    ? { Reason, ...since, People: await membersOf(context, body.PeopleIds) }
    : null;
  const restricted = { ...referral, Restriction };
  work.replace(referralKind, referral, restricted);
  work.record({
    action: IsRestricted ? 'restriction.set' : 'restriction.lifted',
    subject: referral.Id,
    changes: [
      { field: 'Restriction', old: referral.Restriction?.Reason ?? null, new: Reason },
      { field: 'People', old: namesOf(referral.Restriction?.People), new: namesOf(Restriction?.People) },
    ].filter((change) => change.old !== change.new),
    topic: 'referral',
  });
  return { ReferralInfo: [restricted] };
};

const namesOf = (people: readonly Person[] = []) =>
  people.length === 0 ? null : people.map(({ FullName }) => FullName).join(', ');

async function membersOf({ system, caller }: WriteContext, ids: readonly string[]) {
  const people = await Promise.all([...new Set(ids)].map((id) => system.get(userKind, id)));
  return people.map((user) => {
    if (user && isColleague(user, caller.businessDomainId)) return { Id: user.Id, FullName: user.FullName };
    throw new AppError('invalid_request', 'One of these people does not work in this agency.', {
      fields: { PeopleIds: 'Choose people of this agency' },
    });
  });
}

export const findRestricted: Calls['findRestricted'] = async ({ body }, { find, viewed }) => {
  const { DateOfBirth, ...Patient } = body;
  const where = {
    Restriction: { Since: isThere },
    Patient: { DateOfBirth },
    SortName: sortName({ Patient }),
  };
  const found = await listAll(find, select(referralKind, { where }, OnlyId));
  const ReferralIds = found.map(({ Id }) => Id);
  viewed('Search for emergency access', ReferralIds);
  return { ReferralIds };
};

export const breakGlass: Calls['breakGlass'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const { ReferralId, Reason } = body;
  const referral = existing(await work.get(referralKind, ReferralId), 'This referral');
  if (isNamed(referral, caller))
    throw new AppError('conflict', 'You can open this referral without emergency access.');
  const access: BreakGlass = {
    Id: work.newId('break-glass'),
    ReferralId,
    Person: caller.person,
    Reason,
    At: now.toISOString(),
    Until: addMs(now, BREAK_GLASS_MINUTES * 60_000).toISOString(),
    Review: null,
  };
  work.create(breakGlassKind, access);
  work.record({
    action: 'break-glass.opened',
    subject: ReferralId,
    changes: [{ field: 'Reason', old: null, new: Reason }],
    topic: 'referral',
  });
  await notifyManagers(context, {
    kind: 'access',
    subject: ReferralId,
    text: `${caller.person.FullName} opened a restricted referral by emergency access`,
    isUrgent: true,
  });
  return { BreakGlass: [access] };
};

const accessesByTime = select(breakGlassKind, { order: ['At DESC'] });

export const breakGlassList: Calls['breakGlassList'] = async ({ query }, { find }) => {
  const page = await find.list(accessesByTime, { continuation: query.Continuation });
  return { BreakGlass: page.items, Continuation: page.Continuation };
};

/** The first review is final: no one else may change its finding. */
export const reviewBreakGlass: Calls['reviewBreakGlass'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const access = existing(await work.get(breakGlassKind, body.Id), 'This emergency access');
  const { Finding, Comment } = body;
  if (access.Review)
    throw new AppError('conflict', `${access.Review.By.FullName} has reviewed this already.`);
  if (access.Person.Id === caller.person.Id)
    throw new AppError('forbidden', 'Someone else reviews your own emergency access.');
  const reviewed = { ...access, Review: { Finding, Comment, At: now.toISOString(), By: caller.person } };
  work.replace(breakGlassKind, access, reviewed);
  work.record({
    action: 'break-glass.reviewed',
    subject: access.ReferralId,
    changes: [{ field: 'Finding', old: null, new: Finding }],
    topic: 'referral',
  });
  return { BreakGlass: [reviewed] };
};
