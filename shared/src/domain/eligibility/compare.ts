import * as z from 'zod';

/** What became different between two checks, in words for the person who reads it. */
export const CheckComparison = z.object({
  VerdictChanged: z.boolean(),
  /** Null while it cannot be told: numbers are kept as keyed hashes, and older checks have none. */
  IsSamePerson: z.boolean().nullable(),
  Changes: z.array(
    z.object({
      Kind: z.enum(['gained', 'lost', 'changed']),
      /** "Part B", "Medicare Advantage", "Hospice" ... */
      What: z.string(),
      Before: z.string(),
      After: z.string(),
    }),
  ),
});
export type CheckComparison = z.infer<typeof CheckComparison>;
