import { letterSet, slipsBetween, type Spelled } from '../domain/address/spelling.ts';
import { knownWords } from './label-words.ts';
import { list } from './titles.ts';

// Words of labels as scans and some PDFs have them: with a wrong letter, or without a space between them.

/** The word of a label that a scan has with a wrong letter, or two in a long one; the word itself if there is none. */
export function corrected(word: string): string {
  if (word.length < LEAST_WRONG || knownWords.has(word) || /\d{2}/.test(word)) return word;
  const alike = lookAlikes
    .map(([read, meant]) => word.replaceAll(read, meant))
    .find((each) => knownWords.has(each));
  return alike ?? nearest(word);
}

/** What readers of scans confuse most. */
const lookAlikes = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['0', 'o'],
  ['1', 'i'],
  ['1', 'l'],
  ['5', 's'],
] as const;
const LEAST_WRONG = 4;

const spelled = (word: string): Spelled => ({
  word: word.toUpperCase(),
  letters: letterSet(word.toUpperCase()),
});
const spellings = [...knownWords]
  .filter(({ length }) => length >= LEAST_WRONG)
  .map((word) => ({ word, as: spelled(word) }));

function nearest(word: string): string {
  const typed = spelled(word);
  let best = { word, slips: Infinity };
  for (const each of spellings) {
    const slips = slipsBetween(typed, each.as) ?? Infinity;
    if (slips < best.slips) best = { word: each.word, slips };
  }
  return best.word;
}

/** Shorter pieces than three letters are within too many words. */
const short = new Set(list('of, or, no, id, by, to, dr, md, dx, pt'));
const isPiece = (text: string) => knownWords.has(text) && (text.length > 2 || short.has(text));
const LEAST_GLUED = 6;
const MOST_GLUED = 32;

/** The words of labels that a PDF or a scan has without the space between them, such as "dateof". */
export function unglued(word: string): string[] | undefined {
  if (word.length < LEAST_GLUED || word.length > MOST_GLUED || knownWords.has(word)) return undefined;
  const pieces = fewestPieces(word);
  return pieces?.some(({ length }) => length > 3) ? pieces : undefined;
}

function fewestPieces(word: string): string[] | undefined {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1)
    best[end] = best
      .flatMap((before, start) => {
        const piece = word.slice(start, end);
        return before && isPiece(piece) ? [[...before, piece]] : [];
      })
      .toSorted((one, other) => one.length - other.length)[0];
  return best[word.length];
}
