import * as z from 'zod';

/** What Medicare answered last about an admission. */
export const AdmissionAnswer = z.object({
  Care: z.enum(['Home Care', 'Hospice']).nullable(),
  PlanFrom: z.string(),
  CheckedOn: z.string(),
  PeriodsUsed: z.number().int(),
});
export type AdmissionAnswer = z.infer<typeof AdmissionAnswer>;
