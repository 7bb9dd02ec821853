import * as z from 'zod';

/** The first five digits of a ZIP+4 code; any other text stays unchanged. */
export const withoutPlusFour = (text: string) => text.replace(/^(\d{5})[-\s]?\d{4}$/, '$1');

/** Pads ZIP codes with leading zeros to five digits; an empty text stays empty. */
export function padZipCode(text: string): string {
  const typed = withoutPlusFour(text.trim());
  return typed === '' ? '' : typed.padStart(5, '0');
}

/** Requires at least one digit: padding alone would turn an empty field into the code 00000. */
export const ZipCode = z
  .string()
  .trim()
  .overwrite(withoutPlusFour)
  .regex(/^(?!0+$)\d{1,5}$/, 'Enter a ZIP code of 5 digits')
  .transform(padZipCode)
  .pipe(z.string());

/** Accepts a number from clients, too, which has lost its leading zeros. */
export const GivenZipCode = z
  .union([z.string().max(20), z.int().nonnegative()])
  .transform(String)
  .pipe(ZipCode);
