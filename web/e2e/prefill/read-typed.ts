import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { readDocument } from '@handoff/shared/reading/read-document';
import { wordsOfPages } from '../../src/features/referrals/intake/prefill/text-layer.ts';
import { checkOf, type KnownData } from '../../src/features/referrals/intake/prefill/checks.ts';
import type { Offer } from './score.ts';
import type { Packet } from './sheet.ts';

/** An agency whose lists and address data know none of the drawn people. */
const noData: Omit<KnownData, 'today'> = {
  city: undefined,
  isStreetKnown: undefined,
  payers: [],
  organizations: [],
  ordering: undefined,
};

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
  const known = { ...noData, today: new Date() };
  return readDocument(words).map((proposal) => ({
    path: proposal.path,
    value: proposal.value,
    isSure: checkOf(proposal, known).state === 'yes',
  }));
}
