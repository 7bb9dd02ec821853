/** Returns the number of slips that a word of its length may have: one in four letters, two in seven. */
export const maxSlips = (word: string): number => Math.min(2, Math.floor((word.length - 1) / 3));

/** Returns a bit for each letter and digit of a word: two words whose sets differ by much cannot be one slip apart. */
export function letterSet(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.codePointAt(at) ?? 0;
    set |= code >= 65 && code <= 90 ? 1 << (code - 65) : 1 << (26 + (code % 6));
  }
  return set;
}

export interface Spelled {
  word: string;
  letters: number;
}

/** Counts the slips between two words; undefined when there are more than the typed one may have. */
export function slipsBetween(typed: Spelled, own: Spelled): number | undefined {
  const most = maxSlips(typed.word);
  const isSwapped = typed.word.length === 3 && own.word.length === 3 && typed.letters === own.letters;
  if (isSwapped) return 1;
  if (most === 0 || Math.abs(typed.word.length - own.word.length) > most) return undefined;
  // A wrong letter changes the set by two.
  if (bitsOf(typed.letters ^ own.letters) > 2 * most) return undefined;
  const slips = distance(typed.word, own.word);
  return slips <= most ? slips : undefined;
}

export function bitsOf(set: number): number {
  let bits = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/** Counts wrong, missing, extra and swapped letters (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next[to] = Math.min(
        (next[to - 1] ?? 0) + 1,
        (row[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
