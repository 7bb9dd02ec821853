import { stateCode } from '@handoff/shared/domain/address/us-state';
import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { joinNumberParts, normalizeHouseNumber, splitAddress } from './address-text.ts';
import type { ColumnMapping } from '../read/column-mapping.ts';
import type { LineTaker } from '../read/csv-rows.ts';
import { newAddressTable, type ClosedTable, type Layout } from '../table/address-table.ts';

/** A ZIP code that the rows of a file have. */
interface ZipGroup {
  code: string;
  /** Its place among them. */
  index: number;
}

export type RowVerdict = 'taken' | 'other-state' | RejectReason;

export interface RowReader {
  /** Checks a row in the order of the rules, and keeps its address when it passes. */
  take(fields: readonly string[]): RowVerdict;
  /** Keeps the addresses of ordinary rows; the others are for `take`. */
  lines: LineTaker;
  /** At the end of the file. */
  close: () => ClosedTable;
  /** The ZIP codes in the order in which they came. */
  zips: ReadonlyMap<string, ZipGroup>;
  /** How often each other state's ZIP codes came. */
  foreignStates: ReadonlyMap<string, number>;
  /** How many rows of each other state were skipped. */
  skippedStates: ReadonlyMap<string, number>;
}

/** Rows of `skipped` states are skipped for their ZIP code alone; without it only those that name another state. */
export function rowReader(layout: Layout, state: string, skipped: readonly string[] = []): RowReader {
  const { mapping } = layout;
  const zips = new Map<string, ZipGroup>();
  const table = newAddressTable(layout, { state, codeOf: (group) => [...zips.keys()][group] ?? '' });
  const foreignStates = new Map<string, number>();
  const zipOf = zipLookup(zips, state);
  const skippedStates = new Map<string, number>();
  const otherState = stateCheck(state);
  const width = mapping.header.length;
  const { address, zip: zipColumn, state: stateColumn } = mapping;
  const cityOf = firstFilled(mapping.city);
  const countyOf = firstFilled(mapping.county);
  const textOf = textReader(mapping);

  function take(fields: readonly string[]): RowVerdict {
    if (fields.length !== width) return 'columns';
    const named = stateColumn < 0 ? '' : otherState(fields[stateColumn] ?? '');
    if (named !== '') return skip(named);
    const zip = zipOf(fields[zipColumn] ?? '');
    if (typeof zip === 'string') return zip;
    if ('code' in zip) return keep(zip, fields);
    foreignStates.set(zip.foreign, (foreignStates.get(zip.foreign) ?? 0) + 1);
    return skipped.includes(zip.foreign) ? skip(zip.foreign) : 'zip-outside-state';
  }

  function skip(other: string): RowVerdict {
    skippedStates.set(other, (skippedStates.get(other) ?? 0) + 1);
    return 'other-state';
  }

  function keep(zip: ZipGroup, fields: readonly string[]): RowVerdict {
    const text = address < 0 ? textOf(fields) : splitAddress(fields[address] ?? '');
    const number = houseNumber(text.number);
    if (number === '') return 'no-number';
    const street = table.street(text.street, zip.index);
    if (street < 0) return 'no-street';
    table.addRow(zip.index, street, number);
    table.countPlace(zip.index, { city: cityOf(fields), county: countyOf(fields) });
    table.acceptZip(Number(zip.code), zip.index);
    return 'taken';
  }

  const close = () => table.close(zips.size);
  return { take, lines: table.lines, close, zips, foreignStates, skippedStates };
}

/** A number when it is one; empty when it is none at all. */
function houseNumber(text: string): number | string {
  const plain = plainNumber(text);
  if (plain > 0) return plain;
  const other = normalizeHouseNumber(text);
  return plainNumber(other) || other;
}

/** The value of a house number that is digits only; 0 when it needs a closer look. */
function plainNumber(text: string): number {
  const length = text.length;
  if (length === 0 || length > 9) return 0;
  let value = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}

type ZipVerdict = ZipGroup | { foreign: string } | 'no-zip' | 'bad-zip';

/** Most rows spell their ZIP code like a row before; only short spellings are remembered, they are few. */
function zipLookup(zips: Map<string, ZipGroup>, state: string): (text: string) => ZipVerdict {
  const bySpelling = new Map<string, ZipVerdict>();
  return (text) => {
    const known = bySpelling.get(text);
    if (known) return known;
    const verdict = judge(text);
    if (text.length <= 5) bySpelling.set(text, verdict);
    return verdict;
  };

  function judge(text: string): ZipVerdict {
    if (text.trim() === '') return 'no-zip';
    const zip = normalizeFileZip(text);
    if (zip === undefined) return 'bad-zip';
    const found = stateOfZip(zip);
    if (found !== state) return { foreign: found ?? '' };
    const group = zips.get(zip) ?? { code: zip, index: zips.size };
    zips.set(zip, group);
    return group;
  }
}

/** The other state that a row names. A blank or unreadable one says nothing: the ZIP code decides. */
function stateCheck(state: string): (text: string) => string {
  let last = '';
  let other = '';
  return (text) => {
    if (text !== last) {
      last = text;
      const named = stateCode(text) ?? state;
      other = named === state ? '' : named;
    }
    return other;
  };
}

export function textReader({ number, numberParts, street }: ColumnMapping) {
  const numberOf = firstFilled(number);
  const [first = -1] = street;
  const streetText =
    street.length === 1
      ? (fields: readonly string[]) => fields[first] ?? ''
      : (fields: readonly string[]) =>
          street
            .map((index) => fields[index]?.trim() ?? '')
            .filter((part) => part !== '')
            .join(' ');
  const numberText = (fields: readonly string[]) => {
    const whole = numberOf(fields);
    if (whole !== '' || !numberParts) return whole;
    const [prefix, middle, suffix] = numberParts;
    return joinNumberParts(fields[prefix] ?? '', fields[middle] ?? '', fields[suffix] ?? '');
  };
  return (fields: readonly string[]) => ({ number: numberText(fields), street: streetText(fields) });
}

/** The first of the columns that holds something in this row. */
export function firstFilled(columns: readonly number[]): (fields: readonly string[]) => string {
  const [only = -1] = columns;
  if (columns.length === 0) return () => '';
  if (columns.length === 1) return (fields) => fields[only] ?? '';
  return (fields) => {
    for (const column of columns) {
      const text = fields[column] ?? '';
      if (text.trim() !== '') return text;
    }
    return '';
  };
}
