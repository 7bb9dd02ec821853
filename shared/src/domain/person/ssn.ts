import * as z from 'zod';

/** Areas 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned (20 CFR 422.103; SSA, 2011). */
const neverAssigned = /^(?:000|666|9)|^\d{3}00|0000$/;
const wrong = 'Enter a social security number of 9 digits';

/** Kept as nine digits. */
export const Ssn = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^\d{9}$/, wrong)
      .refine((digits) => !neverAssigned.test(digits), 'This social security number is never assigned'),
  );

export const formatSsn = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{2})(\d{4})$/, (_, area, group, serial) => `${area}-${group}-${serial}`);

export const maskSsn = (digits: string): string => (digits === '' ? '' : `***-**-${digits.slice(-4)}`);

/** As a form sends it: none, the masked form for "unchanged", or a whole number. */
export const GivenSsn = z.union([z.literal(''), z.string().regex(/^\*{3}-\*{2}-\d{4}$/), Ssn], wrong);
