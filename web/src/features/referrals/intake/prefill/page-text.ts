import { inPaperWorker } from '../../documents/in-paper-worker.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';
import type { Box, Word } from '@handoff/shared/reading/words';

/** The text that was read on a page. */
export interface PageText {
  /** With level lines, as a scan may not have. */
  words: readonly Word[];
  /** Finds the place of a box around words on the shown page. */
  placeOf: (box: Box) => Box;
  /** It has print, and no word of it was read. */
  isUnreadable?: true;
}

/** A page that is blank or was skipped. */
export const noText: PageText = { words: [], placeOf: (box) => box };

export const unreadable: PageText = { ...noText, isUnreadable: true };

/** Proposals with their places on the shown pages. */
export async function proposalsOnPages(pages: ReadonlyMap<number, PageText>): Promise<Proposal[]> {
  const words = [...pages.keys()].toSorted((a, b) => a - b).flatMap((page) => pages.get(page)?.words ?? []);
  const found = await inPaperWorker('readDocument', words);
  return found.map(({ place, ...proposal }) => {
    const shown = place && pages.get(place.page)?.placeOf(place.box);
    return { ...proposal, place: place && { ...place, box: shown ?? place.box } };
  });
}
