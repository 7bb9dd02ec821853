import * as z from 'zod';
import { AgencyRole, SystemRole } from './role.ts';
import { line } from '../records/text.ts';

export const BusinessDomainRole = z.object({
  BusinessDomainId: z.string().max(80),
  RoleWithinAgency: AgencyRole,
});

/** A person in Handoff; `ServerAuthenticated` 0 is someone who signed in and waits for access. */
export const User = z.object({
  Id: z.string(),
  Etag: z.string(),
  /** The object id of the identity provider. */
  LocalAccountId: z.string(),
  TenantId: z.string(),
  FullName: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  ServerAuthenticated: z.union([z.literal(0), z.literal(1)]),
  Active: z.boolean(),
  SystemRole,
  RolesWithinAgencies: z.array(BusinessDomainRole),
  /** Set from the first sign-in until someone gives access. */
  WaitingSince: z.string().optional(),
  /** Rounded to a quarter of an hour. */
  LastSignInAt: z.string().optional(),
  /** Earlier sign-ins are no longer accepted. */
  SignedOutAt: z.string().optional(),
  /** When an administrator declined to give access; they may still give it. */
  RefusedAt: z.string().optional(),
});
export type User = z.infer<typeof User>;

/** A person's sign-in in one browser, shared by its tabs. */
export const Session = z.object({
  Id: z.string(),
  /** The browser and operating system, as the browser reported them. */
  Device: z.string(),
  StartedAt: z.string(),
  /** Rounded to a quarter of an hour. */
  LastUsedAt: z.string(),
});
export type Session = z.infer<typeof Session>;

/** The account as the sign-in returned it to the browser. */
export const AccountInfo = z.strictObject({
  FullName: line(200),
  Email: z.string().max(200),
  TenantId: z.string().max(64),
  LocalAccountId: z.string().max(64),
  FirstName: line(200).default(''),
  LastName: line(200).default(''),
  Device: line(80).default(''),
});
export type AccountInfo = z.infer<typeof AccountInfo>;

/** The person who did something, as stored in the record. */
export const Person = z.object({ Id: z.string(), FullName: z.string() });
export type Person = z.infer<typeof Person>;

/** Someone who has been invited with these roles. The address identifies them at sign-in and grants nothing by itself. */
export const ExpectedUser = z.object({
  Id: z.string(),
  /** In lower case. */
  Email: z.string(),
  SystemRole,
  RolesWithinAgencies: z.array(BusinessDomainRole),
  CreatedAt: z.string(),
  CreatedBy: Person,
});
export type ExpectedUser = z.infer<typeof ExpectedUser>;
