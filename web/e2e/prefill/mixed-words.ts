import { type Randomness, randomness } from '@handoff/local/seed/randomness';
import { readPacket } from '@handoff/shared/reading/read-document';
import type { Word } from '@handoff/shared/reading/words';
import { scannedWords } from '@handoff/shared/testing/scanned-words';
import { isValueOf } from './score.ts';
import type { Packet } from './sheet.ts';

/** A document as it was read. */
export interface ReadPaper {
  document: Packet;
  words: readonly Word[];
}

/** What was proposed of packets of several people. */
export interface MixedFigures {
  packets: number;
  /** Values from pages about another patient than the first one, whatever they say. */
  ofOthers: number;
  right: number;
  /** Of the first patient's pages without the others. */
  rightAlone: number;
}

const PACKETS = 200;

/**
 * Draws packets of two to four people out of read documents, each about one person. `wrong` is the share of letters that
 * are made wrong, as by a scan; 0 leaves the words as they were read.
 */
export function mixedFigures(papers: readonly ReadPaper[], wrong = 0): MixedFigures {
  const figures = { packets: PACKETS, ofOthers: 0, right: 0, rightAlone: 0 };
  for (let number = 0; number < PACKETS; number += 1) {
    const draw = randomness(50_000 + number);
    const [first, ...others] = drawPapers(papers, draw).map(({ document, words }) => ({
      document,
      words: wrong === 0 ? words : scannedWords(words, wrong, draw.fraction),
    }));
    if (!first) continue;
    const { words, ownPages } = inOnePacket(first, others);
    const { proposals } = readPacket(words);
    const isRight = ({ path, value }: { path: string; value: string }) =>
      isValueOf(first.document, path, value);
    figures.ofOthers += proposals.filter(({ place }) => (place?.page ?? 1) > ownPages).length;
    figures.right += proposals.filter(isRight).length;
    figures.rightAlone += readPacket(first.words).proposals.filter(isRight).length;
  }
  return figures;
}

function drawPapers(papers: readonly ReadPaper[], draw: Randomness): ReadPaper[] {
  const left = [...papers];
  return Array.from({ length: draw.between(2, 4) }, () =>
    left.splice(draw.between(0, left.length - 1), 1),
  ).flat();
}

function inOnePacket(first: ReadPaper, others: readonly ReadPaper[]) {
  const ownPages = pagesOf(first);
  const words = [...first.words];
  let before = ownPages;
  for (const other of others) {
    const from = before;
    words.push(...other.words.map((word) => ({ ...word, page: word.page + from })));
    before += pagesOf(other);
  }
  return { words, ownPages };
}

const pagesOf = ({ words }: ReadPaper) => Math.max(1, ...words.map(({ page }) => page));
