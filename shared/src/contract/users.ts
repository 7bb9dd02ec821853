import * as z from 'zod';
import { permissions, AgencyRole, SystemRole } from '../domain/access/role.ts';
import { AccountInfo, User } from '../domain/access/user.ts';
import { BusinessDomain } from '../domain/agency/business-domain.ts';
import { defineEndpoint } from './endpoint.ts';
import { notificationCalls } from './notifications.ts';
import { peopleCalls, RolesWithinAgencies } from './people.ts';

const UserSlice = z.object({ UserInfo: z.array(User) });

const BusinessDomains = z.object({
  BusinessDomainInfo: z.array(BusinessDomain.extend({ RoleWithinAgency: AgencyRole })),
  CurrentBusinessDomainId: z.string().nullable(),
});

const UserFields = z.strictObject({
  FullName: z.string().trim().min(1, 'Enter the name').max(200),
  Email: z.email('Enter an e-mail address').max(200),
  SystemRole,
  RolesWithinAgencies,
});
const Id = z.string().min(1).max(80);

export const users = {
  check: defineEndpoint({
    method: 'POST',
    path: '/users/check',
    summary: 'Find the signed-in person; an unknown one is recorded and waits for access',
    access: 'signed-in',
    mode: 'atomic',
    scope: 'system',
    body: AccountInfo,
    output: UserSlice,
  }),
  securityInfo: defineEndpoint({
    method: 'GET',
    path: '/users/securityinfo',
    summary: 'What the caller may do, and the role that grants it',
    access: 'member',
    mode: 'read',
    scope: 'system',
    topic: 'user',
    output: z.object({
      UserId: z.string(),
      FullName: z.string(),
      SystemRole,
      RoleWithinAgency: AgencyRole.nullable(),
      Rights: z.array(z.object({ Permission: z.enum(permissions), GrantedBy: z.string() })),
    }),
  }),
  businessDomains: defineEndpoint({
    method: 'GET',
    path: '/users/getbussinessdomaininformation',
    summary: 'The business domains of the caller, and the current one',
    access: 'member',
    mode: 'read',
    scope: 'system',
    topic: 'user',
    output: BusinessDomains,
  }),
  switchBusinessDomain: defineEndpoint({
    method: 'POST',
    path: '/users/switchbussinessdomaininformation',
    summary: 'Work in another business domain',
    access: 'member',
    mode: 'atomic',
    scope: 'user',
    body: z.strictObject({ BusinessDomainId: z.string().max(80) }),
    output: BusinessDomains,
    success: 'Business domain switched successfully',
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/users/get',
    summary:
      'All users by name, those who wait or were deactivated included, and the agencies they can work in',
    access: 'users.manage',
    mode: 'read',
    scope: 'system',
    topic: 'user',
    query: z.strictObject({ Continuation: z.string().max(4000).optional() }),
    output: UserSlice.extend({
      BusinessDomainInfo: z.array(BusinessDomain),
      Continuation: z.string().nullable(),
    }),
  }),
  ...notificationCalls,
  ...peopleCalls,
  create: defineEndpoint({
    method: 'PUT',
    path: '/users/create',
    summary: 'Give a person access: a new one, one who waits or one who was deactivated',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: UserFields.extend({
      /** As the identity provider knows the person; tokens write it in lower case. */
      ObjectId: z.uuid().transform((id) => id.toLowerCase()),
    }),
    output: UserSlice,
    success: 'User created successfully',
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/users/update',
    summary: 'Change a user; Active lets a person in who waits, or back in',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: UserFields.partial().extend({ Id, Etag: z.string().max(80), Active: z.boolean().optional() }),
    output: UserSlice,
    success: 'User updated successfully',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/users/delete',
    summary:
      'Deactivate a user, or decline to give access to one who waits: the record stays for the history and can be ' +
      'activated again; open work stays theirs until it is handed over',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({ Id }),
    output: UserSlice,
    success: 'User deleted successfully',
  }),
} as const;
