import * as z from 'zod';
import { AgencyRole, SystemRole } from './role.ts';
import { line } from '../records/text.ts';

export const BusinessDomainRole = z.object({
  BusinessDomainId: z.string().max(80),
  RoleWithinAgency: AgencyRole,
});

/** A person as Handoff knows them; `ServerAuthenticated` 0 is someone who signed in and waits for access. */
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
  /** Since the first sign-in, until someone gives access. */
  WaitingSince: z.string().optional(),
  /** To the quarter of an hour. */
  LastSignInAt: z.string().optional(),
  /** Sign-ins of before are not taken any more. */
  SignedOutAt: z.string().optional(),
  /** An administrator has declined to give access; they may still do so. */
  RefusedAt: z.string().optional(),
});
export type User = z.infer<typeof User>;

/** A sign-in of a person in one browser; its tabs share it. */
export const Session = z.object({
  Id: z.string(),
  /** The browser and the system in words, as the browser named itself. */
  Device: z.string(),
  StartedAt: z.string(),
  /** To the quarter of an hour. */
  LastUsedAt: z.string(),
});
export type Session = z.infer<typeof Session>;

/** The account as the sign-in gave it to the browser. */
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

/** Who did something, as kept beside it. */
export const Person = z.object({ Id: z.string(), FullName: z.string() });
export type Person = z.infer<typeof Person>;

/** Someone who is to get these roles once they have signed in; the address finds them and grants nothing. */
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
