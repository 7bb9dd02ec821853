import type { Browser } from 'playwright-core';
import { chartFamilies } from './families/charts.ts';
import { gridFamilies, type Family } from './families/grids.ts';
import { formFamilies } from './families/forms.ts';
import { proseFamilies } from './families/prose.ts';
import { withFields, type Ground } from './form-fields.ts';
import { assertPrinted, newPaper, type Trap } from './paper.ts';
import { factsOf } from './people.ts';
import { printer } from './print.ts';
import { redrawn } from './redraw.ts';
import type { Packet } from './sheet.ts';
import { tunedHalf } from './split.ts';
import { vocabularies, wordsOf, type Vocabulary } from './vocabularies.ts';

/** Each group is split, so that some families of each are kept back. */
const groups: Record<string, Record<string, Family>> = {
  grids: gridFamilies,
  charts: chartFamilies,
  prose: proseFamilies,
  forms: formFamilies,
};
const families = Object.entries(groups).flatMap(([group, own]) => {
  const tuned = tunedHalf(Object.keys(own));
  return Object.entries(own).map(([name, draw]) => ({ group, name, draw, isTuned: tuned.has(name) }));
});
/** What lies below the fields of a form; other documents have no fields. */
const grounds: Partial<Record<string, Ground>> = {
  'form with labels left': 'text',
  'form with labels above': 'text',
  'form over a picture': 'picture',
  'flattened form': 'flattened',
};
/** The programs that write the PDF: the browser, or another one that cuts the text in its own way. */
const producers = ['browser', 'lines', 'browser', 'words', 'letters', 'browser', 'kerning'] as const;
const tunedVocabularies = tunedHalf(vocabularies);

/** A document of a family in the words of a system, about a person whom no other document is about. */
export interface DrawnDocument extends Packet {
  group: string;
  family: string;
  vocabulary: Vocabulary;
  /** Values of an AcroForm are in its fields, not in the text of its pages. */
  kind: 'typed' | 'AcroForm';
  /** A document that is not tuned is kept back: its texts and values are never shown or stored. */
  isTuned: boolean;
  producer: (typeof producers)[number];
  traps: readonly Trap[];
}

/** Each family in each vocabulary; those that rules may be made for, about other people in each further round. */
export async function drawDocuments(browser: Browser, today: string, round = 0): Promise<DrawnDocument[]> {
  const print = await printer(browser);
  const drawn: DrawnDocument[] = [];
  const places = families.flatMap((family, at) =>
    vocabularies.map((vocabulary, column) => {
      const isTuned = family.isTuned && tunedVocabularies.has(vocabulary);
      return { family, vocabulary, at, column, isTuned };
    }),
  );
  for (const { family, vocabulary, at, column, isTuned } of places.filter(
    (each) => round === 0 || each.isTuned,
  )) {
    const seed = round * 10_000 + at * 100 + column;
    const { paper, said } = newPaper(factsOf(seed, today), wordsOf(vocabulary), column, seed);
    const name = `${family.name}, ${vocabulary}`;
    const pages = family.draw(paper);
    assertPrinted(name, pages, said);
    const ground = grounds[family.name];
    const producer = ground ? 'browser' : (producers[(at * 3 + column * 5) % producers.length] ?? 'browser');
    // oxlint-disable no-await-in-loop -- one page of the browser prints them
    await print.show(pages, paper.style);
    const bytes =
      producer === 'browser' ? await print.pdf() : await redrawn(print.page, producer, paper.draw);
    drawn.push({
      name,
      group: family.group,
      family: family.name,
      vocabulary,
      kind: ground === 'text' || ground === 'picture' ? 'AcroForm' : 'typed',
      isTuned,
      bytes: ground ? await withFields(print.page, bytes, ground) : bytes,
      pages: pages.length,
      expected: said.expected,
      accepts: said.accepts,
      producer,
      traps: said.traps,
    });
    // oxlint-enable no-await-in-loop
  }
  await print.close();
  return drawn;
}
