import * as z from 'zod';
import { AuditEntry } from '../domain/records/audit-entry.ts';
import { get } from './endpoint.ts';
import { Continuation, Id } from '../domain/records/record-id.ts';

const agencyTrail = { access: 'audit.read', scope: 'domain' } as const;
const systemTrail = { access: 'system-audit.read', scope: 'system' } as const;

const Moment = z.union([z.iso.date(), z.iso.datetime()]);

const filters = {
  Subject: Id.optional(),
  Person: Id.optional(),
  Action: Id.optional(),
  /** `changes` are the numbered entries of the chain; views have no number. */
  Only: z.enum(['changes', 'views']).optional(),
  /** A day in UTC, or a time. */
  From: Moment.optional(),
  /** Includes this day, in UTC; a time is not included. */
  To: Moment.optional(),
};
export const AuditFilters = z.strictObject(filters);
const Page = z.strictObject({
  ...filters,
  PageSize: z.coerce.number().int().min(1).max(100).optional(),
  Continuation,
});
const Trail = z.object({ AuditInfo: z.array(AuditEntry), Continuation: z.string().nullable() });

const ofPatient = {
  /** One of the patient's referrals. */
  ReferralId: Id,
  /** `disclosures` lists only what left the agency. */
  Only: z.literal('disclosures').optional(),
};

const Start = z.strictObject({
  /** The entry to begin with: `ContinueFrom` of the previous answer. */
  From: z.coerce.number().int().min(1).optional(),
});
const Verification = z.object({
  AuditVerification: z.array(
    z.object({
      Checked: z.number().int(),
      /** The first entry that differs from what was written; null when none does. */
      BrokenAt: z.number().int().nullable(),
      /** The entry to continue from; null at the end. */
      ContinueFrom: z.number().int().nullable(),
      /** Days whose views the chain has sealed: changing, removing or adding one is found. Today's are open. */
      ViewDays: z.number().int(),
      /** The first day whose views differ from those sealed at its end. */
      ViewsBrokenOn: z.string().nullable(),
      /** Daily copies of the chain's last hash outside the database: they reveal that it was cut off or rewritten. */
      Anchors: z.number().int(),
      AnchorBrokenOn: z.string().nullable(),
      /** Whether the storage prevents anchors from being changed or removed. */
      AnchorsAreImmutable: z.boolean(),
      /**
       * `sealed` with a key that is not in the database; `forged` by someone without it; `unsealed` by a version
       * without a key. Null before the end, and for a trail without entries.
       */
      Head: z.enum(['sealed', 'unsealed', 'forged']).nullable(),
    }),
  ),
});

/** Record kinds without patient data, named as in live messages. */
export const recordsWithActivity = [
  'partner',
  'contractedPayer',
  'advantagePlan',
  'serviceArea',
  'insurance',
  'capacity',
  'settings',
] as const;

export const MAX_EXPORTED = 10_000;

/** The audit log of a business domain, whose records hold patient data. */
const ofDomain = {
  list: get('/audit/get', {
    summary:
      'Changes and views in the business domain, newest first: by record, person, action, and days (UTC) or times',
    ...agencyTrail,
    audit: 'audit.read',
    query: Page,
    output: Trail,
  }),
  record: get('/audit/getrecord', {
    summary:
      'Changes of one partner, payer, Medicare Advantage plan, service area, insurance, capacity or list, newest first',
    access: 'parties.read',
    scope: 'domain',
    record: 'Id',
    query: z.strictObject({
      Kind: z.enum(recordsWithActivity),
      /** For a list, its name. */
      Id,
      Continuation,
    }),
    output: Trail,
  }),
  patientAccess: get('/audit/getpatientaccess', {
    summary:
      'Who saw, changed, exported or disclosed anything of one patient, across all of their referrals: those linked or merged by a person, and those with the same SSN or MBI unless name and birth differ or a person separated them; newest first',
    ...agencyTrail,
    audit: 'patient-access.read',
    query: z.strictObject({ ...ofPatient, Continuation }),
    output: z.object({
      PatientAccessInfo: z.array(AuditEntry),
      ReferralIds: z.array(z.string()),
      Continuation: z.string().nullable(),
    }),
  }),
  patientAccessFile: get('/audit/exportpatientaccess', {
    summary: `The same as CSV, of at most ${MAX_EXPORTED} entries, with who received each disclosure and for what purpose (45 CFR 164.528)`,
    ...agencyTrail,
    limits: ['exports'],
    audit: 'patient-access.exported',
    auditedEachTime: true,
    query: z.strictObject(ofPatient),
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
  verify: get('/audit/verify', {
    summary:
      'Compares the trail layer by layer: the chain of changes, the views of each closed day, the anchors kept outside the database, and the seal of the newest entry',
    ...agencyTrail,
    query: Start,
    output: Verification,
  }),
  exportFile: get('/audit/export', {
    summary: `Changes and views as CSV, a row for each changed field, of at most ${MAX_EXPORTED} entries; that it was asked for is an entry of its own`,
    ...agencyTrail,
    limits: ['exports'],
    audit: 'audit.exported',
    auditedEachTime: true,
    query: AuditFilters,
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
} as const;

/** The audit log of the system: people, roles and state files, without patient data. */
const ofSystem = {
  systemList: get('/audit/getsystem', {
    summary:
      'Changes to people, roles and state files, newest first; filtered like those of a business domain',
    ...systemTrail,
    audit: 'audit.read',
    query: Page,
    output: Trail,
  }),
  systemVerify: get('/audit/verifysystem', {
    summary: 'Compares the trail of these changes layer by layer',
    ...systemTrail,
    query: Start,
    output: Verification,
  }),
  systemExportFile: get('/audit/exportsystem', {
    summary: 'These changes as CSV',
    ...systemTrail,
    limits: ['exports'],
    audit: 'audit.exported',
    auditedEachTime: true,
    query: AuditFilters,
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
} as const;

export const auditApi = { ...ofDomain, ...ofSystem } as const;
