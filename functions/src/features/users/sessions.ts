import { authorize } from '../../core/access.ts';
import type { Caller, WriteContext } from '../../core/context.ts';
import { existing, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import type { Loaded } from '../../core/unit-of-work.ts';
import { userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import { current } from '../../writes/edit.ts';
import { announceUser, changeUsers, editableUsers } from './change-users.ts';

type Calls = ApiHandlers['users'];

const MAX_SESSIONS = 10;
/** A use is recorded only this often, because every tab starts here. */
export const NOTED_EVERY_MS = 15 * 60_000;

export const listSessions: Calls['sessions'] = async ({ query }, { caller, system }) => {
  const user = existing(await system.get(userKind, ownOrManaged(caller, query.Id)), 'This user');
  return { SessionInfo: user.Sessions.toSorted((a, b) => b.LastUsedAt.localeCompare(a.LastUsedAt)) };
};

export const signOutUser: Calls['signOut'] = async ({ body }, context) => {
  const at = context.now.toISOString();
  const before = await current(context, editableUsers, {
    asked: { Id: ownOrManaged(context.caller, body.Id) },
  });
  if (body.SessionId !== undefined) return endSession(body.SessionId, before, context);
  const after = { ...before, Sessions: [], SignedOutAt: at };
  return { UserInfo: await changeUsers(context, 'user.signed-out', [{ before, after }]) };
};

function ownOrManaged(caller: Caller, id = caller.person.Id): string {
  if (id !== caller.person.Id) authorize(caller.roles, { access: 'users.manage' });
  return id;
}

/** Live connections are tracked by person, so those of other sessions close, too, and reconnect. */
function endSession(
  id: string,
  before: Loaded<StoredUser>,
  context: WriteContext,
): { UserInfo: StoredUser[] } {
  const Sessions = before.Sessions.filter(({ Id }) => Id !== id);
  const isOwn = before.Id === context.caller.person.Id && id === context.caller.claims.sessionId;
  if (!isOwn && Sessions.length === before.Sessions.length) throw notFound('This session');
  const after = { ...before, Sessions, SessionEndedAt: context.now.toISOString() };
  context.work.replace(userKind, before, after);
  context.work.audit({ action: 'user.session-ended', subject: before.Id });
  announceUser(context, after, { isCutOff: true });
  return { UserInfo: [after] };
}

/** Returns the sessions, with the caller's marked as used now. Beyond the limit, the least recently used one ends. */
export function withUse(
  { Sessions, SessionEndedAt }: Pick<StoredUser, 'Sessions' | 'SessionEndedAt'>,
  { caller: { claims }, now }: Pick<WriteContext, 'caller' | 'now'>,
  device: string,
): Pick<StoredUser, 'Sessions' | 'SessionEndedAt'> {
  const { sessionId: Id } = claims;
  if (Id === undefined) return { Sessions, SessionEndedAt };
  const at = now.toISOString();
  const known = Sessions.find((each) => each.Id === Id);
  const used = {
    Id,
    Device: device || (known?.Device ?? ''),
    StartedAt: known?.StartedAt ?? new Date(claims.signedInAt * 1000).toISOString(),
    LastUsedAt: at,
  };
  const others = Sessions.filter((each) => each !== known).toSorted((a, b) =>
    b.LastUsedAt.localeCompare(a.LastUsedAt),
  );
  const kept = others.slice(0, MAX_SESSIONS - 1);
  return { Sessions: [used, ...kept], SessionEndedAt: kept.length < others.length ? at : SessionEndedAt };
}
