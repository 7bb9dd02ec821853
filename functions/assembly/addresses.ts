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
import { allocate } from './memory';
import { entryOf, FIRST, growSlots, hashOf, isSame, LENGTH, SECOND, TEXT, textCount } from './texts';

// The streets of a ZIP code, and the cities and counties that its rows name: each text is kept once.

/** Of an entry: the place of a street among those of its group, and whether it says nothing. */
export const STREET_ID: usize = FIRST;
const IS_BLANK: usize = SECOND;
/** Of an entry: how many rows name a place, and how long the name of its city is. */
const PLACE_ROWS: usize = FIRST;
const CITY_LENGTH: usize = SECOND;
/** In the key of a place. */
export const PLACE: i32 = 0x40000000;
/** The key of a house number that is a text. */
export const NUMBER: i32 = 0x20000000;
/** Of its entry: how many came before. */
export const NUMBER_ID: usize = FIRST;
/** In no valid UTF-8: between the names of a city and a county. */
const BETWEEN: u8 = 0xff;

const MAX_PLACES: i32 = 100_000;
const MAX_PLACE_BYTES: usize = 512 * 1024;
const SPACE: u8 = 0x20;
const APOSTROPHE: u8 = 0x27;
const DELETE: u8 = 0x7f;

let joined: usize = 0;

export function prepareAddresses(): void {
  prepareGroups();
  joined = allocate(MAX_PLACE_BYTES);
}

/** -1 when it says nothing, or when it is new and may say nothing. */
export function plainStreet(hash: u32, text: usize, length: usize, group: i32): i32 {
  const before = textCount();
  const entry = entryOf(hash, text, length, group, surelyNamed(text, length));
  if (textCount() > before) store<i32>(entry + STREET_ID, addStreet(groupAt(group)));
  return entry == 0 || load<i32>(entry + IS_BLANK) != 0 ? -1 : load<i32>(entry + STREET_ID);
}

/** The same of any street. Whoever asks has to know whether a new one says nothing. */
export function street(text: usize, length: usize, group: i32, isBlank: bool): i32 {
  growSlots(textCount() + 1);
  const before = textCount();
  const entry = entryOf(hashOf(text, length, group), text, length, group, true);
  if (textCount() > before) {
    store<i32>(entry + STREET_ID, addStreet(groupAt(group)));
    store<i32>(entry + IS_BLANK, isBlank ? 1 : 0);
  }
  return load<i32>(entry + IS_BLANK) != 0 ? -1 : load<i32>(entry + STREET_ID);
}

/** What a source writes for "nothing" is blank, or begins with a space, an apostrophe, NU or UN. */
function surelyNamed(text: usize, length: usize): bool {
  const first = load<u8>(text);
  if (length == 0 || first <= SPACE || first >= DELETE || first == APOSTROPHE) return false;
  const two = ((<i32>first) << 8) | <i32>load<u8>(text, 1) | 0x2020;
  return two != 0x6e75 && two != 0x756e;
}

let numberTexts: i32 = 0;

export function numberTextCount(): i32 {
  return numberTexts;
}

/** What stands in a row for a house number that is a text. */
export function numberText(text: usize, length: usize): i32 {
  growSlots(textCount() + 1);
  const before = textCount();
  const entry = entryOf(hashOf(text, length, NUMBER), text, length, NUMBER, true);
  if (textCount() > before) store<i32>(entry + NUMBER_ID, numberTexts++);
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
    load<usize>(place + LENGTH) == cityLength + 1 + countyLength &&
    isSame(place + TEXT, city, cityLength) &&
    isSame(place + TEXT + cityLength + 1, county, countyLength)
  );
}

function placeOf(group: i32, city: usize, cityLength: usize, county: usize, countyLength: usize): usize {
  memory.copy(joined, city, cityLength);
  store<u8>(joined + cityLength, BETWEEN);
  memory.copy(joined + cityLength + 1, county, countyLength);
  const length = cityLength + 1 + countyLength;
  const key = group | PLACE;
  growSlots(textCount() + 1);
  const before = textCount();
  const place = entryOf(hashOf(joined, length, key), joined, length, key, true);
  if (textCount() == before) return place;
  store<usize>(place + CITY_LENGTH, cityLength);
  addPlace(groupAt(group));
  if (placeCount(groupAt(group)) > MAX_PLACES) crowded = group;
  return place;
}
