import type { Browser } from 'playwright-core';
import { chartFamilies } from './families/charts.ts';
import { gridFamilies, type Family } from './families/grids.ts';
import { newPaper, type Trap } from './paper.ts';
import { factsOf } from './people.ts';
import { printer } from './print.ts';
import { proseFamilies } from './families/prose.ts';
import type { Packet } from './sheet.ts';
import { tunedHalf } from './split.ts';
import { vocabularies, wordsOf, type Vocabulary } from './vocabularies.ts';

/** Each group is split, so that some families of each kind are kept back. */
const groups: Record<string, Record<string, Family>> = {
  grids: gridFamilies,
  charts: chartFamilies,
  prose: proseFamilies,
};
const families = Object.entries(groups).flatMap(([group, own]) => {
  const tuned = tunedHalf(Object.keys(own));
  return Object.entries(own).map(([name, draw]) => ({ group, name, draw, isTuned: tuned.has(name) }));
});
const tunedVocabularies = tunedHalf(vocabularies);

/** A document of a family in the words of a system, about a person whom no other document is about. */
export interface DrawnDocument extends Packet {
  group: string;
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
  for (const [at, family] of families.entries())
    for (const [column, vocabulary] of vocabularies.entries()) {
      const seed = at * 100 + column;
      const { paper, said } = newPaper(factsOf(seed, today), wordsOf(vocabulary), column, seed);
      const pages = family.draw(paper);
      // oxlint-disable-next-line no-await-in-loop -- one page of the browser prints them
      await print.show(pages, paper.style);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const bytes = await print.pdf();
      drawn.push({
        name: `${family.name}, ${vocabulary}`,
        group: family.group,
        family: family.name,
        vocabulary,
        isTuned: family.isTuned && tunedVocabularies.has(vocabulary),
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
