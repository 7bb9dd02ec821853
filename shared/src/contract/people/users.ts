import * as z from 'zod';
import { permissions, AgencyRole, SystemRole } from '../../domain/access/role.ts';
import { AccountInfo, Session, User } from '../../domain/access/user.ts';
import { Email } from '../../domain/person/contact.ts';
import { BusinessDomain } from '../../domain/agency/business-domain.ts';
import { asRead } from '../../domain/records/as-read.ts';
import { del, get, patch, post, put } from '../endpoint.ts';
import { notificationCalls } from './notifications.ts';
import { peopleCalls, RolesWithinAgencies } from './people.ts';
import { line } from '../../domain/records/text.ts';
import { Continuation, Etag, Id, edited } from '../../domain/records/record-id.ts';

const ofCaller = { access: 'member', scope: 'system' } as const;
const managing = { access: 'users.manage', mode: 'atomic', scope: 'system' } as const;

const UserSlice = z.object({ UserInfo: z.array(User) });

export const AgencyOfCaller = BusinessDomain.extend({ RoleWithinAgency: AgencyRole });

const UserFields = z.strictObject({
  FullName: line(200).min(1, 'Enter the name'),
  /** Derived from the full name when left out. */
  FirstName: line(200).optional(),
  LastName: line(200).optional(),
  Email: Email,
  SystemRole,
  RolesWithinAgencies,
});

const BusinessDomains = z.object({
  BusinessDomainInfo: z.array(AgencyOfCaller),
  CurrentBusinessDomainId: z.string().nullable(),
});

/** The user of the specification: without a role, they wait like someone who has just signed in for the first time. */
const NewUser = asRead(
  UserFields.extend({
    /** The account id, another name for `LocalAccountId`; one of the two is required. */
    Id: Id.optional(),
    LocalAccountId: z.string().max(80).optional(),
    SystemRole: SystemRole.default('User'),
    RolesWithinAgencies: UserFields.shape.RolesWithinAgencies.default([]),
  }),
  User,
).transform(({ Id: id = '', LocalAccountId = id.replace(/^user-/, ''), ...fields }, context) => {
  const account = z.guid().safeParse(LocalAccountId);
  // Tokens have it in lower case.
  if (account.success) return { ...fields, LocalAccountId: account.data.toLowerCase() };
  context.addIssue({
    code: 'custom',
    path: ['LocalAccountId'],
    message: 'LocalAccountId is missing: the object id of the account, a UUID',
  });
  return z.NEVER;
});

const ChosenDomain = asRead(
  z.strictObject({ Id: Id.optional(), BusinessDomainId: Id.optional() }),
  AgencyOfCaller,
).transform(({ Id: id, BusinessDomainId = id }, context) => {
  if (BusinessDomainId !== undefined) return { BusinessDomainId };
  context.addIssue({ code: 'custom', path: ['Id'], message: 'Id is missing: name the business domain' });
  return z.NEVER;
});

export const usersApi = {
  check: post('/users/check', {
    summary: 'Find the signed-in person; an unknown one is recorded and waits for access',
    access: 'signed-in',
    mode: 'atomic',
    scope: 'system',
    body: asRead(AccountInfo, User),
    /** Under `RequestId`, the log has this request, for someone who waits and asks for help. */
    output: z.array(User.extend({ RequestId: z.string() })),
  }),
  securityInfo: get('/users/securityinfo', {
    summary: 'What the caller may do, the role that grants it, and the business domains it is for',
    ...ofCaller,
    topic: 'user',
    output: BusinessDomains.extend({
      UserId: z.string(),
      /** The caller's session, one of those that `/users/getsessions` lists. */
      SessionId: z.string().nullable(),
      FullName: z.string(),
      SystemRole,
      RoleWithinAgency: AgencyRole.nullable(),
      Rights: z.array(z.object({ Permission: z.enum(permissions), GrantedBy: z.string() })),
    }),
  }),
  businessDomains: get('/users/getbussinessdomaininformation', {
    summary: 'The business domains of the caller, and the current one',
    ...ofCaller,
    topic: 'user',
    output: BusinessDomains,
  }),
  switchBusinessDomain: post('/users/switchbussinessdomaininformation', {
    summary: 'Work in another business domain',
    access: 'member',
    mode: 'atomic',
    scope: 'user',
    bareAs: 'Id',
    body: ChosenDomain,
    output: BusinessDomains,
    success: 'Business domain switched successfully',
  }),
  sessions: get('/users/getsessions', {
    summary:
      'Where a person is signed in, the newest use first: oneself when no Id is named, anyone else for callers who ' +
      'manage people',
    ...ofCaller,
    topic: 'user',
    query: z.strictObject({ Id: Id.optional() }),
    output: z.object({ SessionInfo: z.array(Session) }),
  }),
  signOut: post('/users/signout', {
    summary:
      'Sign a person out on all devices, or out of the session that SessionId names: oneself when no Id is named, anyone ' +
      'else for callers who manage people. What signed in before is refused from then on',
    access: 'member',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({ Id: Id.optional(), SessionId: Id.optional() }),
    answers: { user: 'UserInfo' },
    output: UserSlice,
  }),
  list: get('/users/get', {
    summary:
      'All users by name, those who wait included and on request the deleted ones, and the agencies they can work in',
    access: 'users.manage',
    scope: 'system',
    topic: 'user',
    hint: 'The people of your own agency are in GET /settings/get, as SettingsUsersInfo',
    query: z.strictObject({
      IncludeDeleted: z.enum(['true', 'false']).optional(),
      Continuation,
    }),
    answers: { user: 'UserInfo' },
    output: UserSlice.extend({
      BusinessDomainInfo: z.array(BusinessDomain),
      Continuation: z.string().nullable(),
    }),
  }),
  ...notificationCalls,
  ...peopleCalls,
  create: put('/users/create', {
    summary: 'Give a person access: a new one, one who waits or one who was deactivated',
    ...managing,
    body: NewUser,
    answers: { user: 'UserInfo' },
    output: UserSlice,
    success: 'User created successfully',
  }),
  update: patch('/users/update', {
    summary: 'Change a user; Active lets a person in who waits, or back in',
    ...managing,
    body: asRead(
      UserFields.partial().extend({
        Id,
        Etag: Etag.optional(),
        Active: z.boolean().optional(),
      }),
      User,
    ),
    answers: { user: 'UserInfo' },
    output: UserSlice,
    success: 'User updated successfully',
  }),
  remove: del('/users/delete', {
    summary:
      'Deactivate a user, or decline to give access to one who waits: the record stays for the history and can be ' +
      'activated again; open work stays theirs until it is handed over',
    ...managing,
    bareAs: 'Id',
    body: asRead(z.strictObject(edited), User),
    answers: { user: 'UserInfo' },
    output: UserSlice,
    success: 'User deleted successfully',
  }),
} as const;
