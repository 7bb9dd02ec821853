import * as z from 'zod';

/** ZIP codes are left-padded with zeros to five digits; nothing stays nothing. */
export function padZipCode(text: string): string {
  const typed = text.trim();
  return typed === '' ? '' : typed.padStart(5, '0');
}

export const ZipCode = z
  .string()
  .max(10)
  .transform(padZipCode)
  .pipe(z.string().regex(/^\d{5}$/, 'Enter a ZIP code of 5 digits'));
