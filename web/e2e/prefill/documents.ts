import type { Browser } from 'playwright-core';
import { gridFamilies, type Family } from './grid-families.ts';
import { newPaper, type Trap } from './paper.ts';
import { factsOf } from './people.ts';
import { printer } from './print.ts';
import type { Packet } from './sheet.ts';
import { tunedHalf } from './split.ts';
import { vocabularies, wordsOf, type Vocabulary } from './vocabularies.ts';

const families: Record<string, Family> = { ...gridFamilies };
const tunedFamilies = tunedHalf(Object.keys(families));
const tunedVocabularies = tunedHalf(vocabularies);

/** A document of a family in the words of a system, about a person whom no other document is about. */
export interface DrawnDocument extends Packet {
  family: string;
  vocabulary: Vocabulary;
  /** A document that is not tuned is kept back: its texts and values are never shown or stored. */
  isTuned: boolean;
  traps: readonly Trap[];
}

/** Each family in each vocabulary. */
export async function drawDocuments(browser: Browser, today: string): Promise<DrawnDocument[]> {
  const print = await printer(browser);
  const drawn: DrawnDocument[] = [];
  for (const [at, [family, draw]] of Object.entries(families).entries())
    for (const [column, vocabulary] of vocabularies.entries()) {
      const seed = at * 100 + column;
      const { paper, said } = newPaper(factsOf(seed, today), wordsOf(vocabulary), seed);
      const pages = draw(paper);
      // oxlint-disable-next-line no-await-in-loop -- one page of the browser prints them
      await print.show(pages, paper.style);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const bytes = await print.pdf();
      drawn.push({
        name: `${family}, ${vocabulary}`,
        family,
        vocabulary,
        isTuned: tunedFamilies.has(family) && tunedVocabularies.has(vocabulary),
        bytes,
        pages: pages.length,
        expected: said.expected,
        accepts: said.accepts,
        traps: said.traps,
      });
    }
  await print.close();
  return drawn;
}
