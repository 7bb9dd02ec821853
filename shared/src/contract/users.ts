import * as z from 'zod';
import { permissions } from '../domain/permission.ts';
import { AgencyRole, SystemRole } from '../domain/role.ts';
import { AccountInfo, BusinessDomain, BusinessDomainRole, User } from '../domain/user.ts';
import { UserNotification } from '../domain/notification.ts';
import { defineEndpoint } from './endpoint.ts';

const UserSlice = z.object({ UserInfo: z.array(User) });

const BusinessDomains = z.object({
  BusinessDomainInfo: z.array(BusinessDomain.extend({ RoleWithinAgency: AgencyRole })),
  CurrentBusinessDomainId: z.string().nullable(),
});

const NewUser = z.strictObject({
  ObjectId: z.uuid(),
  FullName: z.string().trim().min(1).max(200),
  Email: z.email().max(200),
  SystemRole,
  RolesWithinAgencies: z.array(BusinessDomainRole).max(20),
});

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
    summary: 'All users',
    access: 'users.manage',
    mode: 'read',
    scope: 'system',
    query: z.strictObject({ Continuation: z.string().max(4000).optional() }),
    output: UserSlice.extend({ Continuation: z.string().nullable() }),
  }),
  notifications: defineEndpoint({
    method: 'GET',
    path: '/users/getusernotificationsbyid',
    summary: 'The notifications of the caller in the current business domain, newest first',
    access: 'member',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({ id: z.string().max(80), Continuation: z.string().max(4000).optional() }),
    output: z.object({
      UserNotificationsInfo: z.array(UserNotification),
      Continuation: z.string().nullable(),
    }),
  }),
  create: defineEndpoint({
    method: 'PUT',
    path: '/users/create',
    summary: 'Add a user',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: NewUser,
    output: UserSlice,
    success: 'User created successfully',
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/users/update',
    summary: 'Change a user',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: NewUser.partial().extend({ Id: z.string().max(80), Etag: z.string().max(80) }),
    output: UserSlice,
    success: 'User updated successfully',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/users/delete',
    summary: 'Deactivate a user',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({ Id: z.string().max(80) }),
    output: UserSlice,
    success: 'User deleted successfully',
  }),
} as const;
