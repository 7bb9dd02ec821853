import type { WriteContext } from '../../core/context.ts';
import type { ExpectedUser } from '@handoff/shared/domain/access/user';
import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { remove, type Editable } from '../../writes/edit.ts';
import { AppError } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { inAnyCase, isMissing, select } from '../../records/select.ts';
import { expectedUserKind, userKind } from '../../records/kinds/user-records.ts';
import { checkAgencies } from './change-users.ts';

type Calls = ApiHandlers['users'];

/** People who have signed in and wait; someone who was refused no longer waits. */
const waitingUsers = select(userKind, { where: { ServerAuthenticated: 0, RefusedAt: isMissing } });
const withAccess = (email: string) => select(userKind, { where: { Active: true, Email: inAnyCase(email) } });

export const waiting: Calls['waiting'] = async (_input, { find }) => {
  const [page, WaitingCount, expected] = await Promise.all([
    find.list(waitingUsers, { pageSize: 100 }),
    find.count(waitingUsers),
    allExpected(find),
  ]);
  const WaitingUsersInfo = page.items
    .toSorted((a, b) => (a.WaitingSince ?? '').localeCompare(b.WaitingSince ?? ''))
    .map((user) => ({
      ...user,
      Expected: expected.find(({ Email }) => Email === user.Email.toLowerCase()) ?? null,
    }));
  return { WaitingUsersInfo, WaitingCount };
};

export const expected: Calls['expected'] = async (_input, { find }) => ({
  ExpectedUsersInfo: (await allExpected(find)).toSorted((a, b) => a.Email.localeCompare(b.Email)),
});

export const addExpected: Calls['addExpected'] = async ({ body }, context) => {
  const { work } = context;
  if (await expectedWith(work, body.Email))
    throw new AppError('conflict', `${body.Email} has already been invited.`, {
      fields: { Email: 'This address has already been invited' },
    });
  const [known] = (await work.list(withAccess(body.Email), { pageSize: 1 })).items;
  if (known)
    throw new AppError('conflict', `${known.FullName} has access already.`, {
      fields: { Email: `${known.FullName} has access already` },
    });
  const agencies = body.RolesWithinAgencies.map(({ BusinessDomainId }) => BusinessDomainId);
  await checkAgencies(context, agencies, 'RolesWithinAgencies');
  return { ExpectedUsersInfo: [invite(context, body)] };
};

/** Salted by a caller that invites several people. */
export function invite(
  context: WriteContext,
  invited: Pick<ExpectedUser, 'Email' | 'SystemRole' | 'RolesWithinAgencies'>,
  salt?: string,
): ExpectedUser {
  const { work, caller, now } = context;
  const user: ExpectedUser = {
    ...invited,
    Id: work.newId('expected', salt),
    CreatedAt: now.toISOString(),
    CreatedBy: caller.person,
  };
  work.create(expectedUserKind, user);
  work.audit({ action: 'user.expected', subject: user.Id });
  announceInvitation(context, user);
  return user;
}

const invitations: Editable<ExpectedUser> = {
  kind: expectedUserKind,
  what: 'this person',
  announce: (context, { after }) => announceInvitation(context, after),
};

export const removeExpected: Calls['removeExpected'] = async ({ body }, context) => {
  const { record } = await remove(context, invitations, { action: 'user.expected-no-more', asked: body });
  return { ExpectedUsersInfo: [record] };
};

/** Removes the invitation once its person has access; the entry about the access names the administrator. */
export async function expectNoMore(context: WriteContext, email: string): Promise<void> {
  const listed = await expectedWith(context.work, email.toLowerCase());
  const user = listed && (await context.work.get(expectedUserKind, listed.Id));
  if (user) context.work.softDelete(expectedUserKind, user);
}

const allExpected = (find: Reader) => listAll(find, select(expectedUserKind));

const expectedWith = async (find: Reader, email: string) =>
  (await allExpected(find)).find(({ Email }) => Email === email);

function announceInvitation({ work, caller }: WriteContext, { Id }: ExpectedUser): void {
  work.notify({ group: ADMINISTRATORS_GROUP }, { topic: 'user', id: Id, by: caller.person.Id });
}
