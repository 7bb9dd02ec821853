import * as z from 'zod';
import { checkVerdicts } from '../../domain/records/check-verdict.ts';
import { CheckComparison, FullPastCheck, PastCheck } from '../../domain/eligibility/past-check.ts';
import { PlanMemory } from '../../domain/eligibility/known-plan.ts';
import { EligibilityResult } from '../../domain/eligibility/result.ts';
import { categories } from '../../domain/eligibility/settings.ts';
import { eligibilityBatchCalls } from './eligibility-batches.ts';
import { eligibilitySettingsCalls } from './eligibility-settings.ts';
import { StateCode } from '../../domain/address/us-state.ts';
import { Ssn } from '../../domain/person/identifiers.ts';
import { get, patch, post } from '../endpoint.ts';
import { medicarePlanCalls } from './medicare-plans.ts';
import { line } from '../../domain/records/text.ts';
import { Continuation, Id } from '../../domain/records/record-id.ts';

const reading = { access: 'eligibility.read', scope: 'domain' } as const;

/** Replaces an unknown number: Medicare finds it by one of the two. It is used for the inquiry and not stored. */
const LookUp = z.union([z.strictObject({ Ssn }), z.strictObject({ State: StateCode })]);

const typed = {
  FirstName: line(35),
  LastName: line(60),
  DateOfBirth: z.string().max(10),
  /** For a referral it may be masked as in its record: then the referral's own number is used. */
  Mbi: z.string().max(20),
  Category: z.enum(categories).default('Home Care'),
  /** Defaults to today. */
  DateOfService: z.string().max(10).optional(),
  /** This referral gets the eligibility status that the settings name for the verdict. */
  ReferralId: Id.optional(),
};

/**
 * False asks before repeating: if the same question was answered within ten minutes, the call is refused as
 * `checked_recently` and names that check. A new key is a new question, so the default is `true`.
 */
const CheckAgain = z.boolean().optional();

/** Fields that are left out are taken from the referral; without a referral they are missing. */
const Question = z
  .strictObject({
    ...typed,
    /** Defaults to that of the ordered services and of the agency; without a referral to Home Care. */
    Category: z.enum(categories).optional(),
    /** Defaults to the start of care of the referral, if it is ahead, else to today. */
    DateOfService: typed.DateOfService,
    CheckAgain,
    LookUp: LookUp.optional(),
  })
  .partial({ FirstName: true, LastName: true, DateOfBirth: true, Mbi: true })
  .superRefine(
    (question, context) => {
      if (question.ReferralId !== undefined) return;
      for (const name of ['FirstName', 'LastName', 'DateOfBirth', 'Mbi'] as const)
        if (question[name] === undefined)
          context.addIssue({ code: 'custom', path: [name], message: `${name} is missing` });
    },
    // An unknown field must not hide the missing ones.
    { when: ({ issues }) => issues.every(({ code }) => code === 'unrecognized_keys') },
  );

const CheckAnswer = z.object({
  ...EligibilityResult.shape,
  /** The check that this one repeats, for comparing the two. */
  PreviousCheckId: z.string().nullable(),
  /** The new eligibility status of the referral; null without a referral or without a status for the verdict. */
  EligibilityStatusId: z.string().nullable(),
});

/** The business domain of the check, for an administrator without a role there; defaults to the current one. */
const BusinessDomainId = Id.optional();

/** Many times the length of the longest answers. */
const MAX_ANSWER = 500_000;

/** More than the sentences of the rules, which name agencies and plans. */
const MAX_FINDING = 2000;
export const ResolutionText = line(400);

