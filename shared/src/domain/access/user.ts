import * as z from 'zod';
import { isNpi } from '../person/identifiers.ts';
import { AgencyRole, SystemRole } from './role.ts';

export const BusinessDomainRole = z.object({
  BusinessDomainId: z.string().max(80),
  RoleWithinAgency: AgencyRole,
});

/** A person as Handoff knows them; `ServerAuthenticated` 0 is somebody who signed in and waits for access. */
export const User = z.object({
  Id: z.string(),
  Etag: z.string(),
  ObjectId: z.string(),
  TenantId: z.string(),
  FullName: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  ServerAuthenticated: z.union([z.literal(0), z.literal(1)]),
  Active: z.boolean(),
  SystemRole,
  RolesWithinAgencies: z.array(BusinessDomainRole),
});
export type User = z.infer<typeof User>;

/** The account as the sign-in gave it to the browser. */
export const AccountInfo = z.strictObject({
  FullName: z.string().max(200),
  Email: z.string().max(200),
  TenantId: z.string().max(64),
  LocalAccountId: z.string().max(64),
  FirstName: z.string().max(200),
  LastName: z.string().max(200),
});
export type AccountInfo = z.infer<typeof AccountInfo>;

/** Who did something, as kept beside it. */
export const Person = z.object({ Id: z.string(), FullName: z.string() });
export type Person = z.infer<typeof Person>;

/** An agency or branch whose data a person works in. */
export const BusinessDomain = z.object({
  Id: z.string(),
  Name: z.string(),
  Color: z.enum(['blue', 'teal', 'grape', 'orange']),
  States: z.array(z.string()),
  /** National provider identifiers it bills with; the first asks payers. */
  Npis: z.array(z.string().refine(isNpi)).optional(),
});
export type BusinessDomain = z.infer<typeof BusinessDomain>;
