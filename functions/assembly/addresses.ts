import {
  addLocality,
  addStreet,
  FIRST_TEXT,
  groupAt,
  lastLocality,
  localityCount,
  prepareGroups,
  setLastLocality,
} from './groups';
import { COMMA, DELETE, isBlankWord, isUnitWord, LETTER_A, SPACE, ZERO } from './fields';
import { allocate } from './memory';
import {
  addEntry,
  findEntry,
  growSlots,
  hashOf,
  isEntryOf,
  isSame,
  LENGTH,
  TEXT,
  textCount,
  VALUE,
} from './texts';

// Streets, house numbers that are texts, and localities, which are the cities and counties that rows name. Each text is
// stored once per ZIP code.

/** In the entry of a street: its id within the group. */
export const STREET_ID: usize = VALUE;
/** The spelling stands for nothing, such as `NULL`. */
export const BLANK: i32 = -1;
/** The spelling is new, and only the rules can normalize it. */
export const UNKNOWN: i32 = -2;
/** Set in the id of an entry that is a spelling and not the normalized name of the street. */
const SPELLING: i32 = 0x40000000;
/** Set in the id of a spelling that names a unit beside the street. */
const WITH_UNIT: i32 = 0x20000000;
/** In the entry of a locality: how many rows name it. Its text is the length of the city's name and both names. */
const LOCALITY_ROWS: usize = VALUE;
const CITY_LENGTH: usize = TEXT;
const CITY: usize = TEXT + 4;
/** Set in the key of a locality. */
export const LOCALITY: i32 = 0x40000000;
/** The key of every house number that is a text. */
export const NUMBER: i32 = 0x20000000;
/** In the entry of such a number: its id. */
export const NUMBER_ID: usize = VALUE;

const MAX_LOCALITIES: i32 = 100_000;
const MAX_LOCALITY_BYTES: usize = 512 * 1024;
const MAX_STREET_BYTES: usize = 64 * 1024;
const APOSTROPHE: u8 = 0x27;
const NUMBER_SIGN: u8 = 0x23;
const ZIP_DIGITS: i32 = 5;

let joined: usize = 0;
let normal: usize = 0;

export function prepareAddresses(): void {
  prepareGroups();
  joined = allocate(MAX_LOCALITY_BYTES);
  normal = allocate(MAX_STREET_BYTES);
}

/** Gives the id of the street, `BLANK` or `UNKNOWN`. `likely` is the entry found ahead, or 0. */
export function plainStreet(likely: usize, hash: u32, text: usize, length: usize, group: i32): i32 {
  if (likely != 0 && isEntryOf(likely, text, length, group)) return idOf(likely);
  let entry = findEntry(hash, text, length, group);
  if (entry == 0) {
    if (length == 0) return BLANK;
    if (!hasPlainName(text, length)) return UNKNOWN;
    entry = addEntry(hash, text, length, group);
    nameStreet(entry, normal, plainName(text, length), group);
  }
  return idOf(entry);
}

/** Gives the id of any street. The caller has normalized the name, which is empty when it stands for nothing. */
export function street(
  text: usize,
  length: usize,
  name: usize,
  nameLength: usize,
  isUnit: i32,
  group: i32,
): i32 {
  growSlots(textCount() + 2);
  const hash = hashOf(text, length, group);
  let entry = findEntry(hash, text, length, group);
  if (entry == 0) {
    entry = addEntry(hash, text, length, group);
    nameStreet(entry, name, nameLength, group);
    if (isUnit) store<i32>(entry + STREET_ID, load<i32>(entry + STREET_ID) | WITH_UNIT);
  }
  return idOf(entry);
}

/** Whether the spelling of the street found last names a unit. */
export let isUnitStreet: bool = false;

function idOf(entry: usize): i32 {
  const id = load<i32>(entry + STREET_ID);
  isUnitStreet = id != BLANK && (id & WITH_UNIT) != 0;
  return id == BLANK ? BLANK : id & ~(SPELLING | WITH_UNIT);
}

export function isName(entry: usize): bool {
  return load<u32>(entry + STREET_ID) < <u32>SPELLING;
}

function nameStreet(spelling: usize, name: usize, length: usize, group: i32): void {
  if (length == 0) {
    store<i32>(spelling + STREET_ID, BLANK);
    return;
  }
  if (length == load<usize>(spelling + LENGTH) && isSame(spelling + TEXT, name, length)) {
    store<i32>(spelling + STREET_ID, addStreet(groupAt(group)));
    return;
  }
  const hash = hashOf(name, length, group);
  let entry = findEntry(hash, name, length, group);
  if (entry == 0) {
    entry = addEntry(hash, name, length, group);
    store<i32>(entry + STREET_ID, addStreet(groupAt(group)));
  }
  store<i32>(spelling + STREET_ID, load<i32>(entry + STREET_ID) | SPELLING);
}

