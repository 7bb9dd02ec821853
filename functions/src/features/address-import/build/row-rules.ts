import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { stateCode } from '@handoff/shared/domain/address/us-state';
import { isBlank, isZero, normalizeHouseNumber, splitAddress } from '../parse/address-text.ts';
import { firstFilled, textReader } from '../parse/row-fields.ts';
import { newAddressTable, type AddressLines, type ClosedTable, type Layout } from '../table/address-table.ts';
import { rejectCache, type Rejection } from './reject-cache.ts';

/** A ZIP code that the rows of a file have. */
interface ZipGroup {
  code: string;
  /** Its number among them. */
  index: number;
}

export type RowVerdict = 'taken' | Rejection;

export interface RowReader {
  /** Checks a row in the order of the rules, and stores its address when it passes. */
  take(fields: readonly string[]): RowVerdict;
  /** Stores the addresses of ordinary rows from their bytes, and leaves the other rows to `take`. */
  lines: AddressLines;
  /** From now on the table may reject rows for this reason, without `take`. */
  allow: (rejection: Rejection) => void;
  /** How many rows the table has rejected since the last call; only then do the counts of states below include them. */
  newRejections: () => { rejection: Rejection; rows: number }[];
  /** To be called at the end of the file. */
  close: () => ClosedTable;
  /** The ZIP codes in the order in which they came. */
  zips: ReadonlyMap<string, ZipGroup>;
  /** How many rows have a ZIP code of each other state. */
  foreignStates: ReadonlyMap<string, number>;
  /** How many rows of each other state were skipped. */
  skippedStates: ReadonlyMap<string, number>;
}

interface Rules {
  state: string;
  /** Rows of these states are skipped for their ZIP code alone; otherwise only rows that name another state are. */
  skipped?: readonly string[];
  newTable?: typeof newAddressTable;
}

export function rowReader(
  layout: Layout,
  { state, skipped = [], newTable = newAddressTable }: Rules,
): RowReader {
  const { mapping } = layout;
  const zips = new Map<string, ZipGroup>();
  const table = newTable(layout, { state, codeOf: (group) => [...zips.keys()][group] ?? '' });
  const foreignStates = new Map<string, number>();
  const cache = rejectCache(table, layout);
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
      cache.addState(spelled, named);
      return skip(named);
    }
    const zipText = fields[zipColumn] ?? '';
    const zip = zipOf(zipText);
    if (typeof zip === 'string') {
      if (zip === 'bad-zip') cache.addBadZip(zipText);
      return zip;
    }
    return 'index' in zip ? store(zip, fields) : refuse(zip);
  }

  function refuse({ code, foreign }: ForeignZip): RowVerdict {
    const rejection = skipped.includes(foreign) ? 'other-state' : 'zip-outside-state';
    cache.addZip(Number(code), rejection, foreign);
    add(foreignStates, foreign);
    return rejection === 'other-state' ? skip(foreign) : rejection;
  }

  function skip(other: string): RowVerdict {
    add(skippedStates, other);
    return 'other-state';
  }

  function newRejections() {
    const found = cache.newRows();
    for (const { rejection, state: other, by, rows } of found) {
      if (by === 'zip') add(foreignStates, other, rows);
      if (rejection === 'other-state') add(skippedStates, other, rows);
    }
    return found;
  }

  function store(zip: ZipGroup, fields: readonly string[]): RowVerdict {
    const text = address < 0 ? textOf(fields) : splitAddress(fields[address] ?? '');
    const number = houseNumber(text.number);
    if (number === '') return isZero(text.number) ? 'unassigned-number' : 'no-number';
    const street = table.street(text.street, zip.index);
    if (street < 0) return 'no-street';
    table.addRow(zip.index, street, number);
    table.countLocality(zip.index, { city: cityOf(fields), county: countyOf(fields) });
    table.acceptZip(Number(zip.code), zip.index);
    return 'taken';
  }

  const close = () => table.close(zips.size);
  const { lines } = table;
  return { take, lines, allow: cache.allow, newRejections, close, zips, foreignStates, skippedStates };
}

function add(counts: Map<string, number>, key: string, rows = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + rows);
}

function houseNumber(text: string): number | string {
  const plain = plainNumber(text);
  if (plain > 0) return plain;
  const other = normalizeHouseNumber(text);
  return plainNumber(other) || other;
}

/** The value of a house number that is digits only; 0 when it has to be normalized. */
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
  /** The state of the ZIP code; empty when no state has it. */
  foreign: string;
}

type ZipVerdict = ZipGroup | ForeignZip | 'no-zip' | 'bad-zip';

/** Most rows spell their ZIP code like an earlier row. Only short spellings are remembered, because they are few. */
function zipLookup(zips: Map<string, ZipGroup>, state: string): (text: string) => ZipVerdict {
  const bySpelling = new Map<string, ZipVerdict>();
  return (text) => {
    const known = bySpelling.get(text);
    if (known) return known;
    const verdict = classify(text);
    if (text.length <= 5) bySpelling.set(text, verdict);
    return verdict;
  };

  function classify(text: string): ZipVerdict {
    if (isBlank(text)) return 'no-zip';
    const zip = normalizeFileZip(text);
    if (zip === undefined) return 'bad-zip';
    const found = stateOfZip(zip);
    if (found !== state) return { code: zip, foreign: found ?? '' };
    const group = zips.get(zip) ?? { code: zip, index: zips.size };
    zips.set(zip, group);
    return group;
  }
}

/** Gives the other state that a row names. For a blank or unreadable one the ZIP code decides. */
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
