import * as z from 'zod';

/** Holds the facts about an admission from the last answer of Medicare. */
export const AdmissionAnswer = z.object({
  Care: z.enum(['Home Care', 'Hospice']).nullable(),
  PlanFrom: z.string(),
  CheckedAt: z.string(),
  PeriodsUsed: z.number().int(),
});
export type AdmissionAnswer = z.infer<typeof AdmissionAnswer>;
