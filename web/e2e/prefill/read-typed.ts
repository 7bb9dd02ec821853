import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { readDocument } from '@handoff/shared/reading/read-document';
import type { Word } from '@handoff/shared/reading/words';
import { isOfField, isScan } from '../../src/features/referrals/intake/prefill/is-scan.ts';
import { wordsOfPages } from '../../src/features/referrals/intake/prefill/text-layer.ts';
import { checkOf, type KnownData } from '../../src/features/referrals/intake/prefill/checks.ts';
import type { FormPictures } from './form-pictures.ts';
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

/** Reads a typed packet as the page does, without a browser but for the pictures below the fields of a form. */
export async function readTyped(packet: Packet, pictures: FormPictures): Promise<Offer[]> {
  const known = { ...noData, today: new Date() };
  return readDocument(await wordsOf(packet, pictures)).map((proposal) => ({
    path: proposal.path,
    value: proposal.value,
    isSure: checkOf(proposal, known).state === 'yes',
  }));
}

export async function wordsOf(packet: Packet, pictures: FormPictures): Promise<Word[]> {
  // pdf.js takes the bytes away.
  const task = getDocument({ data: packet.bytes.slice(), verbosity: 0 });
  const pdf = await task.promise;
  const budget = workBudget(() => new Error('The packet is too large'));
  const read: Word[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1)
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    read.push(...(await wordsOn(await pdf.getPage(number))));
  await task.destroy();
  return read;

  async function wordsOn(page: PDFPageProxy): Promise<readonly Word[]> {
    const words = await wordsOfPages([page], budget);
    if (!(await isScan(page, words))) return words;
    return pictures.wordsOf(packet, { page: page.pageNumber, fields: words.filter(isOfField) });
  }
}
