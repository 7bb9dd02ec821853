import * as z from 'zod';
import { setupSteps } from '../domain/agency/setup.ts';
import { get } from './endpoint.ts';
import { Figures } from '../domain/referral/figures.ts';

// Numbers beside the rows of a list, for the pages that show them, apart from the calls that the first page needs.

export const openReferralsApi = {
  openReferrals: get('/users/getopenreferrals', {
    summary:
      'How many open referrals each person owns in each agency of ours; those of no one have no UserId',
    access: 'users.manage',
    scope: 'system',
    topic: 'user',
    output: z.object({
      OpenReferralsInfo: z.array(
        z.object({
          BusinessDomainId: z.string(),
          UserId: z.string().nullable(),
          OpenReferrals: z.number().int(),
        }),
      ),
    }),
  }),
} as const;

const Counted = z.object({ Name: z.string(), OpenReferrals: z.number().int() });

export const referralsByNameApi = {
  openReferrals: get('/partners/getopenreferrals', {
    summary: 'How many open referrals name each source and each payer',
    access: 'parties.read',
    scope: 'domain',
    output: z.object({ SourcesInfo: z.array(Counted), PayersInfo: z.array(Counted) }),
  }),
} as const;

export const agencyFiguresApi = {
  figures: get('/businessdomains/getfigures', {
    summary: 'The people of each agency of ours, and which steps of its setup are done',
    access: 'agencies.manage',
    scope: 'system',
    topic: 'businessDomain',
    output: z.object({
      FiguresInfo: z.array(
        z.object({
          BusinessDomainId: z.string(),
          People: z.number().int(),
          Steps: z.array(z.object({ Step: z.enum(setupSteps), Done: z.boolean() })),
        }),
      ),
    }),
  }),
} as const;

export const dashboardApi = {
  figures: get('/dashboard/get', {
    summary: 'How the referrals of the last days were received and answered, and how long the open ones wait',
    access: 'referrals.read',
    scope: 'domain',
    topic: 'referral',
    query: z.strictObject({
      /** Calendar days in the agency's time zone, including today. */
      Days: z.coerce.number().int().min(1).max(92).default(14),
    }),
    output: Figures,
  }),
} as const;
