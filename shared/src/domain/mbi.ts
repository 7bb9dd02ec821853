import * as z from 'zod';

/** CMS, "Understanding the Medicare Beneficiary Identifier Format": no S, L, O, I, B, Z; there is no check digit. */
const pattern =
  /^[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y]{2}[0-9]{2}$/;
const wrong = 'Enter a Medicare number of 11 characters, as on the card';

/** Without blanks and dashes, in capitals. */
export const plainNumber = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** Kept as eleven characters. */
export const Mbi = z.string().max(40).transform(plainNumber).pipe(z.string().regex(pattern, wrong));

export const isMbi = (plain: string): boolean => pattern.test(plain);

/** 4-3-4, as on the card. */
export const formatMbi = (plain: string): string =>
  isMbi(plain) ? `${plain.slice(0, 4)}-${plain.slice(4, 7)}-${plain.slice(7)}` : plain;

export const maskMbi = (plain: string): string => (plain === '' ? '' : `****-***-${plain.slice(-4)}`);

/** As a form sends it: none, the masked form for "unchanged", or a whole number. */
export const GivenMbi = z.union([z.literal(''), z.string().regex(/^\*{4}-\*{3}-[0-9A-Z]{4}$/), Mbi], wrong);
