import type { Caller, WriteContext } from '../../core/context.ts';
import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import type { AccountInfo } from '@handoff/shared/domain/access/user';
import { splitName } from '@handoff/shared/domain/person/contact';
import type { ApiHandlers } from '../../http/handlers.ts';
import { userId, userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import { NOTED_EVERY_MS, withUse } from './sessions.ts';
import type { Loaded } from '../../core/unit-of-work.ts';

interface FirstAdministrator {
  firstAdministratorOid: string | undefined;
}

/** The browser's fields count only where the token has none. An unknown person waits for an administrator. */
export function checkUser({ firstAdministratorOid }: FirstAdministrator): ApiHandlers['users']['check'] {
  return async ({ body }, context) => {
    const { caller, work, now, requestId: RequestId } = context;
    const known = await work.get(userKind, userId(caller.claims.oid));
    if (known) return [{ ...asKnown(noteSignIn(known, body.Device, context)), RequestId }];
    const isFirst = caller.claims.oid === firstAdministratorOid;
    const at = now.toISOString();
    const user: StoredUser = {
      ...unknownUser(caller, body),
      ...withUse({ Sessions: [] }, context, body.Device),
      Etag: work.etag,
      LastSignInAt: at,
      ...(isFirst ? administrator : { WaitingSince: at }),
    };
    work.create(userKind, user);
    work.notify({ group: ADMINISTRATORS_GROUP }, { topic: 'user', id: user.Id, by: user.Id });
    work.audit({ action: isFirst ? 'user.first-administrator' : 'user.waiting', subject: user.Id });
    return [{ ...user, RequestId }];
  };
}

/** Not an edit: no one's version becomes stale. */
function noteSignIn(known: Loaded<StoredUser>, device: string, context: WriteContext): StoredUser {
  const { work, now, caller } = context;
  const isRecent = (at: string | undefined) =>
    at !== undefined && now.getTime() - Date.parse(at) < NOTED_EVERY_MS;
  const session = known.Sessions.find(({ Id }) => Id === caller.claims.sessionId);
  if (isRecent(known.LastSignInAt) && isRecent(session?.LastUsedAt)) return known;
  const LastSignInAt = isRecent(known.LastSignInAt) ? known.LastSignInAt : now.toISOString();
  const user = { ...known, LastSignInAt, ...withUse(known, context, device) };
  work.replace(userKind, known, user);
  return user;
}

const administrator = { ServerAuthenticated: 1, Active: true, SystemRole: 'Administrator' } as const;

function unknownUser({ claims }: Caller, sent: AccountInfo): Omit<StoredUser, 'Etag' | 'Sessions'> {
  const FullName = claims.name || sent.FullName;
  const names = { ...splitName(FullName), ...(FullName === sent.FullName && wordsOfName(sent)) };
  return {
    Id: userId(claims.oid),
    LocalAccountId: claims.oid,
    TenantId: claims.tid,
    FullName,
    ...names,
    Email: claims.email || sent.Email,
    ServerAuthenticated: 0,
    Active: false,
    SystemRole: 'User',
    RolesWithinAgencies: [],
    DomainIds: [],
  };
}

const wordsOfName = ({ FirstName, LastName }: AccountInfo) =>
  FirstName || LastName ? { FirstName, LastName } : {};

/** Reports someone who lost access as not authenticated, as the specification says. */
const asKnown = (user: StoredUser): StoredUser => (user.Active ? user : { ...user, ServerAuthenticated: 0 });
