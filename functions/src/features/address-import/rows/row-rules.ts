import { stateCode } from '@handoff/shared/domain/address/us-state';
import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { joinNumberParts, normalizeHouseNumber, splitAddress } from './address-text.ts';
import type { ColumnMapping } from '../read/column-mapping.ts';
import { newAddressTable, type AddressLines, type ClosedTable, type Layout } from '../table/address-table.ts';
import { knownVerdicts, type Refusal } from './known-verdicts.ts';

/** A ZIP code that the rows of a file have. */
interface ZipGroup {
  code: string;
  /** Its place among them. */
  index: number;
}

export type RowVerdict = 'taken' | Refusal;

export interface RowReader {
  /** Checks a row in the order of the rules, and keeps its address when it passes. */
  take(fields: readonly string[]): RowVerdict;
  /** Keeps the addresses of ordinary rows; the others are for `take`. */
  lines: AddressLines;
  /** From here on a row may get this verdict without being one for `take`. */
  allow: (verdict: Refusal) => void;
  /** The rows that got one so since this was asked last; only then are they among those of other states below. */
  judged: () => { verdict: Refusal; rows: number }[];
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
  const known = knownVerdicts(table, layout);
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
    const spelled = fields[stateColumn] ?? '';
    const named = stateColumn < 0 ? '' : otherState(spelled);
    if (named !== '') {
      known.ofState(spelled, named);
      return skip(named);
    }
    const zipText = fields[zipColumn] ?? '';
    const zip = zipOf(zipText);
    if (typeof zip === 'string') {
      if (zip === 'bad-zip') known.ofBadZip(zipText);
      return zip;
    }
    return 'index' in zip ? keep(zip, fields) : refuse(zip);
  }

  function refuse({ code, foreign }: ForeignZip): RowVerdict {
    const verdict = skipped.includes(foreign) ? 'other-state' : 'zip-outside-state';
    known.ofZip(Number(code), verdict, foreign);
    add(foreignStates, foreign);
    return verdict === 'other-state' ? skip(foreign) : verdict;
  }

  function skip(other: string): RowVerdict {
    add(skippedStates, other);
    return 'other-state';
  }

  function judged() {
    const found = known.rows();
    for (const { verdict, state: other, by, rows } of found) {
      if (by === 'zip') add(foreignStates, other, rows);
      if (verdict === 'other-state') add(skippedStates, other, rows);
    }
    return found;
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
  const { lines } = table;
  return { take, lines, allow: known.allow, judged, close, zips, foreignStates, skippedStates };
}

function add(counts: Map<string, number>, key: string, rows = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + rows);
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

interface ForeignZip {
  code: string;
  /** Its state; empty for one that no state has. */
  foreign: string;
}

type ZipVerdict = ZipGroup | ForeignZip | 'no-zip' | 'bad-zip';

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
    if (found !== state) return { code: zip, foreign: found ?? '' };
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
