import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { readDocument } from '@handoff/shared/reading/read-document';
import { wordsOfPages } from '../../src/features/referrals/intake/prefill/text-layer.ts';
import type { Offer } from './score.ts';
import type { Packet } from './sheet.ts';

/** Reads a typed packet as the page does, without a browser. */
export async function readTyped({ bytes }: Packet): Promise<Offer[]> {
  // pdf.js takes the bytes away.
  const task = getDocument({ data: bytes.slice(), verbosity: 0 });
  const pdf = await task.promise;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  const words = await wordsOfPages(
    pages,
    workBudget(() => new Error('The packet is too large')),
  );
  await task.destroy();
  return readDocument(words).map(({ path, value, doubt }) => ({ path, value, isSure: doubt === undefined }));
}
