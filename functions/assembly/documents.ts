import { STREET_ID } from './addresses';
import { LETTER_A, SPACE, ZERO } from './fields';
import { FIRST_TEXT, groupAt, unitRowCount } from './groups';
import { allocate, allocateSpare, provide, readContent, replaceContent } from './memory';
import {
  maxRows,
  maxStreets,
  numberCount,
  numbersOf,
  openGroup,
  sort,
  streetCountOf,
  streetOf,
  textOfNumber,
} from './sorting';
import { allocateLists, entryAt, ITEM_BYTES, putEntry, sortList } from './text-lists';
import { LENGTH, TEXT } from './texts';

// Writes the addresses of a ZIP code as its document holds them: one line per street, sorted by name, with its numbers
// ascending as differences in base 36, and then its numbers that are texts, sorted.

const TAB: u8 = 0x09;
const LF: u8 = 0x0a;
/** Six digits and a space. */
const MAX_DIGITS: usize = 7;

let streets: usize = 0;
let numberTexts: usize = 0;
/** The text is written at the end of the memory, where nothing is allocated any more. */
let text: usize = 0;
let end: usize = 0;
let count: i32 = 0;
/** How many of the addresses have only rows that name a unit. */
let unitsOnly: i32 = 0;

/** For each group, the length of the text that replaced its rows, its count of addresses, and its `unitsOnly`. */
let kept: usize = 0;

const KEPT_BYTES: usize = 12;

/**
 * The address and length of the text written last, its count of addresses, and how many rows were further units of one of
 * them. Among the rows of an address the first without a unit counts as the address, or else the first one.
 */
const written = memory.data(16);

export function writtenGroup(): usize {
  return written;
}

export function close(groupCount: i32): void {
  sort(groupCount);
  streets = allocateSpare(ITEM_BYTES * <usize>maxStreets);
  numberTexts = allocateSpare(ITEM_BYTES * <usize>maxRows);
  allocateLists(max(maxStreets, maxRows));
  kept = allocateSpare(KEPT_BYTES * <usize>groupCount);
  text = allocate(0);
}

/** Each text is needed twice. It overwrites its rows, or is made again when it is longer than they are. */
export function writeGroup(index: i32): void {
  const own = kept + <usize>index * KEPT_BYTES;
  const length = load<usize>(own);
  if (length > 0) {
    end = text + length;
    count = load<i32>(own, 4);
    unitsOnly = load<i32>(own, 8);
    provide(length);
    readContent(groupAt(index), text, length);
  } else {
    writeStreets(index);
    if (replaceContent(groupAt(index), text, end - text)) {
      store<usize>(own, end - text);
      store<i32>(own, count, 4);
      store<i32>(own, unitsOnly, 8);
    }
  }
  store<usize>(written, text);
  store<usize>(written, end - text, 4);
  store<i32>(written, count, 8);
  store<i32>(written, unitRowCount(groupAt(index)) - unitsOnly, 12);
}

function writeStreets(group: i32): void {
  openGroup(group);
  const streetCount = streetCountOf(group);
  for (let id: i32 = 0; id < streetCount; id++) putEntry(streets, id, load<usize>(streetOf(group, id)));
  sortList(streets, streetCount);
  end = text;
  count = 0;
  unitsOnly = 0;
  for (let n: i32 = 0; n < streetCount; n++) writeStreet(entryAt(streets, n));
}

function writeStreet(street: usize): void {
  const id = load<i32>(street + STREET_ID);
  const rows = numberCount(id);
  if (rows == 0) return;
  const numbers = numbersOf(id);
  sortNumbers(numbers, rows);
  if (end > text) writeByte(LF);
  writeText(street);
  writeByte(TAB);
  const plain = writePlain(numbers, numbers + ((<usize>rows) << 2));
  writeTexts(plain, numbers + ((<usize>rows) << 2));
}

/** Writes each number once, and gives the start of those that are texts. */
function writePlain(from: usize, to: usize): usize {
  provide(end - text + MAX_DIGITS * ((to - from) >> 2));
  let before: i32 = 0;
  let at = from;
  for (; at < to && load<i32>(at) >> 1 < FIRST_TEXT; at += 4) {
    const number = load<i32>(at) >> 1;
    if (number == before) continue;
    unitsOnly += load<i32>(at) & 1;
    if (before > 0) store<u8>(end++, SPACE);
    end = writeBase36(end, number - before);
    before = number;
    count++;
  }
  return at;
}

function writeTexts(from: usize, to: usize): void {
  let before: i32 = 0;
  let different: i32 = 0;
  for (let at = from; at < to; at += 4) {
    const number = load<i32>(at) >> 1;
    if (number == before) continue;
    unitsOnly += load<i32>(at) & 1;
    putEntry(numberTexts, different++, textOfNumber(number));
    before = number;
  }
  sortList(numberTexts, different);
  for (let n: i32 = 0; n < different; n++) {
    writeByte(TAB);
    writeText(entryAt(numberTexts, n));
  }
  count += different;
}

function writeText(entry: usize): void {
  const length = load<usize>(entry + LENGTH);
  provide(end - text + length);
  memory.copy(end, entry + TEXT, length);
  end += length;
}

function writeByte(byte: u8): void {
  provide(end - text + 1);
  store<u8>(end++, byte);
}

/** A street usually has a dozen numbers, for which this comb sort is an insertion sort. */
function sortNumbers(numbers: usize, length: i32): void {
  let gap = length;
  while (gap > 1) {
    gap = gap < 12 ? 1 : (gap * 5) / 11;
    for (let n = gap; n < length; n++) {
      const number = load<i32>(numbers + ((<usize>n) << 2));
      let free = n;
      for (; free >= gap; free -= gap) {
        const other = load<i32>(numbers + ((<usize>(free - gap)) << 2));
        if (other <= number) break;
        store<i32>(numbers + ((<usize>free) << 2), other);
      }
      store<i32>(numbers + ((<usize>free) << 2), number);
    }
  }
}

function writeBase36(at: usize, number: u32): usize {
  const rest = number / 36;
  const digit = <u8>(number - 36 * rest);
  const to = rest == 0 ? at : writeBase36(at, rest);
  store<u8>(to, digit < 10 ? ZERO + digit : LETTER_A + digit - 10);
  return to + 1;
}
