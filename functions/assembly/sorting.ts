import { isName, NUMBER, NUMBER_ID, numberTextCount, LOCALITY, STREET_ID } from './addresses';
import {
  FIRST_TEXT,
  groupAt,
  numberKeyOfRow,
  localityCount,
  rowBehind,
  rowCount,
  streetCount,
  streetOfRow,
} from './groups';
import { allocateSpare, closeChain, contentOf, endOfContent, firstBlock, nextBlock } from './memory';
import { entryBehind, leaveSlots, texts } from './texts';

// Counting sorts at the end of the file: streets and localities by group, and then the numbers of one group by street.

/** Entries of streets and localities, group by group, and the index where each group begins. */
let streets: usize = 0;
let streetStarts: usize = 0;
let localities: usize = 0;
let localityStarts: usize = 0;
/** Entries of house numbers that are texts, by id. */
let numberTexts: usize = 0;

/** The largest counts of any group. */
export let maxRows: i32 = 0;
export let maxStreets: i32 = 0;
/** The keys of the numbers of the open group, street by street, and the index where each street ends. */
let numbers: usize = 0;
let numberEnds: usize = 0;

export function sort(groupCount: i32): void {
  leaveSlots();
  streetStarts = allocateSpare(4 * <usize>(groupCount + 1));
  localityStarts = allocateSpare(4 * <usize>(groupCount + 1));
  let streetTotal: i32 = 0;
  let localityTotal: i32 = 0;
  for (let index: i32 = 0; index < groupCount; index++) {
    const group = groupAt(index);
    closeChain(group);
    maxStreets = max(maxStreets, streetCount(group));
    maxRows = max(maxRows, rowCount(group));
    store<i32>(streetStarts + ((<usize>index) << 2), streetTotal);
    store<i32>(localityStarts + ((<usize>index) << 2), localityTotal);
    streetTotal += streetCount(group);
    localityTotal += localityCount(group);
  }
  streets = allocateSpare(4 * <usize>streetTotal);
  localities = allocateSpare(4 * <usize>localityTotal);
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
      if ((key & LOCALITY) != 0) {
        const at = localityStarts + ((<usize>(key - LOCALITY)) << 2);
        store<usize>(localities + ((<usize>countAt(at)) << 2), entry);
      } else if (key == NUMBER) store<usize>(numberTexts + (load<usize>(entry + NUMBER_ID) << 2), entry);
      else if (isName(entry)) store<usize>(streetOf(key, load<i32>(entry + STREET_ID)), entry);
    }
}

/** The address of the street's entry in the list. */
export function streetOf(group: i32, id: i32): usize {
  return streets + ((<usize>(load<i32>(streetStarts + ((<usize>group) << 2)) + id)) << 2);
}

/** The entry of a house number that is a text. */
export function textOfNumber(number: i32): usize {
  return load<usize>(numberTexts + ((<usize>(number - FIRST_TEXT)) << 2));
}

export function streetCountOf(group: i32): i32 {
  return streetCount(groupAt(group));
}

/** `listEntries` has advanced the start of each group to its end. */
export function localitiesOf(group: i32): usize {
  return (
    localities +
    ((<usize>load<i32>(localityStarts + ((<usize>group) << 2))) << 2) -
    ((<usize>localityCountOf(group)) << 2)
  );
}

export function localityCountOf(group: i32): i32 {
  return localityCount(groupAt(group));
}

/** Sorts the numbers of a group by street, over those of the group before. */
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
      store<i32>(numbers + ((<usize>at) << 2), numberKeyOfRow(row));
    }
}

export function numbersOf(street: i32): usize {
  return numbers + ((<usize>startOf(street)) << 2);
}

export function numberCount(street: i32): i32 {
  return load<i32>(numberEnds + ((<usize>street) << 2)) - startOf(street);
}

function startOf(street: i32): i32 {
  return street == 0 ? 0 : load<i32>(numberEnds + ((<usize>(street - 1)) << 2));
}

/** Adds one, and gives the count before. */
function countAt(at: usize): i32 {
  const before = load<i32>(at);
  store<i32>(at, before + 1);
  return before;
}
