import type { TestApi } from '../api.ts';
import { referral } from './example-records.ts';

export const realtimeExamples = {
  negotiate: { as: 'vic', input: () => ({}) },
  presence: {
    as: 'vic',
    input: async (handoff: TestApi) => ({
      body: {
        ReferralId: (await referral(handoff)).Id,
        TabId: '2b1c9d0e-5f4a-4b63-8e21-7c0d9a1f3e55',
        Turn: 1,
        State: 'viewing' as const,
        Section: null,
      },
    }),
  },
} as const;
