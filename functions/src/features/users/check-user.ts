import type { Api } from '@handoff/shared/contract/api';
import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { splitName } from '@handoff/shared/domain/person/contact';
import type { AtomicHandler, Caller, WriteContext } from '../../pipeline/request/handlers.ts';
import { userId, userKind, type StoredUser } from '../../records/user-records.ts';

interface FirstAdministrator {
  /** Object id of the person who may let the others in, from configuration. */
  firstAdministratorOid: string | undefined;
}

/**
 * Who the token says has signed in: what the browser sends about the account is not believed. An unknown person
 * is recorded and waits for an administrator.
 */
export function checkUser({
  firstAdministratorOid,
}: FirstAdministrator): AtomicHandler<Api['users']['check']> {
  return async (_input, context) => {
    const { caller, work, now } = context;
    const known = await work.get(userKind, userId(caller.claims.oid));
    if (known) return { UserInfo: [noteSignIn(known, context)] };
    const isFirst = caller.claims.oid === firstAdministratorOid;
    const at = now.toISOString();
    const user: StoredUser = {
      ...stranger(caller),
      Etag: work.etag,
      LastSignInAt: at,
      ...(isFirst ? administrator : { WaitingSince: at }),
    };
    work.create(userKind, user);
    work.notify({ group: ADMINISTRATORS_GROUP }, { topic: 'user', id: user.Id, by: user.Id });
    work.audit({ action: isFirst ? 'user.first-administrator' : 'user.waiting', subject: user.Id });
    return { UserInfo: [user] };
  };
}

const NOTED_EVERY_MS = 15 * 60_000;

/** Not an edit: it makes nobody's version stale. Rarely, as every tab asks here first. */
function noteSignIn(known: StoredUser, { work, now }: WriteContext): StoredUser {
  if (known.LastSignInAt && now.getTime() - Date.parse(known.LastSignInAt) < NOTED_EVERY_MS) return known;
  const user = { ...known, LastSignInAt: now.toISOString() };
  work.replace(userKind, user);
  return user;
}

const administrator = { ServerAuthenticated: 1, Active: true, SystemRole: 'Administrator' } as const;

function stranger({ claims }: Caller): Omit<StoredUser, 'Etag'> {
  return {
    Id: userId(claims.oid),
    ObjectId: claims.oid,
    TenantId: claims.tid,
    FullName: claims.name,
    ...splitName(claims.name),
    Email: claims.email,
    ServerAuthenticated: 0,
    Active: false,
    SystemRole: 'User',
    RolesWithinAgencies: [],
    DomainIds: [],
  };
}
