import {
  addPlace,
  addStreet,
  FIRST_TEXT,
  groupAt,
  lastPlace,
  placeCount,
  prepareGroups,
  setLastPlace,
} from './groups';
import { DELETE, LETTER_A, SPACE } from './fields';
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

// The streets of a ZIP code, and the cities and counties that its rows name: each text is kept once.

/** Of an entry: the place of a street among those of its group. */
export const STREET_ID: usize = VALUE;
/** It says nothing. */
export const BLANK: i32 = -1;
/** It is new, and its name takes the rules. */
export const UNKNOWN: i32 = -2;
/** Added to the place: it is not the name of the street. */
const SPELLING: i32 = 0x40000000;
/** Of an entry: how many rows name a place. Its text is how long the name of the city is, that, and the county's. */
const PLACE_ROWS: usize = VALUE;
const CITY_LENGTH: usize = TEXT;
const CITY: usize = TEXT + 4;
/** In the key of a place. */
export const PLACE: i32 = 0x40000000;
/** The key of a house number that is a text. */
export const NUMBER: i32 = 0x20000000;
/** Of its entry: how many came before. */
export const NUMBER_ID: usize = VALUE;

const MAX_PLACES: i32 = 100_000;
const MAX_PLACE_BYTES: usize = 512 * 1024;
const MAX_STREET_BYTES: usize = 64 * 1024;
const APOSTROPHE: u8 = 0x27;

let joined: usize = 0;
let normal: usize = 0;

export function prepareAddresses(): void {
  prepareGroups();
  joined = allocate(MAX_PLACE_BYTES);
  normal = allocate(MAX_STREET_BYTES);
}

/** Its id, `BLANK` or `UNKNOWN`. `likely` is the entry that it may have. */
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

/** The same of any street. Whoever asks has to know its name, which is empty when it says nothing. */
export function street(text: usize, length: usize, name: usize, nameLength: usize, group: i32): i32 {
  growSlots(textCount() + 2);
  const hash = hashOf(text, length, group);
  let entry = findEntry(hash, text, length, group);
  if (entry == 0) {
    entry = addEntry(hash, text, length, group);
    nameStreet(entry, name, nameLength, group);
  }
  return idOf(entry);
}

function idOf(entry: usize): i32 {
  const id = load<i32>(entry + STREET_ID);
  return id == BLANK ? BLANK : id & ~SPELLING;
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

/** What a source writes for "nothing" is blank, or begins with an apostrophe, NU or UN. */
function hasPlainName(text: usize, length: usize): bool {
  let begin = text;
  while (begin < text + length && load<u8>(begin) == SPACE) begin++;
  const first = load<u8>(begin);
  if (begin == text + length || first == APOSTROPHE) return false;
  const two = ((<i32>first) << 8) | <i32>load<u8>(begin, 1) | 0x2020;
  if (two == 0x6e75 || two == 0x756e) return false;
  for (let at = text; at < text + length; at++)
    if (load<u8>(at) < SPACE || load<u8>(at) >= DELETE) return false;
  return true;
}

/** In capitals, with single spaces and none around it; gives back its length. */
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

/** What stands in a row for a house number that is a text. */
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

/** The group with more cities than an address file has; -1 without one. */
export function crowdedGroup(): i32 {
  return crowded;
}

/** Counts a row's city and county as it spells them. */
export function countPlace(
  group: i32,
  city: usize,
  cityLength: usize,
  county: usize,
  countyLength: usize,
): void {
  const own = groupAt(group);
  // Neighboring rows mostly agree.
  let place = lastPlace(own);
  if (place == 0 || !isPlace(place, city, cityLength, county, countyLength)) {
    place = placeOf(group, city, cityLength, county, countyLength);
    setLastPlace(own, place);
  }
  store<u32>(place + PLACE_ROWS, load<u32>(place + PLACE_ROWS) + 1);
}

function isPlace(place: usize, city: usize, cityLength: usize, county: usize, countyLength: usize): bool {
  return (
    load<usize>(place + CITY_LENGTH) == cityLength &&
    load<usize>(place + LENGTH) == cityLength + countyLength + 4 &&
    isSame(place + CITY, city, cityLength) &&
    isSame(place + CITY + cityLength, county, countyLength)
  );
}

function placeOf(group: i32, city: usize, cityLength: usize, county: usize, countyLength: usize): usize {
  store<usize>(joined, cityLength);
  memory.copy(joined + 4, city, cityLength);
  memory.copy(joined + 4 + cityLength, county, countyLength);
  const length = cityLength + countyLength + 4;
  const key = group | PLACE;
  growSlots(textCount() + 1);
  const hash = hashOf(joined, length, key);
  const known = findEntry(hash, joined, length, key);
  if (known != 0) return known;
  const place = addEntry(hash, joined, length, key);
  addPlace(groupAt(group));
  if (placeCount(groupAt(group)) > MAX_PLACES) crowded = group;
  return place;
}
