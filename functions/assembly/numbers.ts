import { FIRST_TEXT } from './groups';
import { allocate } from './memory';
import { maxRows, numberCount, numbersOf, sort } from './sorting';

// The house numbers of a street as a document holds them: each once and ascending, as differences in base 36.

const SPACE: u8 = 0x20;
const ZERO: u8 = 0x30;
const LETTER_A: u8 = 0x61;
/** Six digits and a space. */
const MAX_DIGITS: usize = 7;

let gathered: usize = 0;
let gatheredCount: i32 = 0;
let text: usize = 0;

/**
 * What was written last: where its text is and how long, how many different numbers that are; and where the numbers are
 * that stand for texts, in order and as often as they came, and how many.
 */
const written = memory.data(20);

export function writtenNumbers(): usize {
  return written;
}

/** At the end of the file: all that there is in order. */
export function close(groupCount: i32): void {
  sort(groupCount);
  const most = <usize>maxRows;
  gathered = allocate(4 * most);
  text = allocate(MAX_DIGITS * most);
}

/** One more spelling of the street. */
export function gather(position: i32): void {
  const count = numberCount(position);
  memory.copy(gathered + ((<usize>gatheredCount) << 2), numbersOf(position), (<usize>count) << 2);
  gatheredCount += count;
}

/** Writes what was gathered. */
export function writeNumbers(): void {
  sortGathered();
  let to = text;
  let before: i32 = 0;
  let count: i32 = 0;
  const end = gathered + ((<usize>gatheredCount) << 2);
  let at = gathered;
  for (; at < end && load<i32>(at) < FIRST_TEXT; at += 4) {
    const number = load<i32>(at);
    if (number == before) continue;
    if (count > 0) store<u8>(to++, SPACE);
    to = writeBase36(to, number - before);
    before = number;
    count++;
  }
  store<usize>(written, text);
  store<usize>(written, to - text, 4);
  store<i32>(written, count, 8);
  store<usize>(written, at, 12);
  store<usize>(written, (end - at) >> 2, 16);
  gatheredCount = 0;
}

/** A street has a dozen numbers mostly, and then this is an insertion sort. */
function sortGathered(): void {
  let gap = gatheredCount;
  while (gap > 1) {
    gap = gap < 12 ? 1 : (gap * 5) / 11;
    for (let n = gap; n < gatheredCount; n++) {
      const number = load<i32>(gathered + ((<usize>n) << 2));
      let free = n;
      for (; free >= gap; free -= gap) {
        const other = load<i32>(gathered + ((<usize>(free - gap)) << 2));
        if (other <= number) break;
        store<i32>(gathered + ((<usize>free) << 2), other);
      }
      store<i32>(gathered + ((<usize>free) << 2), number);
    }
  }
}

function writeBase36(at: usize, number: i32): usize {
  let digits: i32 = 1;
  for (let rest = number / 36; rest > 0; rest /= 36) digits++;
  let rest = number;
  for (let to = at + <usize>digits - 1; to >= at; to--) {
    const digit = <u8>(rest % 36);
    store<u8>(to, digit < 10 ? ZERO + digit : LETTER_A + digit - 10);
    rest /= 36;
  }
  return at + <usize>digits;
}
