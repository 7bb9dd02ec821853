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
/** "ext 12", "x12" or "extension: 12" behind a number. */
const extensionOf = /(?:extension|ext\.?|x)[ .:#]*(\d{1,6})$/i;

function phoneParts(text: string): { digits: string; extension: string } {
  const [found = '', extension = ''] = extensionOf.exec(text.trim()) ?? [];
  const digits = text
    .trim()
    .slice(0, text.trim().length - found.length)
    .replaceAll(/\D/g, '');
  return { digits: digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits, extension };
}

/** Returns the digits of a typed number without a leading US country code and without its extension. */
export const phoneDigits = (text: string): string => phoneParts(text).digits;

/** Formats ten digits as (xxx) xxx-xxxx, with an extension behind them; any other text stays unchanged. */
export function formatPhone(text: string): string {
  const { digits, extension } = phoneParts(text);
  if (!tenDigits.test(digits)) return text;
  const number = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return extension === '' ? number : `${number} ext ${extension}`;
}

/** The address of a stored number for the program that calls it (RFC 3966). */
export function phoneLink(stored: string): string {
  const { digits, extension } = phoneParts(stored);
  return extension === '' ? `tel:+1${digits}` : `tel:+1${digits};ext=${extension}`;
}

/** Stored as ten digits, with "x" and the extension behind them if there is one. */
export const Phone = z
  .string()
  .max(40)
  .regex(
    /^[\d\s().+-]*(?:(?:extension|ext\.?|x)[ .:#]*\d{1,6}\s*)?$/i,
    'Enter a phone number of 10 digits, with an extension such as ext 12',
  )
  .transform((text) => {
    const { digits, extension } = phoneParts(text);
    return extension === '' ? digits : `${digits}x${extension}`;
  })
  .pipe(z.string().regex(/^\d{10}(?:x\d{1,6})?$/, 'Enter a phone number of 10 digits'));
