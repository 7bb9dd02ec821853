import * as z from 'zod';
import { Figures } from '../domain/referral/figures.ts';
import { get } from './endpoint.ts';

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
