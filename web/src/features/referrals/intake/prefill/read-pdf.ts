import { openPdf } from '../../documents/pdf.ts';
import { type Proposal, proposalsIn } from '../reading/proposals.ts';
import { wordsOfPages } from '../reading/text-layer.ts';

/** Longer packets repeat themselves, and the face sheet comes first. */
const MOST_PAGES = 40;

/** Proposals from the typed text of a PDF; none for a scan, whose pages have no text. */
export async function proposalsOfPdf(file: File): Promise<Proposal[]> {
  const { pages, close } = await openPdf(new Uint8Array(await file.arrayBuffer()));
  try {
    return proposalsIn(await wordsOfPages(pages.slice(0, MOST_PAGES)));
  } finally {
    close();
  }
}
