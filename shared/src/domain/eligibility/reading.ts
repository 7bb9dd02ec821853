import * as z from 'zod';

/** A segment of an answer without identifiers, and how it was read. */
export const ExchangeLine = z.object({
  Text: z.string(),
  /** `ignored` is left out on purpose; `unread` has no rule. */
  State: z.enum(['envelope', 'heading', 'fact', 'ignored', 'unread']),
  /** Facts in words; those of a benefit are listed at its EB. */
  Facts: z.array(z.string()),
});
export type ExchangeLine = z.infer<typeof ExchangeLine>;

export const ExchangeReading = z.object({
  Lines: z.array(ExchangeLine),
  Unread: z.number().int(),
  /** Says why there are no lines; null when there are. */
  Problem: z.string().nullable(),
});
export type ExchangeReading = z.infer<typeof ExchangeReading>;
