import * as z from 'zod';

// CMS, "Understanding the Medicare Beneficiary Identifier Format": no S, L, O, I, B, Z.
const letter = '[AC-HJKMNP-RT-Y]';
const either = '[0-9AC-HJKMNP-RT-Y]';
const pattern = `[1-9]${letter}${either}[0-9]${letter}${either}[0-9]${letter}{2}[0-9]{2}`;

const whole = new RegExp(`^${pattern}$`);
const anywhere = new RegExp(`(?<![0-9A-Z])${pattern}(?![0-9A-Z])`, 'g');
const wrong = 'Enter a Medicare number of 11 characters, as on the card';

/** A number of a person as it is kept and sent: without the spaces and dashes people type, in capitals. */
export function plainNumber(text: string): string {
  return text.replaceAll(/[\s‐-―-]/g, '').toUpperCase();
}

/** CMS's pattern; there is no check digit, so only the payer can say whose number it is. */
export function isMbi(text: string): boolean {
  return whole.test(text);
}

/** As on the card: `1EG4-TE5-MK73`. */
export function formatMbi(mbi: string): string {
  return isMbi(mbi) ? `${mbi.slice(0, 4)}-${mbi.slice(4, 7)}-${mbi.slice(7)}` : mbi;
}

/** `****-***-MK73`: how every answer, history record and log of ours shows it. */
export function maskMbi(mbi: string): string {
  if (mbi === '') return '';
  return `****-***-${isMbi(mbi) ? mbi.slice(7) : '****'}`;
}

/** The text with every MBI in it masked. */
export function maskMbisIn(text: string): string {
  return text.replaceAll(anywhere, maskMbi);
}

/** A Medicare Beneficiary Identifier, kept as eleven characters. */
export const Mbi = z.string().max(40).transform(plainNumber).pipe(z.string().regex(whole, wrong));

/** As a form sends it: none, the masked form for "unchanged", or a whole number. */
export const GivenMbi = z.union([z.literal(''), z.string().regex(/^\*{4}-\*{3}-[0-9A-Z]{4}$/), Mbi], wrong);
