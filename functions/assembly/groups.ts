import { allocate, appended, CHAIN_BYTES } from './memory';

// A group is a ZIP code. It has the chain of its rows, its counts of streets and rows, the entry of its last locality, its
// count of localities, and how many of its rows name a unit.

const STREETS: usize = CHAIN_BYTES;
const ROWS: usize = STREETS + 4;
const LAST_LOCALITY: usize = STREETS + 8;
const LOCALITIES: usize = STREETS + 12;
const UNITS: usize = STREETS + 16;
const GROUP_BYTES: usize = STREETS + 20;

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

// A row has the street in three bytes and the number in two, whose first bit says that the row names a unit. A number that
// needs more follows in four more bytes.

const NUMBER: usize = 3;
const LARGE_NUMBER: usize = 5;
const LARGE: u16 = 0x7fff;
const UNIT: u16 = 0x8000;
/** Numbers have at most nine digits; from here on they are ids of house numbers that are texts. */
export const FIRST_TEXT: i32 = 1_000_000_000;

let lastGroup: usize = 0;
let lastStreet: i32 = -1;
let lastNumber: i32 = -1;
let lastUnit: i32 = 0;

export function rowCount(group: usize): i32 {
  return load<i32>(group + ROWS);
}

/** How many rows of the group name a unit. */
export function unitRowCount(group: usize): i32 {
  return load<i32>(group + UNITS);
}

/** `unit` is 1 for a row that names a unit, and otherwise 0. */
export function addRow(index: i32, street: i32, number: i32, unit: i32): void {
  const group = groupAt(index);
  if (unit != 0) addOne(group + UNITS);
  // The units of a building are usually neighbors in the file.
  if (street == lastStreet && number == lastNumber && unit == lastUnit && group == lastGroup) return;
  lastGroup = group;
  lastStreet = street;
  lastNumber = number;
  lastUnit = unit;
  const isLarge = number >= <i32>LARGE;
  const row = appended(group, isLarge ? LARGE_NUMBER + 4 : LARGE_NUMBER, ROW_BLOCK_BYTES);
  store<u16>(row, <u16>street);
  store<u8>(row, <u8>(street >> 16), 2);
  store<u16>(row, (isLarge ? LARGE : <u16>number) | (unit != 0 ? UNIT : 0), NUMBER);
  if (isLarge) store<i32>(row, number, LARGE_NUMBER);
  addOne(group + ROWS);
}

export function streetOfRow(row: usize): i32 {
  return <i32>load<u16>(row) | ((<i32>load<u8>(row, 2)) << 16);
}

/** Twice the number, and one more for a row that names a unit, so that such rows sort behind the others of their number. */
export function numberKeyOfRow(row: usize): i32 {
  const number = load<u16>(row, NUMBER);
  const value = isLargeNumber(number) ? load<i32>(row, LARGE_NUMBER) : <i32>(number & ~UNIT);
  return (value << 1) | <i32>((number & UNIT) != 0);
}

function isLargeNumber(number: u16): bool {
  return (number & ~UNIT) == LARGE;
}

export function rowBehind(row: usize): usize {
  return row + (isLargeNumber(load<u16>(row, NUMBER)) ? LARGE_NUMBER + 4 : LARGE_NUMBER);
}
