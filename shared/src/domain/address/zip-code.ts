import * as z from 'zod';

/** ZIP codes are left-padded with zeros to five digits; nothing stays nothing. */
export function padZipCode(text: string): string {
  const typed = text.trim();
  return typed === '' ? '' : typed.padStart(5, '0');
}

/** One digit at least: padding alone would make the code 00000 of an empty field. */
export const ZipCode = z
  .string()
  .trim()
  .regex(/^(?!0+$)\d{1,5}$/, 'Enter a ZIP code of 5 digits')
  .transform(padZipCode)
  .pipe(z.string());

/** As a client may send it: a number has lost its leading zeros. */
export const GivenZipCode = z
  .union([z.string().max(20), z.int().nonnegative()])
  .transform(String)
  .pipe(ZipCode);
