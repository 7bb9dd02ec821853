import * as z from 'zod';
import { Figures } from '../domain/referral/figures.ts';
import { defineEndpoint } from './endpoint.ts';

export const dashboardApi = {
  figures: defineEndpoint({
    method: 'GET',
    path: '/dashboard/get',
    summary: 'How the referrals of the last days were received and answered, and how long the open ones wait',
    access: 'referrals.read',
    mode: 'read',
    scope: 'domain',
    topic: 'referral',
    query: z.strictObject({
      /** Calendar days in the agency's time zone, including today. */
      Days: z.coerce.number().int().min(1).max(92).default(14),
    }),
    output: Figures,
  }),
} as const;
