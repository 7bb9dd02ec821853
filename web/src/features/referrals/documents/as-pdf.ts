import { isTiff } from '@handoff/shared/domain/referral/tiff-directories';
import { inPaperWorker } from './in-paper-worker.ts';

/** The types of documents whose pages can be shown, read and sorted one by one. */
export const hasPages = (type: string) => type === 'application/pdf' || type === 'image/tiff';

/** Returns the bytes of a PDF, and for a TIFF those of a PDF with the same pages. */
export async function asPdf(bytes: Uint8Array): Promise<Uint8Array> {
  return isTiff(bytes) ? inPaperWorker('pdfOfTiff', bytes) : bytes;
}
