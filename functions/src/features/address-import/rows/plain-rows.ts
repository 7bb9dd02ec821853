import { stateNames } from '@handoff/shared/domain/address/us-state';
import type { ColumnMapping } from '../read/column-mapping.ts';
import type { PlainRecord } from '../read/csv-rows.ts';
import { countPlace, type ZipGroup } from '../versions/zip-groups.ts';
import type { AddressRows } from './address-rows.ts';
import type { ByteSpan } from './byte-table.ts';

const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const DASH = 0x2d;
const POINT = 0x2e;

interface Kept {
  mapping: ColumnMapping;
  state: string;
  rows: AddressRows;
  /** By the value of a ZIP code, when the rules have accepted it before. */
  groupOf: (zip: number) => ZipGroup | undefined;
}

/**
 * Takes a row from its bytes when everything about it is ordinary: a state spelled as it should be, a ZIP code met
 * before, a number of digits. False leaves it to the rules, which say the same of these rows, only slower.
 */
export function plainRowReader({ mapping, state, rows, groupOf }: Kept): (record: PlainRecord) => boolean {
  const width = mapping.header.length;
  const ownNames = ownSpellings(state);
  const joined = Buffer.alloc(64 * 1024 + mapping.street.length);
  const [onlyStreet = -1] = mapping.street;
  const span: ByteSpan = { bytes: joined, from: 0, to: 0 };
  const place = { city: { ...span }, county: { ...span } };

  return (record) => {
    if (record.count !== width || mapping.address >= 0) return false;
    if (mapping.state >= 0 && !isOwnState(record)) return false;
    const group = groupOf(zipIn(record, mapping.zip));
    if (!group) return false;
    const number = numberIn(record, mapping);
    if (number === 0) return false;
    const city = filled(record, mapping.city);
    const county = filled(record, mapping.county);
    if (city === UNCLEAR || county === UNCLEAR) return false;
    const street = streetIn(record, group.index);
    if (street < 0) return false;
    rows.add(street, number);
    setSpan(place.city, { record, column: city });
    setSpan(place.county, { record, column: county });
    countPlace(group, place);
    return true;
  };

  function isOwnState(record: PlainRecord): boolean {
    const { bytes } = record;
    const from = startOf(record, mapping.state);
    const length = endOf(record, mapping.state) - from;
    if (length === 0) return true;
    return ownNames.some(
      (name) => name.length === length && name.every((byte, at) => bytes[from + at] === byte),
    );
  }

  function streetIn(record: PlainRecord, zip: number): number {
    if (mapping.street.length > 1)
      return rows.street({ bytes: joined, from: 0, to: joinStreet(record) }, zip);
    setSpan(span, { record, column: onlyStreet });
    return rows.street(span, zip);
  }

  /** The filled parts of a street with one space between them. */
  function joinStreet(record: PlainRecord): number {
    const { bytes } = record;
    let length = 0;
    for (const column of mapping.street) {
      let from = startOf(record, column);
      let to = endOf(record, column);
      while (from < to && bytes[from] === SPACE) from++;
      while (to > from && bytes[to - 1] === SPACE) to--;
      if (from === to) continue;
      if (length > 0) joined[length++] = SPACE;
      while (from < to) joined[length++] = bytes[from++] ?? 0;
    }
    return length;
  }
}

function setSpan(span: ByteSpan, { record, column }: { record: PlainRecord; column: number }): void {
  span.bytes = record.bytes;
  span.from = column < 0 ? 0 : startOf(record, column);
  span.to = column < 0 ? 0 : endOf(record, column);
}

const startOf = ({ start, ends }: PlainRecord, column: number) =>
  column > 0 ? (ends[column - 1] ?? 0) + 1 : start;
const endOf = ({ ends }: PlainRecord, column: number) => ends[column] ?? 0;

function ownSpellings(state: string): Buffer[] {
  const name = Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
  return [state, name, name.toUpperCase()].map((text) => Buffer.from(text));
}

const NONE = -1;
const UNCLEAR = -2;

/** The first of the columns that holds something, where its first byte leaves no doubt. */
function filled(record: PlainRecord, columns: readonly number[]): number {
  for (const column of columns) {
    const from = startOf(record, column);
    if (from === endOf(record, column)) continue;
    const byte = record.bytes[from] ?? 0;
    return byte > SPACE && byte < 0x7f ? column : UNCLEAR;
  }
  return NONE;
}

/** Three to five digits, alone or before `-1234` or `.0`; 0 for anything else. */
function zipIn(record: PlainRecord, column: number): number {
  const { bytes } = record;
  const from = startOf(record, column);
  const to = endOf(record, column);
  let at = endOfDigits(bytes, from, Math.min(to, from + 5));
  if (at - from < 3) return 0;
  const zip = valueOf(bytes, from, at);
  if (at === to) return zip;
  const mark = bytes[at++];
  if (mark === DASH) return to - at <= 4 && endOfDigits(bytes, at, to) === to ? zip : 0;
  if (mark !== POINT || at === to) return 0;
  while (at < to && bytes[at] === ZERO) at++;
  return at === to ? zip : 0;
}

/** A house number of up to nine digits, in one column or, between two empty ones, in the middle of three; else 0. */
function numberIn(record: PlainRecord, { number: columns, numberParts }: ColumnMapping): number {
  const column = filled(record, columns);
  if (column >= 0) return wholeNumber(record, column);
  if (column === UNCLEAR || !numberParts) return 0;
  const [prefix, middle, suffix] = numberParts;
  return isEmpty(record, prefix) && isEmpty(record, suffix) ? wholeNumber(record, middle) : 0;
}

const isEmpty = (record: PlainRecord, column: number) =>
  column < 0 || startOf(record, column) === endOf(record, column);

function wholeNumber(record: PlainRecord, column: number): number {
  const from = startOf(record, column);
  const to = endOf(record, column);
  if (to - from > 9 || endOfDigits(record.bytes, from, to) !== to) return 0;
  return valueOf(record.bytes, from, to);
}

function endOfDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) break;
  }
  return at;
}

function valueOf(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + (bytes[at] ?? 0) - ZERO;
  return value;
}
