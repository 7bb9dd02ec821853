import { allocate, appended, CHAIN_BYTES } from './memory';

// A group is a ZIP code. It has the chain of its rows, its counts of streets and rows, the entry of its last locality, and
// its count of localities.

const STREETS: usize = CHAIN_BYTES;
const ROWS: usize = STREETS + 4;
const LAST_LOCALITY: usize = STREETS + 8;
const LOCALITIES: usize = STREETS + 12;
const GROUP_BYTES: usize = STREETS + 16;

const MAX_GROUPS: usize = 100_000;
/** A state has up to two thousand groups, and half of each last block stays empty on average: so blocks are small. */
export const ROW_BLOCK_BYTES: usize = 4 * 1024;

let groups: usize = 0;

export function prepareGroups(): void {
  groups = allocate(MAX_GROUPS * GROUP_BYTES);
}

/** A group begins with the chain of its rows. */
export function groupAt(index: i32): usize {
  return groups + <usize>index * GROUP_BYTES;
}

export function streetCount(group: usize): i32 {
  return load<i32>(group + STREETS);
}

export function addStreet(group: usize): i32 {
  return addOne(group + STREETS);
}

export function localityCount(group: usize): i32 {
  return load<i32>(group + LOCALITIES);
}

export function addLocality(group: usize): i32 {
  return addOne(group + LOCALITIES);
}

export function lastLocality(group: usize): usize {
  return load<usize>(group + LAST_LOCALITY);
}

export function setLastLocality(group: usize, locality: usize): void {
  store<usize>(group + LAST_LOCALITY, locality);
}

/** Gives the count before. */
function addOne(at: usize): i32 {
  const before = load<i32>(at);
  store<i32>(at, before + 1);
  return before;
}

// A row has the street in three bytes and the number in two. A number that needs more follows in four more bytes.

const NUMBER: usize = 3;
const LARGE_NUMBER: usize = 5;
const LARGE: u16 = 0xffff;
/** Numbers have at most nine digits; from here on they are ids of house numbers that are texts. */
export const FIRST_TEXT: i32 = 1_000_000_000;

let lastGroup: usize = 0;
let lastStreet: i32 = -1;
let lastNumber: i32 = -1;

export function rowCount(group: usize): i32 {
  return load<i32>(group + ROWS);
}

export function addRow(index: i32, street: i32, number: i32): void {
  const group = groupAt(index);
  // The units of a building are usually neighbors in the file.
  if (street == lastStreet && number == lastNumber && group == lastGroup) return;
  lastGroup = group;
  lastStreet = street;
  lastNumber = number;
  const isLarge = number >= <i32>LARGE;
  const row = appended(group, isLarge ? LARGE_NUMBER + 4 : LARGE_NUMBER, ROW_BLOCK_BYTES);
  store<u16>(row, <u16>street);
  store<u8>(row, <u8>(street >> 16), 2);
  store<u16>(row, isLarge ? LARGE : <u16>number, NUMBER);
  if (isLarge) store<i32>(row, number, LARGE_NUMBER);
  addOne(group + ROWS);
}

export function streetOfRow(row: usize): i32 {
  return <i32>load<u16>(row) | ((<i32>load<u8>(row, 2)) << 16);
}

export function numberOfRow(row: usize): i32 {
  const number = load<u16>(row, NUMBER);
  return number == LARGE ? load<i32>(row, LARGE_NUMBER) : <i32>number;
}

export function rowBehind(row: usize): usize {
  return row + (load<u16>(row, NUMBER) == LARGE ? LARGE_NUMBER + 4 : LARGE_NUMBER);
}
