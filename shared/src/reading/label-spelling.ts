import { bitsOf, letterSet } from '../domain/address/spelling.ts';
import { knownWords } from './label-words.ts';
import { list } from './titles.ts';

// Words of labels as scans and some PDFs have them: with a wrong letter, or without a space between them.

/** The word of a label that a scan has with wrong letters, more of them if they look alike; the word itself if there is none. */
export function corrected(word: string): string {
  if (word.length < LEAST_WRONG || word.length > MOST_WRONG || knownWords.has(word) || /\d{2}/.test(word))
    return word;
  const alike = lookAlikes
    .map(([read, meant]) => word.replaceAll(read, meant))
    .find((each) => knownWords.has(each));
  return alike ?? nearest(word);
}

/** What readers of scans confuse most, beside single letters. */
const lookAlikes = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['li', 'h'],
  ['ii', 'n'],
  ['iii', 'm'],
] as const;
const LEAST_WRONG = 3;
const MOST_WRONG = 16;

/** Letters that one of a coarse scan may be, small or capital. */
const groups = [
  'cgeoqd0',
  'efprbhk',
  'iltjf1r',
  'nhmur',
  'aseoz',
  's58b3z',
  'vyuw',
  'nmhwk',
  'tfl',
  'ud0',
  'a4',
  'g9',
  'kx',
  'pn',
];
/** A bit for each group of a letter. */
const groupsOf = new Map<string, number>();
for (const [at, group] of groups.entries())
  for (const letter of group) groupsOf.set(letter, (groupsOf.get(letter) ?? 0) | (1 << at));

const ALIKE = 0.5;
/** A stroke that is lost or doubled. */
const THIN = 0.75;
const strokeOf = (letter: string) => ('iltjr1'.includes(letter) ? THIN : 1);

/** How wrong a word of a length may be: one letter in four, or two that look alike. */
const mostWrong = (length: number) => (length === 3 ? 0.5 : Math.min(2.5, Math.floor(length / 2) / 2));

const spellings = [
  ...Map.groupBy(
    [...knownWords]
      .filter(({ length }) => length >= LEAST_WRONG)
      .map((meant) => ({ meant, letters: letterSet(meant.toUpperCase()) })),
    ({ meant: { length } }) => length,
  ),
];

function nearest(word: string): string {
  const letters = letterSet(word.toUpperCase());
  let best = { word, cost: mostWrong(word.length) + 0.01 };
  for (const [length, all] of spellings)
    if (Math.abs(length - word.length) <= 2)
      for (const { meant, letters: own } of all) {
        // A letter that only one of them has costs this at least.
        const least = ALIKE * Math.max(bitsOf(own & ~letters), bitsOf(letters & ~own));
        const cost = least < best.cost ? costBetween(word, meant, best.cost) : best.cost;
        if (cost < best.cost) best = { word: meant, cost };
      }
  return best.word;
}

function swapOf(letter: string, other: string): number {
  if (letter === other) return 0;
  return ((groupsOf.get(letter) ?? 0) & (groupsOf.get(other) ?? 0)) === 0 ? 1 : ALIKE;
}

/** What it costs to make one word of the other; not less than the limit, where it is at least that. */
function costBetween(read: string, meant: string, limit: number): number {
  let row = [0];
  for (const letter of meant) row.push((row.at(-1) ?? 0) + strokeOf(letter));
  for (const letter of read) {
    const next = [(row[0] ?? 0) + strokeOf(letter)];
    let to = 0;
    for (const other of meant) {
      next.push(
        Math.min(
          (row[to] ?? 0) + swapOf(letter, other),
          (row[to + 1] ?? 0) + strokeOf(letter),
          (next[to] ?? 0) + strokeOf(other),
        ),
      );
      to += 1;
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row.at(-1) ?? limit;
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
