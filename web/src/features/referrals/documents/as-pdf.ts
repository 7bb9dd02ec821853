/** The types of documents whose pages can be shown, read and sorted one by one. */
export const hasPages = (type: string) => type === 'application/pdf' || type === 'image/tiff';

/** Returns the bytes of a PDF, and for a TIFF those of a PDF with the same pages. */
export async function asPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const begin = String.fromCodePoint(...bytes.subarray(0, 4));
  if (!['II*\0', 'MM\0*'].includes(begin)) return bytes;
  const { pdfOfTiff } = await import('./tiff.ts');
  return pdfOfTiff(bytes);
}