export const medicareEligibilityApi = {
  ...eligibilitySettingsCalls,
  ...eligibilityBatchCalls,
  ...medicarePlanCalls,
  check: post('/medicareeligibility/checkeligibility', {
    summary:
      'Ask Medicare whether it will pay; about a referral its ReferralId is enough, else the person and the number are needed',
    access: 'eligibility.check',
    mode: 'lease',
    leaseSeconds: 90,
    repeat: 'by-person',
    scope: 'domain',
    errors: ['checked_recently', 'not_configured', 'bad_gateway'],
    aliases: { MedicareNumber: 'Mbi' },
    body: Question,
    output: CheckAnswer,
    success: 'Received the eligibility response',
  }),
  recheck: post('/medicareeligibility/recheck', {
    summary: 'Ask Medicare again what a former check asked, with the number that was kept sealed',
    access: 'eligibility.check',
    mode: 'lease',
    leaseSeconds: 90,
    repeat: 'by-person',
    scope: 'domain',
    errors: ['checked_recently', 'not_configured', 'bad_gateway'],
    body: z.strictObject({
      /** The former check; its referral, if any, gets the new result. */
      Id,
      DateOfService: typed.DateOfService,
      CheckAgain,
    }),
    output: CheckAnswer,
    success: 'Received the eligibility response',
  }),
  checkPasted271: post('/medicareeligibility/checkpasted271', {
    summary: "Judge an answer of Medicare's that a person brings; its text is not kept",
    access: 'eligibility.check',
    mode: 'atomic',
    scope: 'domain',
    errors: ['checked_recently', 'not_configured', 'bad_gateway'],
    body: z.strictObject({ ...typed, Answer271: z.string().min(1, 'Paste the answer').max(MAX_ANSWER) }),
    output: CheckAnswer,
    success: 'Read the eligibility response',
  }),
  history: get('/settings/GetHistoricalMedicareSearches', {
    summary: 'Past eligibility checks of the business domain, newest first',
    ...reading,
    topic: 'eligibilityCheck',
    audit: 'checks.listed',
    query: z.strictObject({
      Category: z.enum(categories).optional(),
      Verdict: z.enum(checkVerdicts).optional(),
      ReferralId: Id.optional(),
      /** A check whose person's other checks are listed; only those with a hashed number match. */
      SamePersonAs: Id.optional(),
      /** Days in the time zone of the agency, both inclusive. */
      CheckedFrom: z.iso.date().optional(),
      CheckedTo: z.iso.date().optional(),
      Continuation,
    }),
    output: z.object({
      HistoricalMedicareSearches: z.array(PastCheck),
      Continuation: z.string().nullable(),
    }),
  }),
  byId: get('/medicareeligibility/getcheckbyid', {
    summary: 'One eligibility check in full',
    ...reading,
    audit: 'check.viewed',
    record: 'id',
    query: z.strictObject({ id: Id }),
    output: z.object({ MedicareCheck: FullPastCheck }),
  }),
  planMemory: get('/medicareeligibility/getplanmemory', {
    summary:
      'What the agency remembers of each Medicare Advantage plan that a check found, and the last decisions on its patients',
    ...reading,
    topic: 'advantagePlan',
    audit: 'check.viewed',
    query: z.strictObject({ id: Id }),
    output: z.object({ PlanMemoryInfo: z.array(PlanMemory) }),
  }),
  resolve: patch('/medicareeligibility/resolvefinding', {
    summary: 'Say how a finding of a check was resolved; without a text it is open again',
    access: 'eligibility.check',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Id, Finding: z.string().min(1).max(MAX_FINDING), How: ResolutionText }),
    output: z.object({ MedicareCheck: FullPastCheck }),
  }),
  compare: get('/medicareeligibility/comparechecks', {
    summary: 'What changed from one check to another',
    ...reading,
    audit: 'check.viewed',
    query: z.strictObject({ before: Id, after: Id }),
    output: z.object({ Before: PastCheck, After: PastCheck, ...CheckComparison.shape }),
  }),
  openExchange: post('/medicareeligibility/openexchange', {
    summary: 'Ask to see the raw question and answer of a check; recorded, and good for ten minutes',
    access: 'exchanges.read',
    mode: 'atomic',
    scope: 'domain',
    mayNameDomain: true,
    body: z.strictObject({ Id, BusinessDomainId }),
    output: z.object({ Id: z.string(), OpenUntil: z.string() }),
  }),
  downloadExchange: get('/medicareeligibility/downloadexchange', {
    summary: 'The raw question (270) or answer (271) of a check, after it was opened',
    access: 'exchanges.read',
    scope: 'domain',
    mayNameDomain: true,
    audit: 'exchange.downloaded',
    auditedEachTime: true,
    query: z.strictObject({ id: Id, part: z.enum(['270', '271']), BusinessDomainId }),
    output: 'file',
    files: ['text/plain'],
    success: 'File downloaded successfully',
  }),
} as const;
