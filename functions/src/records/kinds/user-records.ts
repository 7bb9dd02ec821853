import type { Roles } from '@handoff/shared/domain/access/role';
import { ExpectedUser, Session, User } from '@handoff/shared/domain/access/user';
import { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import * as z from 'zod';
import { recordKind } from '../../core/record-kind.ts';

/** In `sys`. `DomainIds` repeats the agencies of a person for queries. */
export const StoredUser = User.extend({
  DomainIds: z.array(z.string()),
  Sessions: z.array(Session).default([]),
  /** When the last unlisted session ended: an older sign-in that is not listed is over. */
  SessionEndedAt: z.string().optional(),
});
export type StoredUser = z.infer<typeof StoredUser>;
/** Older records have another name for the account. */
const withAccountId = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'ObjectId' in stored
    ? { LocalAccountId: stored.ObjectId, ...stored }
    : stored;
export const userKind = recordKind('user', z.preprocess(withAccountId, StoredUser));
export const userId = (oid: string) => `user-${oid}`;
/** A timer acts under an id that is no user's. */
export const isUserId = (id: string) => id.startsWith('user-');
export const oidOf = (id: string) => id.replace(/^user-/, '');

/** `@domain`: one of the user's `DomainIds`. */
export const usersOfDomain = "SELECT * FROM c WHERE c.type = 'user' AND ARRAY_CONTAINS(c.DomainIds, @domain)";

export const rolesIn = ({ SystemRole, RolesWithinAgencies }: StoredUser, domainId: string): Roles => ({
  SystemRole,
  RoleWithinAgency: RolesWithinAgencies.find((role) => role.BusinessDomainId === domainId)?.RoleWithinAgency,
});

/** Tells whether this person can get a referral, be named on one or be mentioned; an application cannot. */
export const isColleague = ({ Active, RolesWithinAgencies }: StoredUser, domainId: string): boolean =>
  Active &&
  RolesWithinAgencies.some(
    (role) => role.BusinessDomainId === domainId && role.RoleWithinAgency !== 'Integration',
  );

/** In `sys`: invitations, which give access at the first sign-in. */
export const expectedUserKind = recordKind('expected-user', ExpectedUser);

/** In `sys`. */
export const businessDomainKind = recordKind('domain', BusinessDomain);
export const domains = "SELECT * FROM c WHERE c.type = 'domain'";

/** In `u:<oid>`: the business domain the person works in. */
export const currentDomainKind = recordKind(
  'current-domain',
  z.object({ Id: z.literal('current-domain'), BusinessDomainId: z.string() }),
);
