import { isName, NUMBER, NUMBER_ID, numberTextCount, PLACE, STREET_ID } from './addresses';
import {
  FIRST_TEXT,
  groupAt,
  numberOfRow,
  placeCount,
  rowBehind,
  rowCount,
  streetCount,
  streetOfRow,
} from './groups';
import { allocateSpare, closeChain, contentOf, endOfContent, firstBlock, nextBlock } from './memory';
import { entryBehind, leaveSlots, texts } from './texts';

// Counting sorts at the end of the file: the streets by their groups, and group by group the numbers by their streets.

/** Entries of streets and of places, group by group, and where those of each begin. */
let streets: usize = 0;
let streetStarts: usize = 0;
let places: usize = 0;
let placeStarts: usize = 0;
/** Entries of house numbers that are texts, in the order in which they came. */
let numberTexts: usize = 0;

/** How many numbers, and how many streets, a group has at most. */
export let maxRows: i32 = 0;
export let maxStreets: i32 = 0;
/** Of the open group: its numbers, street by street, and where those of each end. */
let numbers: usize = 0;
let numberEnds: usize = 0;

export function sort(groupCount: i32): void {
  leaveSlots();
  streetStarts = allocateSpare(4 * <usize>(groupCount + 1));
  placeStarts = allocateSpare(4 * <usize>(groupCount + 1));
  let streetTotal: i32 = 0;
  let placeTotal: i32 = 0;
  for (let index: i32 = 0; index < groupCount; index++) {
    const group = groupAt(index);
    closeChain(group);
    maxStreets = max(maxStreets, streetCount(group));
    maxRows = max(maxRows, rowCount(group));
    store<i32>(streetStarts + ((<usize>index) << 2), streetTotal);
    store<i32>(placeStarts + ((<usize>index) << 2), placeTotal);
    streetTotal += streetCount(group);
    placeTotal += placeCount(group);
  }
  streets = allocateSpare(4 * <usize>streetTotal);
  places = allocateSpare(4 * <usize>placeTotal);
  numberTexts = allocateSpare(4 * <usize>numberTextCount());
  listEntries();
  numbers = allocateSpare(4 * <usize>maxRows);
  numberEnds = allocateSpare(4 * <usize>maxStreets);
}

function listEntries(): void {
  closeChain(texts);
  for (let block = firstBlock(texts); block != 0; block = nextBlock(block))
    for (let entry = contentOf(block); entry < endOfContent(block); entry = entryBehind(entry)) {
      const key = load<i32>(entry);
      if ((key & PLACE) != 0) {
        const at = placeStarts + ((<usize>(key - PLACE)) << 2);
        store<usize>(places + ((<usize>countAt(at)) << 2), entry);
      } else if (key == NUMBER) store<usize>(numberTexts + (load<usize>(entry + NUMBER_ID) << 2), entry);
      else if (isName(entry)) store<usize>(streetOf(key, load<i32>(entry + STREET_ID)), entry);
    }
}

/** Where the entry of a street is listed. */
export function streetOf(group: i32, id: i32): usize {
  return streets + ((<usize>(load<i32>(streetStarts + ((<usize>group) << 2)) + id)) << 2);
}

/** The entry of a number that stands for a text. */
export function textOfNumber(number: i32): usize {
  return load<usize>(numberTexts + ((<usize>(number - FIRST_TEXT)) << 2));
}

export function streetCountOf(group: i32): i32 {
  return streetCount(groupAt(group));
}

/** Where the entries of its places are listed: behind those of the group before. */
export function placesOf(group: i32): usize {
  return (
    places +
    ((<usize>load<i32>(placeStarts + ((<usize>group) << 2))) << 2) -
    ((<usize>placeCountOf(group)) << 2)
  );
}

export function placeCountOf(group: i32): i32 {
  return placeCount(groupAt(group));
}

/** Sorts its numbers by their streets; those of the group before are gone. */
export function openGroup(index: i32): void {
  const group = groupAt(index);
  const count = (<usize>streetCount(group)) << 2;
  memory.fill(numberEnds, 0, count);
  for (let block = firstBlock(group); block != 0; block = nextBlock(block))
    for (let row = contentOf(block); row < endOfContent(block); row = rowBehind(row))
      countAt(numberEnds + ((<usize>streetOfRow(row)) << 2));
  let total: i32 = 0;
  for (let at = numberEnds; at < numberEnds + count; at += 4) {
    const own = load<i32>(at);
    store<i32>(at, total);
    total += own;
  }
  for (let block = firstBlock(group); block != 0; block = nextBlock(block))
    for (let row = contentOf(block); row < endOfContent(block); row = rowBehind(row)) {
      const at = countAt(numberEnds + ((<usize>streetOfRow(row)) << 2));
      store<i32>(numbers + ((<usize>at) << 2), numberOfRow(row));
    }
}

/** Of a street of the open group. */
export function numbersOf(street: i32): usize {
  return numbers + ((<usize>startOf(street)) << 2);
}

export function numberCount(street: i32): i32 {
  return load<i32>(numberEnds + ((<usize>street) << 2)) - startOf(street);
}

function startOf(street: i32): i32 {
  return street == 0 ? 0 : load<i32>(numberEnds + ((<usize>(street - 1)) << 2));
}

/** Adds one, and gives back what was there. */
function countAt(at: usize): i32 {
  const before = load<i32>(at);
  store<i32>(at, before + 1);
  return before;
}
