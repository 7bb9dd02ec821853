import * as z from 'zod';
import { PrintedWith } from '../../domain/eligibility/printed-check.ts';
import { ReferralChecks } from '../../domain/referral/referral-checks.ts';
import { get, post } from '../endpoint.ts';
import { Id } from '../../domain/records/record-id.ts';
import { ReferralDetail } from './referrals.ts';

export const revealReasons = [
  'Check eligibility elsewhere',
  'Call with the payer or hospital',
  'Billing or authorization',
  'Confirm who the patient is',
  'Correct the record',
] as const;

/** Calls that export more of one referral than its page shows: full numbers, files for other systems, and paper. */
export const referralExportsApi = {
  revealNumbers: post('/referrals/revealpatientnumbers', {
    summary:
      'The whole numbers of a patient, which are masked everywhere else; each reveal is audited with its reason',
    access: 'patient-numbers.reveal',
    mode: 'read',
    scope: 'domain',
    errors: ['not_configured'],
    limits: ['reveals'],
    audit: 'patient-numbers.revealed',
    auditedEachTime: true,
    body: z.strictObject({ Id, Reason: z.enum(revealReasons) }),
    output: z.object({
      PatientNumbersInfo: z.array(
        z.object({
          Id: z.string(),
          Ssn: z.string(),
          Mbi: z.string(),
          /** In the order of the referral's payers. */
          MemberIds: z.array(z.string()),
        }),
      ),
    }),
  }),
  fhir: get('/referrals/getreferralfhir', {
    summary:
      'One referral as a FHIR R4 document in the profiles of US Core: ServiceRequest, Task, Patient, RelatedPerson, ' +
      'Condition, Coverage, CoverageEligibilityResponse, DocumentReference and what they name; numbers stay masked, ' +
      'each time is noted',
    access: 'fhir.read',
    scope: 'domain',
    limits: ['exports'],
    audit: 'referral.exported',
    auditedEachTime: true,
    query: z.strictObject({ id: Id }),
    output: 'file',
    files: ['application/fhir+json'],
    success: 'File downloaded successfully',
  }),
  fhirWithNumbers: post('/referrals/exportfhirwithnumbers', {
    summary: 'The same with the Medicare number and member numbers, for a reason that is noted',
    access: 'patient-numbers.reveal',
    mode: 'read',
    scope: 'domain',
    errors: ['not_configured'],
    limits: ['reveals', 'exports'],
    audit: 'patient-numbers.exported',
    auditedEachTime: true,
    body: z.strictObject({ Id, Reason: z.enum(revealReasons) }),
    output: 'file',
    files: ['application/fhir+json'],
    success: 'File downloaded successfully',
  }),
  packet: get('/referrals/getreferralpacket', {
    summary:
      'One referral as it goes to paper, with the clean documents and the shared notes, and the internal ones if asked; each time is noted',
    access: 'referrals.read',
    mode: 'read',
    scope: 'domain',
    audit: 'referral.printed',
    auditedEachTime: true,
    query: z.strictObject({ id: Id, InternalNotes: z.enum(['true', 'false']).optional() }),
    output: ReferralDetail.extend({
      ReferralChecks: z.array(ReferralChecks),
      ...PrintedWith.shape,
      DocumentsLeftOut: z.number().int(),
      /** Newest first. */
      MessagesToSource: z.array(z.string()),
      NotesLeftOut: z.number().int(),
    }),
  }),
} as const;
