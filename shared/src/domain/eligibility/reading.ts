import * as z from 'zod';

/** A segment of an answer without identifiers, and what became of it. */
export const ExchangeLine = z.object({
  Text: z.string(),
  /** `ignored` is left out on purpose; `unread` is what no rule knows. */
  State: z.enum(['envelope', 'heading', 'fact', 'ignored', 'unread']),
  /** In words; those of a benefit stand at its EB. */
  Facts: z.array(z.string()),
});
export type ExchangeLine = z.infer<typeof ExchangeLine>;

export const ExchangeReading = z.object({
  Lines: z.array(ExchangeLine),
  Unread: z.number().int(),
  /** Why there are no lines; null when there are. */
  Problem: z.string().nullable(),
});
export type ExchangeReading = z.infer<typeof ExchangeReading>;
