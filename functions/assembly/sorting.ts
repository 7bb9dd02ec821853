import { PLACE, rows, STREET_ID, streetCount } from './addresses';
import { allocate, closeChain, contentOf, endOfContent, firstBlock, nextBlock } from './memory';
import { entryBehind, textCount, texts } from './texts';

// Two counting sorts at the end of the file: the streets by their groups, and the numbers by their streets.

let byGroup: usize = 0;
let groupEnds: usize = 0;
let numbers: usize = 0;
/** By the id of a street. */
let numberEnds: usize = 0;
let places: usize = 0;

/** Entries of streets, group by group. */
export function sortedStreets(): usize {
  return byGroup;
}

/** Where the streets of each group end: those of the next one begin there. */
export function endsOfGroups(): usize {
  return groupEnds;
}

/** Numbers, street by street in that order. */
export function numbersOf(position: i32): usize {
  return numbers + (position == 0 ? 0 : (<usize>endOfNumbers(position - 1)) << 2);
}

export function numberCount(position: i32): i32 {
  return endOfNumbers(position) - (position == 0 ? 0 : endOfNumbers(position - 1));
}

function endOfNumbers(position: i32): i32 {
  const entry = load<usize>(byGroup + ((<usize>position) << 2));
  return load<i32>(numberEnds + (load<usize>(entry + STREET_ID) << 2));
}

/** How many numbers the largest group has. */
export function mostNumbers(groupCount: i32): i32 {
  let most: i32 = 0;
  let before: i32 = 0;
  for (let group: i32 = 0; group < groupCount; group++) {
    const streets = load<i32>(groupEnds + ((<usize>group) << 2));
    const end = streets == 0 ? 0 : endOfNumbers(streets - 1);
    most = max(most, end - before);
    before = end;
  }
  return most;
}

/** Entries of places. */
export function placeEntries(): usize {
  return places;
}

export function placeCount(): i32 {
  return <i32>textCount() - streetCount();
}

export function sort(groupCount: i32): void {
  closeChain(texts);
  closeChain(rows);
  const byId = allocate(4 * <usize>streetCount());
  groupEnds = allocate(4 * <usize>(groupCount + 1));
  places = allocate(4 * <usize>placeCount());
  listEntries(byId);
  sortStreets(byId, groupCount);
  sortNumbers();
}

function listEntries(byId: usize): void {
  let place = places;
  for (let block = firstBlock(texts); block != 0; block = nextBlock(block))
    for (let entry = contentOf(block); entry < endOfContent(block); entry = entryBehind(entry)) {
      const key = load<i32>(entry);
      if ((key & PLACE) != 0) {
        store<usize>(place, entry);
        place += 4;
      } else {
        store<usize>(byId + (load<usize>(entry + STREET_ID) << 2), entry);
        countAt(groupEnds + ((<usize>(key + 1)) << 2));
      }
    }
}

function sortStreets(byId: usize, groupCount: i32): void {
  for (let at = groupEnds; at < groupEnds + 4 * <usize>groupCount; at += 4)
    store<i32>(at, load<i32>(at, 4) + load<i32>(at), 4);
  byGroup = allocate(4 * <usize>streetCount());
  for (let at = byId; at < byId + 4 * <usize>streetCount(); at += 4) {
    const entry = load<usize>(at);
    store<usize>(byGroup + ((<usize>countAt(groupEnds + (load<usize>(entry) << 2))) << 2), entry);
  }
}

function sortNumbers(): void {
  numberEnds = allocate(4 * <usize>streetCount());
  for (let block = firstBlock(rows); block != 0; block = nextBlock(block))
    for (let row = contentOf(block); row < endOfContent(block); row += 8)
      countAt(numberEnds + (load<usize>(row) << 2));
  let total: i32 = 0;
  for (let at = byGroup; at < byGroup + 4 * <usize>streetCount(); at += 4) {
    const end = numberEnds + (load<usize>(load<usize>(at) + STREET_ID) << 2);
    const count = load<i32>(end);
    store<i32>(end, total);
    total += count;
  }
  numbers = allocate(4 * <usize>total);
  for (let block = firstBlock(rows); block != 0; block = nextBlock(block))
    for (let row = contentOf(block); row < endOfContent(block); row += 8) {
      const at = countAt(numberEnds + (load<usize>(row) << 2));
      store<i32>(numbers + ((<usize>at) << 2), load<i32>(row, 4));
    }
}

/** Adds one, and gives back what was there. */
function countAt(at: usize): i32 {
  const before = load<i32>(at);
  store<i32>(at, before + 1);
  return before;
}
