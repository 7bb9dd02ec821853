import * as z from 'zod';

/** ZIP codes are left-padded with zeros to five digits. */
export function padZipCode(text: string): string {
  return text.trim().padStart(5, '0');
}

export const ZipCode = z
  .string()
  .max(10)
  .transform(padZipCode)
  .pipe(z.string().regex(/^\d{5}$/, 'Enter a ZIP code of 5 digits'));
