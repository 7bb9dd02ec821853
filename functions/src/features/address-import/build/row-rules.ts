import type { Correction } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { isShortZip, normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { stateCode } from '@handoff/shared/domain/address/us-state';
import {
  isBlank,
  isZero,
  lastLine,
  normalizeHouseNumber,
  normalizeText,
  numbersIn,
} from '../parse/address-text.ts';
import { noEarlierAddresses, type EarlierAddresses } from './earlier-addresses.ts';
import { zipsOfTown } from '../places/town-zips.ts';
import { addressReader, firstFilled } from '../parse/row-fields.ts';
import { newAddressTable, type AddressLines, type ClosedTable, type Layout } from '../table/address-table.ts';
import { rejectCache, type Rejection } from './reject-cache.ts';

interface ZipGroup {
  code: string;
  index: number;
}

export type RowVerdict = 'taken' | Rejection;

export interface RowReader {
  /** Checks a row in the order of the rules, and stores its address when it passes. */
  take: (fields: readonly string[]) => RowVerdict;
  /** Stores the addresses of ordinary rows from their bytes, and leaves the other rows to `take`. */
  lines: AddressLines;
  /** From now on the table may reject rows for this reason, without `take`. */
  allow: (rejection: Rejection) => void;
  /** How many rows the table has rejected since the last call; only then do the counts of states below include them. */
  newRejections: () => { rejection: Rejection; rows: number }[];
  close: () => ClosedTable;
  /** The ZIP codes in the order in which they came. */
  zips: ReadonlyMap<string, ZipGroup>;
  /** How many rows were rejected for a ZIP code of each other state. */
  foreignStates: ReadonlyMap<string, number>;
  /** How many of the rows taken had each correction; `countCorrected` adds those that the table has counted. */
  corrected: ReadonlyMap<Correction, number>;
  countCorrected: (correction: Correction, rows: number) => void;
  /** How many addresses came from rows that had one already. */
  listedNumbers: () => number;
  /** The towns of a file without ZIP codes that have several. */
  sharedTowns: () => StateFileImport['SharedTowns'];
  skippedStates: ReadonlyMap<string, number>;
}

interface Rules {
  state: string;
  /** Rows of these states are skipped for their ZIP code alone; otherwise only rows that name another state are. */
  skipped?: readonly string[];
  earlier?: EarlierAddresses;
  newTable?: typeof newAddressTable;
}

export function rowReader(
  layout: Layout,
  { state, skipped = [], earlier = noEarlierAddresses, newTable = newAddressTable }: Rules,
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
  const cityOf =
    mapping.city.length > 0
      ? firstFilled(mapping.city)
      : (fields: readonly string[]) =>
          (lastLine(fields[zipColumn] ?? '') ?? lastLine(fields[address] ?? ''))?.city ?? '';
  const countyOf = firstFilled(mapping.county);
  const hasUnit = (fields: readonly string[]) =>
    mapping.unit.some((column) => !isBlank(fields[column] ?? ''));
  const corrected = new Map<Correction, number>();
  const textOf = addressReader(mapping);
  const towns = townReader({ state, cityOf, textOf, earlier });

  function countCorrected(correction: Correction, rows: number): void {
    if (rows > 0) add(corrected, correction, rows);
  }

  function take(fields: readonly string[]): RowVerdict {
    if (fields.length !== width) return 'columns';
    const spelled = fields[stateColumn] ?? '';
    const named = stateColumn < 0 ? '' : otherState(spelled);
    if (named !== '') {
      cache.addState(spelled, named);
      return skip(named);
    }
    if (zipColumn < 0) return takeByTown(fields);
    const zipText = fields[zipColumn] ?? '';
    const zip = zipOf(zipText);
    if (typeof zip === 'string') return takeWithoutZip(fields, zip);
    return 'index' in zip ? store(zip, fields, isShortZip(zipText) ? 'zip-padded' : undefined) : refuse(zip);
  }

  /** In a file with ZIP codes, a row without one and without a known town lacks the ZIP code. */
  function takeWithoutZip(fields: readonly string[], problem: 'no-zip' | 'bad-zip'): RowVerdict {
    if (problem === 'bad-zip') cache.addBadZip(fields[zipColumn] ?? '');
    const verdict = problem === 'no-zip' && mapping.city.length > 0 ? takeByTown(fields) : problem;
    return verdict === 'unknown-town' ? 'no-zip' : verdict;
  }

  function takeByTown(fields: readonly string[]): RowVerdict {
    const found = towns.zipOf(fields);
    if (typeof found === 'string') return found;
    const zip = zipOf(found.zip);
    if (typeof zip === 'string') return zip;
    return 'index' in zip ? store(zip, fields, found.by) : refuse(zip);
  }

  function refuse({ code, foreign }: ForeignZip): RowVerdict {
    const rejection = skipped.includes(foreign) ? 'other-state' : 'zip-outside-state';
    cache.addZip(Number(code), rejection, foreign);
    if (rejection === 'other-state') return skip(foreign);
    add(foreignStates, foreign);
    return rejection;
  }

  function skip(other: string): RowVerdict {
    add(skippedStates, other);
    return 'other-state';
  }

  function newRejections() {
    const found = cache.newRows();
    for (const { rejection, state: other, by, rows } of found) {
      if (rejection === 'other-state') add(skippedStates, other, rows);
      else if (by === 'zip') add(foreignStates, other, rows);
    }
    return found;
  }

  function store(zip: ZipGroup, fields: readonly string[], correction?: Correction): RowVerdict {
    const text = textOf(fields);
    const [number = '', ...others] = numbersIn(text.number).map(houseNumber);
    if (number === '') return isZero(text.number) ? 'unassigned-number' : 'no-number';
    const street = table.street(
      { spelling: text.spelling, name: text.street, isUnit: text.isUnit },
      zip.index,
    );
    if (street < 0) return 'no-street';
    const isUnit = text.isUnit || hasUnit(fields);
    for (const each of [number, ...others])
      if (each !== '') table.addRow(zip.index, { street, number: each, isUnit });
    countCorrected('listed-number', others.length);
    table.countLocality(zip.index, { city: cityOf(fields), county: countyOf(fields) });
    table.acceptZip(Number(zip.code), zip.index);
    if (correction) countCorrected(correction, 1);
    return 'taken';
  }

  const close = () => table.close(zips.size);
  const { lines } = table;
  return {
    take,
    lines,
    allow: cache.allow,
    newRejections,
    close,
    zips,
    foreignStates,
    corrected,
    countCorrected,
    listedNumbers: () => corrected.get('listed-number') ?? 0,
    sharedTowns: towns.shared,
    skippedStates,
  };
}

const MAX_TOWNS_NAMED = 50;

interface TownReader {
  state: string;
  cityOf: (fields: readonly string[]) => string;
  textOf: (fields: readonly string[]) => { number: string; street: string };
  earlier: EarlierAddresses;
}

/** Finds the ZIP code of a row that has none: the one of its town, or among several that of the nearest earlier address. */
function townReader({ state, cityOf, textOf, earlier }: TownReader) {
  const several = new Map<string, { town: string; zips: string[]; rows: number }>();
  return {
    zipOf(
      fields: readonly string[],
    ): { zip: string; by: Correction } | 'no-zip' | 'unknown-town' | 'several-zips' {
      const town = normalizeText(cityOf(fields));
      if (town === '') return 'no-zip';
      const zips = zipsOfTown(town, state);
      const [zip] = zips;
      if (zip === undefined) return 'unknown-town';
      if (zips.length === 1) return { zip, by: 'zip-from-town' };
      const nearest = earlier.nearestZip(zips, textOf(fields));
      if (nearest !== undefined) return { zip: nearest, by: 'zip-from-neighbor' };
      const known = several.get(town) ?? { town, zips: [...zips], rows: 0 };
      known.rows++;
      several.set(town, known);
      return 'several-zips';
    },
    shared: () => [...several.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_TOWNS_NAMED),
  };
}

function add<K>(counts: Map<K, number>, key: K, rows = 1): void {
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
    const zip = normalizeFileZip(text) ?? lastLine(text)?.zip;
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
