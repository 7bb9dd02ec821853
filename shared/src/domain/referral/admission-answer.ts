import * as z from 'zod';

/** Holds the facts about an admission from the last answer of Medicare. */
export const AdmissionAnswer = z.object({
  Care: z.enum(['Home Care', 'Hospice']).nullable(),
  PlanFrom: z.string(),
  CheckedAt: z.string(),
  PeriodsUsed: z.number().int(),
});
export type AdmissionAnswer = z.infer<typeof AdmissionAnswer>;

/** The next date that an admission must meet, or has missed, for a list; the record shows all of them with their rules. */
export const NextDate = z.object({
  Title: z.string(),
  By: z.string(),
  State: z.enum(['open', 'late']),
});
export type NextDate = z.infer<typeof NextDate>;
