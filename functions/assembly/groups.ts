import { allocate, appended, CHAIN_BYTES } from './memory';

// A group is a ZIP code: the chain of its rows, how many streets and rows it has, the entry of its last place, and how
// many places it has.

const STREETS: usize = CHAIN_BYTES;
const ROWS: usize = STREETS + 4;
const LAST_PLACE: usize = STREETS + 8;
const PLACES: usize = STREETS + 12;
const GROUP_BYTES: usize = STREETS + 16;

const MAX_GROUPS: usize = 100_000;
/** There are up to two thousand groups, and on average half of each last block stays empty. */
export const ROW_BLOCK_BYTES: usize = 4 * 1024;

let groups: usize = 0;

export function prepareGroups(): void {
  groups = allocate(MAX_GROUPS * GROUP_BYTES);
}

/** The chain of its rows begins it. */
export function groupAt(index: i32): usize {
  return groups + <usize>index * GROUP_BYTES;
}

export function streetCount(group: usize): i32 {
  return load<i32>(group + STREETS);
}

export function addStreet(group: usize): i32 {
  return addOne(group + STREETS);
}

export function placeCount(group: usize): i32 {
  return load<i32>(group + PLACES);
}

export function addPlace(group: usize): i32 {
  return addOne(group + PLACES);
}

export function lastPlace(group: usize): usize {
  return load<usize>(group + LAST_PLACE);
}

export function setLastPlace(group: usize, place: usize): void {
  store<usize>(group + LAST_PLACE, place);
}

/** Gives back how many there were. */
function addOne(at: usize): i32 {
  const before = load<i32>(at);
  store<i32>(at, before + 1);
  return before;
}

// A row is the street in three bytes and the number in two; a larger number follows in four more.

const NUMBER: usize = 3;
const LARGE_NUMBER: usize = 5;
const LARGE: u16 = 0xffff;
/** Numbers of up to nine digits stay below; from here on they stand for texts, by the order in which those came. */
export const FIRST_TEXT: i32 = 1_000_000_000;

let lastGroup: usize = 0;
let lastStreet: i32 = -1;
let lastNumber: i32 = -1;

export function rowCount(group: usize): i32 {
  return load<i32>(group + ROWS);
}

export function addRow(index: i32, street: i32, number: i32): void {
  const group = groupAt(index);
  // The units of a building stand one after the other.
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
