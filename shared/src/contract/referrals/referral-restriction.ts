import * as z from 'zod';
import { Referral } from '../../domain/referral/referral.ts';
import {
  BREAK_GLASS_MINUTES,
  BreakGlass,
  breakGlassFindings,
  BreakGlassReason,
  RestrictionReason,
} from '../../domain/referral/restriction.ts';
import { get, patch, post, put } from '../endpoint.ts';
import { line, lines, whenWrong } from '../../domain/records/text.ts';
import { Continuation, Id } from '../../domain/records/record-id.ts';

const name = line(60).min(1);
const managing = { access: 'restrictions.manage', scope: 'domain' } as const;
const BreakGlassSlice = z.object({ BreakGlass: z.array(BreakGlass) });

/** Restricts patients to named people, and lets others in for an emergency. */
export const referralRestrictionApi = {
  setRestriction: patch('/referrals/setrestriction', {
    ...managing,
    summary: 'Restrict a referral to named people, or lift the restriction; each takes a reason',
    mode: 'atomic',
    body: z.strictObject({
      Id,
      IsRestricted: z.boolean(),
      Reason: RestrictionReason,
      /** People who see it beside managers, its owner and its author. */
      PeopleIds: z.array(Id).max(20).default([]),
    }),
    answers: { referral: 'ReferralInfo' },
    output: z.object({ ReferralInfo: z.array(Referral) }),
    success: 'Restriction updated successfully',
  }),
  findRestricted: post('/referrals/findrestricted', {
    summary:
      'Whether there are restricted referrals of exactly this patient: their ids and nothing else, for emergency access',
    access: 'referrals.read',
    mode: 'read',
    scope: 'domain',
    seesRestricted: true,
    limits: ['emergencySearches'],
    audit: 'restricted.searched',
    auditedEachTime: true,
    body: z.strictObject({
      FirstName: name,
      LastName: name,
      DateOfBirth: z.iso.date(whenWrong('Enter a date')),
    }),
    output: z.object({ ReferralIds: z.array(z.string()) }),
  }),
  breakGlass: put('/referrals/breakglass', {
    summary: `Open a restricted referral in an emergency for ${BREAK_GLASS_MINUTES} minutes; managers are notified and review it`,
    access: 'referrals.read',
    mode: 'atomic',
    scope: 'domain',
    seesRestricted: true,
    body: z.strictObject({ ReferralId: Id, Reason: BreakGlassReason }),
    output: BreakGlassSlice,
    success: 'Emergency access opened successfully',
  }),
  breakGlassList: get('/referrals/getbreakglass', {
    ...managing,
    summary: 'Emergency accesses to restricted referrals, newest first, with their reviews',
    topic: 'referral',
    query: z.strictObject({ Continuation }),
    output: BreakGlassSlice.extend({ Continuation: z.string().nullable() }),
  }),
  reviewBreakGlass: patch('/referrals/reviewbreakglass', {
    ...managing,
    summary: 'Record what a manager made of an emergency access',
    mode: 'atomic',
    body: z.strictObject({
      Id,
      Finding: z.enum(breakGlassFindings),
      Comment: lines(500).default(''),
    }),
    output: BreakGlassSlice,
    success: 'Review recorded successfully',
  }),
} as const;
