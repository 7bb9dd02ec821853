import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

const EligibilityResult = z.object({
  isInputWrong: z.boolean(),
  isPartBEligible: z.boolean(),
  isProblematic: z.boolean(),
  isActiveMedicareAdvantage: z.boolean(),
});

export const medicareEligibility = {
  check: defineEndpoint({
    method: 'POST',
    path: '/medicareeligibility/checkeligibility',
    summary: 'Ask Medicare whether it will pay',
    access: 'eligibility.check',
    mode: 'lease',
    repeat: 'by-person',
    scope: 'domain',
    body: z.strictObject({
      FirstName: z.string().max(35),
      LastName: z.string().max(60),
      DateOfBirth: z.string().max(10),
      Mbi: z.string().max(20),
      Category: z.enum(['Home Care', 'Hospice', 'Other']),
      DateOfService: z.string().max(10).optional(),
      ReferralId: z.string().max(80).optional(),
    }),
    output: EligibilityResult,
    success: 'Received the eligibility response',
  }),
  history: defineEndpoint({
    method: 'GET',
    path: '/settings/GetHistoricalMedicareSearches',
    summary: 'Past eligibility checks of the business domain',
    access: 'eligibility.check',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({ Continuation: z.string().max(4000).optional() }),
    output: z.object({ HistoricalMedicareSearches: z.array(EligibilityResult.extend({ Id: z.string() })) }),
  }),
} as const;
