import * as z from 'zod';
import { SystemRole } from '../../domain/access/role.ts';
import { Email } from '../../domain/person/contact.ts';
import { BusinessDomainRole, ExpectedUser, User } from '../../domain/access/user.ts';
import { del, get, put } from '../endpoint.ts';
import { Id, OneRecord } from '../../domain/records/record-id.ts';

const managed = { access: 'users.manage', scope: 'system' } as const;
const ExpectedUsers = z.object({ ExpectedUsersInfo: z.array(ExpectedUser) });
const inAgency = { access: 'users.manage', scope: 'domain', mayNameDomain: true } as const;

export const RolesWithinAgencies = z
  .array(BusinessDomainRole)
  .max(100)
  .refine(
    (roles) => new Set(roles.map((role) => role.BusinessDomainId)).size === roles.length,
    'A person has one role in an agency',
  );

/** Calls about people who join, and about the open work of people who leave. */
export const peopleCalls = {
  waiting: get('/users/getwaiting', {
    ...managed,
    summary: 'Who has signed in and waits for access, with what was prepared for their e-mail address',
    topic: 'user',
    output: z.object({
      /** The people who have waited longest; at most a hundred. */
      WaitingUsersInfo: z.array(User.extend({ Expected: ExpectedUser.nullable() })),
      WaitingCount: z.number().int(),
    }),
  }),
  expected: get('/users/getexpected', {
    ...managed,
    summary: 'Who is expected to sign in for the first time',
    topic: 'user',
    output: ExpectedUsers,
  }),
  addExpected: put('/users/addexpected', {
    ...managed,
    summary:
      'Prepare the roles of someone by their e-mail address. It grants nothing: an administrator confirms when they ' +
      'have signed in',
    mode: 'atomic',
    body: z.strictObject({
      Email: Email.toLowerCase(),
      SystemRole,
      RolesWithinAgencies,
    }),
    output: ExpectedUsers,
    success: 'Invitation added successfully',
  }),
  removeExpected: del('/users/deleteexpected', {
    deletes: true,
    ...managed,
    summary: 'Withdraw an invitation',
    mode: 'atomic',
    body: OneRecord,
    output: ExpectedUsers,
    success: 'Invitation canceled successfully',
  }),
  openWork: get('/users/getopenwork', {
    ...inAgency,
    summary: 'How many open referrals of an agency someone owns',
    topic: 'referral',
    seesRestricted: true,
    query: z.strictObject({ BusinessDomainId: Id, UserId: Id }),
    output: z.object({ OpenReferrals: z.number().int() }),
  }),
  handOverWork: put('/users/handoveropenwork', {
    ...inAgency,
    summary:
      'Hand the open referrals someone owns in an agency to another person of it, or to no one: at most 40 a call; ' +
      'while Remaining is not 0 the call is to be made again',
    mode: 'atomic',
    seesRestricted: true,
    body: z.strictObject({ BusinessDomainId: Id, FromUserId: Id, ToUserId: Id.nullable() }),
    output: z.object({ Moved: z.number().int(), Remaining: z.number().int() }),
    success: 'Open referrals handed over successfully',
  }),
} as const;
