import * as z from 'zod';

/** One question about a referral: the answer, the rule that gave it, and the reason in words. */
export const FitCheck = z.object({
  Answer: z.enum(['yes', 'no', 'unknown']),
  Rule: z.string(),
  Reason: z.string(),
});
export type FitCheck = z.infer<typeof FitCheck>;

/** The names of what is missing, in the order they are asked for. */
export const FitChecklist = FitCheck.extend({ Missing: z.array(z.string()) });
export type FitChecklist = z.infer<typeof FitChecklist>;

interface Period {
  StartsOn: string | null;
  EndsOn: string | null;
}

/** Both days are included; ISO dates compare as text. */
export const isValidOn = ({ StartsOn, EndsOn }: Period, day: string): boolean =>
  (StartsOn === null || StartsOn <= day) && (EndsOn === null || EndsOn >= day);

/** Names as people type them: case, punctuation and spaces do not tell two apart. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
