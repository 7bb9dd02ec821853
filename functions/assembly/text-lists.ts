import { allocateSpare } from './memory';
import { firstBytes, LENGTH, TEXT } from './texts';

// Lists of entries in the order of their texts, by their bytes: that is the order of their code points. A place in a
// list is the first eight bytes, which mostly decide, and the entry.

const ENTRY: usize = 8;
export const PLACE_BYTES: usize = 16;

/** Half of it holds a list while its other half is merged. */
let spare: usize = 0;

export function allocateLists(most: i32): void {
  spare = allocateSpare(PLACE_BYTES * <usize>most);
}

export function entryAt(list: usize, n: i32): usize {
  return load<usize>(list + PLACE_BYTES * <usize>n, ENTRY);
}

export function putEntry(list: usize, n: i32, entry: usize): void {
  const place = list + PLACE_BYTES * <usize>n;
  const text = entry + TEXT;
  const length = load<usize>(entry + LENGTH);
  store<u64>(place, bswap<u64>(length < 8 ? firstBytes(text, length) : load<u64>(text)));
  store<usize>(place, entry, ENTRY);
}

/** Merges ever longer runs, from one list into the other and back. */
export function sortList(list: usize, count: i32): void {
  const bytes = PLACE_BYTES * <usize>count;
  let from = list;
  let to = spare;
  for (let run = PLACE_BYTES; run < bytes; run *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * run)
      merge(from + at, min<usize>(run, bytes - at), min<usize>(2 * run, bytes - at), to + at);
    const other = from;
    from = to;
    to = other;
  }
  if (from != list) memory.copy(list, from, bytes);
}

/** Two runs that stand one behind the other; where they end is counted from where the first one begins. */
function merge(from: usize, middle: usize, end: usize, to: usize): void {
  let one = from;
  let other = from + middle;
  for (let at = to; at < to + end; at += PLACE_BYTES) {
    const takesOne = other == from + end || (one < from + middle && !isBefore(other, one));
    v128.store(at, v128.load(takesOne ? one : other));
    if (takesOne) one += PLACE_BYTES;
    else other += PLACE_BYTES;
  }
}

function isBefore(place: usize, other: usize): bool {
  const first = load<u64>(place);
  const otherFirst = load<u64>(other);
  if (first != otherFirst) return first < otherFirst;
  return isTextBefore(load<usize>(place, ENTRY), load<usize>(other, ENTRY));
}

function isTextBefore(entry: usize, other: usize): bool {
  const length = load<usize>(entry + LENGTH);
  const otherLength = load<usize>(other + LENGTH);
  const both = min(length, otherLength);
  for (let at: usize = 0; at < both; at++) {
    const byte = load<u8>(entry + TEXT + at);
    const otherByte = load<u8>(other + TEXT + at);
    if (byte != otherByte) return byte < otherByte;
  }
  return length < otherLength;
}
