import { SYSTEM_PARTITION, takesRight } from '../core/access.ts';
import type { Caller } from '../core/context.ts';
import type { Access, Endpoint, Scope } from '@handoff/shared/contract/endpoint';
import { mayDo, type AgencyRole } from '@handoff/shared/domain/access/role';
import * as z from 'zod';
import type { DocumentStore, TokenClaims, Platform } from '../platform/ports.ts';
import {
  currentDomainKind,
  userId,
  userKind,
  type StoredUser,
  businessDomainKind,
} from '../records/kinds/user-records.ts';
import { AppError, notFound } from '../core/app-error.ts';
import { systemReader } from '../records/reader.ts';

const noAccessYet = 'You are signed in, but have no access yet. Ask your administrator.';

/** The person behind a token, read afresh for every request: a removed role takes effect at once. */
export async function loadCaller(store: DocumentStore, claims: TokenClaims, access: Access): Promise<Caller> {
  const record = await store.app(SYSTEM_PARTITION).read(userId(claims.oid));
  const user = record && userKind.schema.parse(record);
  if (user) refuseEndedSignIn(user, claims);
  if (!user?.Active || user.ServerAuthenticated === 0) {
    if (access !== 'signed-in') throw new AppError('no_access', noAccessYet);
    return callerWithoutAccess(claims);
  }
  const businessDomainId = await chosenDomain(store, user, claims);
  const membership = user.RolesWithinAgencies.find((role) => role.BusinessDomainId === businessDomainId);
  checkKindOfCaller(claims, { role: membership?.RoleWithinAgency, access });
  return {
    claims,
    person: { Id: user.Id, FullName: user.FullName },
    roles: {
      SystemRole: claims.isApplication ? 'User' : user.SystemRole,
      RoleWithinAgency: membership?.RoleWithinAgency,
    },
    businessDomainId,
  };
}

/** An application has the role for applications and only what that role names; a person never has it. */
function checkKindOfCaller(
  { isApplication }: TokenClaims,
  { role, access }: { role: AgencyRole | undefined; access: Access },
): void {
  const isForApplications = role === 'Integration';
  if (!isApplication && isForApplications)
    throw new AppError('forbidden', 'The role Integration is for applications, not for people.');
  if (!isApplication) return;
  if (!isForApplications) throw new AppError('forbidden', 'An application needs the role Integration.');
  if (access === 'signed-in' || access === 'member')
    throw new AppError('forbidden', 'This call is for people, not for applications.');
}

/** A retry after a switch must not act in the other agency. */
export function checkDomainBinding(scope: Scope, caller: Caller, startedIn: string | undefined): void {
  if (scope !== 'domain' || !startedIn || startedIn === caller.businessDomainId) return;
  throw new AppError(
    'domain_changed',
    'You switched to another agency in the meantime. Nothing was changed there.',
  );
}

function refuseEndedSignIn(
  { SignedOutAt, SessionEndedAt, Sessions }: StoredUser,
  { signedInAt, sessionId }: TokenClaims,
): void {
  if (isBefore(signedInAt, SignedOutAt))
    throw new AppError('signed_out', 'You were signed out on all devices. Please sign in again.');
  const isListed = Sessions.some(({ Id }) => Id === sessionId);
  if (!isListed && isBefore(signedInAt, SessionEndedAt))
    throw new AppError('signed_out', 'This session was signed out. Please sign in again.');
}

/** Tokens have times in seconds: a sign-in in the second of the sign-out counts as a later one. */
const isBefore = (signedInAt: number, end: string | undefined): boolean =>
  end !== undefined && signedInAt < Math.floor(Date.parse(end) / 1000);

/** Most people work in one agency and have nothing to choose. */
async function chosenDomain(store: DocumentStore, user: StoredUser, claims: TokenClaims): Promise<string> {
  const [first = '', ...others] = user.RolesWithinAgencies.map((role) => role.BusinessDomainId);
  if (others.length === 0) return first;
  const current = await store.app(`u:${claims.oid}`).read('current-domain');
  const chosen = current && currentDomainKind.schema.parse(current).BusinessDomainId;
  return chosen !== undefined && others.includes(chosen) ? chosen : first;
}

function callerWithoutAccess(claims: TokenClaims): Caller {
  return {
    claims,
    person: { Id: userId(claims.oid), FullName: claims.name },
    roles: { SystemRole: 'User' },
    businessDomainId: '',
  };
}

const Naming = z.object({ BusinessDomainId: z.string().optional() });
const Parts = z.object({ body: Naming.optional(), query: Naming.optional() });

/**
 * Returns the caller in the business domain that the request names, for calls that allow it. The permission comes
 * from the system role, because a role in one's own agency says nothing about another one. Everything after this,
 * including the audit, is in the named domain.
 */
export async function inNamedDomain(
  platform: Platform,
  endpoint: Endpoint,
  { caller, input }: { caller: Caller; input: unknown },
): Promise<Caller> {
  if (!endpoint.mayNameDomain) return caller;
  const { body, query } = Parts.parse(input);
  const named = body?.BusinessDomainId ?? query?.BusinessDomainId;
  if (named === undefined || named === caller.businessDomainId) return caller;
  const { access } = endpoint;
  if (!takesRight(access) || !mayDo({ SystemRole: caller.roles.SystemRole }, access))
    throw new AppError('forbidden', 'Another agency is only for administrators.');
  if (!(await systemReader(platform).get(businessDomainKind, named))) throw notFound('This agency');
  return { ...caller, roles: { SystemRole: caller.roles.SystemRole }, businessDomainId: named };
}
