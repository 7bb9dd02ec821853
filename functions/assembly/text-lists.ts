import { allocateSpare } from './memory';
import { firstBytes, LENGTH, TEXT } from './texts';

// Sorts lists of entries by the bytes of their texts, which is the order of code points. An item has the first eight bytes
// of a text, which usually decide, and the entry.

const ENTRY: usize = 8;
export const ITEM_BYTES: usize = 16;

/** The second list of the merge sort. */
let spare: usize = 0;

export function allocateLists(most: i32): void {
  spare = allocateSpare(ITEM_BYTES * <usize>most);
}

export function entryAt(list: usize, n: i32): usize {
  return load<usize>(list + ITEM_BYTES * <usize>n, ENTRY);
}

export function putEntry(list: usize, n: i32, entry: usize): void {
  const item = list + ITEM_BYTES * <usize>n;
  const text = entry + TEXT;
  const length = load<usize>(entry + LENGTH);
  store<u64>(item, bswap<u64>(length < 8 ? firstBytes(text, length) : load<u64>(text)));
  store<usize>(item, entry, ENTRY);
}

/** Merges longer and longer runs, from one list into the other and back. */
export function sortList(list: usize, count: i32): void {
  const bytes = ITEM_BYTES * <usize>count;
  let from = list;
  let to = spare;
  for (let run = ITEM_BYTES; run < bytes; run *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * run)
      merge(from + at, min<usize>(run, bytes - at), min<usize>(2 * run, bytes - at), to + at);
    const other = from;
    from = to;
    to = other;
  }
  if (from != list) memory.copy(list, from, bytes);
}

/** Merges two neighboring runs; `middle` and `end` are offsets from the start of the first. */
function merge(from: usize, middle: usize, end: usize, to: usize): void {
  let one = from;
  let other = from + middle;
  for (let at = to; at < to + end; at += ITEM_BYTES) {
    const takesOne = other == from + end || (one < from + middle && !isBefore(other, one));
    v128.store(at, v128.load(takesOne ? one : other));
    if (takesOne) one += ITEM_BYTES;
    else other += ITEM_BYTES;
  }
}

function isBefore(item: usize, other: usize): bool {
  const first = load<u64>(item);
  const otherFirst = load<u64>(other);
  if (first != otherFirst) return first < otherFirst;
  return isTextBefore(load<usize>(item, ENTRY), load<usize>(other, ENTRY));
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