/** The rules know what a blank text, a word for it, an apostrophe before a formula, a unit and a town give. */
function hasPlainName(text: usize, length: usize): bool {
  let begin = text;
  while (begin < text + length && load<u8>(begin) == SPACE) begin++;
  const first = load<u8>(begin);
  if (begin == text + length || first == APOSTROPHE) return false;
  if (isBlankWord(begin, text + length)) return false;
  for (let at = text; at < text + length; at++)
    if (load<u8>(at) < SPACE || load<u8>(at) >= DELETE) return false;
  return !mayHaveMore(text, text + length);
}

/** Whether a text may hold more than a street: a unit, or the last line of an address. */
function mayHaveMore(from: usize, to: usize): bool {
  let digits: i32 = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte == COMMA || byte == NUMBER_SIGN) return true;
    if (byte != SPACE) digits = <u8>(byte - ZERO) < 10 ? digits + 1 : 0;
    const isBegin = byte != SPACE && (at == from || load<u8>(at - 1) == SPACE);
    if (isBegin && isUnitWord(at, to)) return true;
  }
  return digits >= ZIP_DIGITS;
}

/** Writes the text in upper case, trimmed and with single spaces, and gives its length. */
function plainName(text: usize, length: usize): usize {
  let to = normal;
  for (let at = text; at < text + length; at++) {
    const byte = load<u8>(at);
    if (byte == SPACE && (to == normal || load<u8>(to - 1) == SPACE)) continue;
    store<u8>(to++, <u8>(byte - LETTER_A) < 26 ? byte & 0xdf : byte);
  }
  return to - normal - (load<u8>(to - 1) == SPACE ? 1 : 0);
}

let numberTexts: i32 = 0;

export function numberTextCount(): i32 {
  return numberTexts;
}

/** Gives the number that stands in rows for a house number that is a text. */
export function numberText(text: usize, length: usize): i32 {
  growSlots(textCount() + 1);
  const hash = hashOf(text, length, NUMBER);
  let entry = findEntry(hash, text, length, NUMBER);
  if (entry == 0) {
    entry = addEntry(hash, text, length, NUMBER);
    store<i32>(entry + NUMBER_ID, numberTexts++);
  }
  return FIRST_TEXT + load<i32>(entry + NUMBER_ID);
}

let crowded: i32 = -1;

/** The group with too many cities for an address file; -1 when there is none. */
export function crowdedGroup(): i32 {
  return crowded;
}

/** Counts a row for its city and county, as they are spelled. */
export function countLocality(
  group: i32,
  city: usize,
  cityLength: usize,
  county: usize,
  countyLength: usize,
): void {
  const own = groupAt(group);
  // Neighboring rows mostly agree.
  let locality = lastLocality(own);
  if (locality == 0 || !isLocality(locality, city, cityLength, county, countyLength)) {
    locality = localityOf(group, city, cityLength, county, countyLength);
    setLastLocality(own, locality);
  }
  store<u32>(locality + LOCALITY_ROWS, load<u32>(locality + LOCALITY_ROWS) + 1);
}

function isLocality(
  locality: usize,
  city: usize,
  cityLength: usize,
  county: usize,
  countyLength: usize,
): bool {
  return (
    load<usize>(locality + CITY_LENGTH) == cityLength &&
    load<usize>(locality + LENGTH) == cityLength + countyLength + 4 &&
    isSame(locality + CITY, city, cityLength) &&
    isSame(locality + CITY + cityLength, county, countyLength)
  );
}

function localityOf(group: i32, city: usize, cityLength: usize, county: usize, countyLength: usize): usize {
  store<usize>(joined, cityLength);
  memory.copy(joined + 4, city, cityLength);
  memory.copy(joined + 4 + cityLength, county, countyLength);
  const length = cityLength + countyLength + 4;
  const key = group | LOCALITY;
  growSlots(textCount() + 1);
  const hash = hashOf(joined, length, key);
  const known = findEntry(hash, joined, length, key);
  if (known != 0) return known;
  const locality = addEntry(hash, joined, length, key);
  addLocality(groupAt(group));
  if (localityCount(groupAt(group)) > MAX_LOCALITIES) crowded = group;
  return locality;
}
