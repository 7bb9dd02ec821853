import { inPaperWorker } from '../../documents/in-paper-worker.ts';
import type { Packet } from '@handoff/shared/reading/read-document';
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

/** What the pages say, with the places on the shown pages. */
export async function packetOnPages(
  pages: ReadonlyMap<number, PageText>,
  isOnePatient: boolean,
): Promise<Packet> {
  const words = [...pages.keys()].toSorted((a, b) => a - b).flatMap((page) => pages.get(page)?.words ?? []);
  const { proposals, others } = await inPaperWorker('readPacket', words, isOnePatient);
  const shown = proposals.map(({ place, ...proposal }) => {
    const box = place && pages.get(place.page)?.placeOf(place.box);
    return { ...proposal, place: place && { ...place, box: box ?? place.box } };
  });
  return { proposals: shown, others };
}
