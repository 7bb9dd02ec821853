import * as z from 'zod';
import { whenWrong } from '../records/text.ts';

/** By the specification, a single word is the last name; of more than two, the first and the last are used. */
export function splitName(fullName: string): { FirstName: string; LastName: string } {
  const words = fullName.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return { FirstName: words.length > 1 ? (words[0] ?? '') : '', LastName: last };
}

const mailbox = "(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]";
const hostLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** Zod's own pattern accepts host names with a part that ends in a hyphen, which RFC 1035 (2.3.1) does not allow. */
export const Email = z
  .email({
    ...whenWrong('Enter an e-mail address'),
    // oxlint-disable-next-line no-restricted-globals -- made of our own text
    pattern: new RegExp(`^${mailbox}@(?:${hostLabel}\\.)+[A-Za-z]{2,}$`),
  })
  .max(200);

const tenDigits = /^\d{10}$/;

/** Returns the digits of a typed number without a leading US country code. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Formats ten digits as (xxx) xxx-xxxx; any other text stays unchanged. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  if (!tenDigits.test(digits)) return text;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Stored as ten digits. */
export const Phone = z
  .string()
  .max(40)
  .regex(/^[\d\s().+-]*$/, 'Enter a phone number of 10 digits')
  .transform(phoneDigits)
  .pipe(z.string().regex(tenDigits, 'Enter a phone number of 10 digits'));
