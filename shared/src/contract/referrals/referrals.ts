import * as z from 'zod';
import { AdmissionAnswer } from '../../domain/referral/admission-answer.ts';
import { AuditEntry } from '../../domain/records/audit-entry.ts';
import {
  ReferralDraft,
  Referral,
  ReferralDocument,
  ReferralNote,
  ReferralRow,
  ReferralUpdate,
} from '../../domain/referral/referral.ts';
import {
  referralFilters as filters,
  ReferralView,
  severalFilters,
} from '../../domain/referral/referral-filters.ts';
import { Patient, TypedAddress } from '../../domain/referral/referral-fields.ts';
import { ReferralSearchField, ReferralSort } from '../../domain/referral/referral-search.ts';
import {
  DraftQuestion,
  ReferralChecks,
  ReferralFit,
  RelatedReferral,
} from '../../domain/referral/referral-checks.ts';
import { get, patch, post, put } from '../endpoint.ts';
import { line } from '../../domain/records/text.ts';
import { Continuation, Id } from '../../domain/records/record-id.ts';

const ReferralSlice = z.object({ ReferralInfo: z.array(Referral) });
export const ReferralDetail = ReferralSlice.extend({
  ReferralDocuments: z.array(ReferralDocument),
  ReferralNotes: z.array(ReferralNote),
});

/** Separated by commas. */
const Ids = z
  .string()
  .max(4000)
  .transform((text) => text.split(','))
  .pipe(z.array(Id).min(1).max(50));

const Rows = z.object({
  ReferralInfo: z.array(ReferralRow),
  /** The result of the rules for each row, when requested. */
  ReferralFits: z.array(ReferralFit).optional(),
});
const Fits = z.enum(['true', 'false']).optional();
const searched = z.strictObject({
  ...severalFilters,
  Text: line(100),
  /** Searches all fields when left out. */
  Fields: z.array(ReferralSearchField).min(1).max(ReferralSearchField.options.length).optional(),
  Sort: ReferralSort.optional(),
});
const ReferralPage = Rows.extend({ Continuation: z.string().nullable() });
const ViewCounts = z.object({
  ReferralCounts: z.array(z.object({ View: ReferralView, Count: z.int() })),
  /** Begun or sent referrals; only for callers who record referrals. */
  DraftCount: z.int().optional(),
  IsEmpty: z.boolean(),
});

/** Clients often send a referral flat: the patient and the address without objects around them. */
const flat = {
  Patient: Patient.keyof().options,
  Address: TypedAddress.options,
} as const;

/** Limits the referrals in one file, because the audit entry names each of them. */
export const MAX_EXPORTED_REFERRALS = 2000;

const editing = { access: 'referrals.edit', mode: 'atomic', scope: 'domain' } as const;
const reading = { access: 'referrals.read', mode: 'read', scope: 'domain' } as const;

export const referralsApi = {
  list: get('/referrals/get', {
    summary: 'The referrals of the business domain, newest received first unless another order is asked for',
    ...reading,
    topic: 'referral',
    audit: 'referrals.listed',
    answers: { referralRow: 'ReferralInfo', referralFit: 'ReferralFits' },
    query: z.strictObject({
      ...filters,
      Sort: ReferralSort.optional(),
      PageSize: z.coerce.number().int().min(1).max(100).optional(),
      Fits,
      /** Answers with the counts of the views, too. */
      Counts: z.enum(['true']).optional(),
      Continuation,
    }),
    output: ReferralPage.extend(ViewCounts.partial().shape),
  }),
  search: post('/referrals/search', {
    summary:
      'The same, with a text that one of the chosen fields contains: a name does not belong in an address',
    ...reading,
    topic: 'referral',
    audit: 'referrals.listed',
    answers: { referralRow: 'ReferralInfo', referralFit: 'ReferralFits' },
    body: searched.extend({
      PageSize: z.int().min(1).max(100).optional(),
      Fits: z.boolean().optional(),
      Continuation,
    }),
    output: ReferralPage,
  }),
  counts: get('/referrals/getreferralcounts', {
    summary:
      'How many referrals each view of open work has, how many drafts wait, and whether there are any referrals',
    ...reading,
    output: ViewCounts,
  }),
  exportFile: post('/referrals/export', {
    summary: `The rows of a list as CSV, at most ${MAX_EXPORTED_REFERRALS}: more are refused, so that no file is part of a list`,
    access: 'referrals.edit',
    mode: 'read',
    scope: 'domain',
    limits: ['exports'],
    audit: 'referrals.exported',
    auditedEachTime: true,
    body: searched.partial({ Text: true }),
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
  rows: get('/referrals/getreferralrows', {
    summary: 'Rows of the list by id, as they are now; those that are gone are left out',
    ...reading,
    topic: 'referral',
    audit: 'referrals.listed',
    answers: { referralRow: 'ReferralInfo', referralFit: 'ReferralFits' },
    query: z.strictObject({ Ids, Fits }),
    output: Rows,
  }),
  byId: get('/referrals/getreferralbyid', {
    summary: 'One referral with its documents and its notes',
    ...reading,
    record: 'id',
    audit: 'referral.viewed',
    answers: {
      referral: 'ReferralInfo',
      referralDocument: 'ReferralDocuments',
      referralNote: 'ReferralNotes',
    },
    query: z.strictObject({ id: Id }),
    output: ReferralDetail.extend({
      RelatedReferrals: z.array(RelatedReferral),
      /** Null without an answer of Medicare, and for callers who may not read checks. */
      Admission: AdmissionAnswer.nullable(),
    }),
  }),
  checks: get('/referrals/getreferralchecks', {
    summary: 'What the rules say about one referral, and which others look like the same patient',
    ...reading,
    record: 'id',
    computedFrom: ['serviceArea', 'contractedPayer', 'capacity'],
    audit: 'referral.viewed',
    query: z.strictObject({ id: Id }),
    output: z.object({ ReferralChecks: z.array(ReferralChecks) }),
  }),
  activity: get('/referrals/getreferralactivity', {
    summary: 'What happened to a referral, newest first',
    ...reading,
    record: 'id',
    audit: 'referral.viewed',
    query: z.strictObject({ id: Id, Continuation }),
    output: z.object({ ReferralActivity: z.array(AuditEntry), Continuation: z.string().nullable() }),
  }),
  checkDraft: post('/referrals/checkreferraldraft', {
    summary:
      'What the rules say about a referral that is being typed, and which others look like the same patient',
    access: 'referrals.edit',
    mode: 'read',
    scope: 'domain',
    limits: ['numbers'],
    audit: 'draft.checked',
    body: DraftQuestion,
    output: z.object({ ReferralChecks: z.array(ReferralChecks.omit({ ReferralId: true })) }),
  }),
  create: put('/referrals/create', {
    summary: 'Record a referral',
    ...editing,
    errors: ['not_configured'],
    flat,
    limits: ['numbers'],
    body: ReferralDraft,
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice,
    success: 'Referral created successfully',
  }),
  update: patch('/referrals/update', {
    summary: 'Change fields, status, owner or decision of a referral',
    ...editing,
    errors: ['not_configured'],
    flat,
    limits: ['numbers'],
    body: ReferralUpdate,
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice,
    success: 'Referral updated successfully',
  }),
} as const;
