import {
  addressFormats,
  genericFormat,
  newHampshireParcels,
  refusedFormats,
  type AddressFormat,
} from './known-formats.ts';
import type { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import { InvalidFileError } from '../decode/invalid-file.ts';

/** The columns of a file by field; -1 when the file lacks one. */
export interface ColumnMapping {
  format: string;
  header: readonly string[];
  number: readonly number[];
  numberParts: readonly [number, number, number] | undefined;
  street: readonly number[];
  /** The column that has number and street together. */
  address: number;
  city: readonly number[];
  county: readonly number[];
  state: number;
  zip: number;
}

/** Recognizes the file by its header, or says what is missing and what to do. */
export function mapColumns(header: readonly string[]): ColumnMapping {
  const { mapping, problem } = readMapping(header);
  if (problem) throw problem;
  return mapping;
}

interface ReadMapping {
  mapping: ColumnMapping;
  /** A mapping with a problem can only be shown. */
  problem: InvalidFileError | undefined;
  /** Whether the file has the columns that were chosen. */
  isChosen: boolean;
}

/** The same, with the columns that an administrator chose for files of the state. */
export function readMapping(header: readonly string[], choice: ColumnChoice = {}): ReadMapping {
  const names = header.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  const find = columnFinder(names);
  const has = (signature: readonly string[]) => signature.every((name) => find(name) >= 0);
  const refused = refusedFormats.find((format) => has(format.signature));
  if (refused) throw new InvalidFileError(refused.message);
  const format = addressFormats.find((candidate) => has(candidate.signature)) ?? genericFormat;
  const recognized = mapBy(format, find, names);
  const chosen = withChoice(recognized, { columns: indexBy(names, nameKey), choice });
  const mapping = chosen ?? recognized;
  const problem = incompleteness(mapping, has(newHampshireParcels.signature));
  return { mapping, problem, isChosen: chosen !== undefined };
}

/** The first column of a name, or -1. */
type FindColumn = (name: string) => number;

/** Names are compared by letters and digits alone, and as a dBASE file cuts them: at ten characters. */
function columnFinder(names: readonly string[]): FindColumn {
  const columns = indexBy(names, looseKey);
  return (name) => columns.get(looseKey(name)) ?? columns.get(looseKey(name.slice(0, 10))) ?? -1;
}

const looseKey = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const nameKey = (name: string) => name.trim().toLowerCase();

/** The first of several names with one key wins, and a name without a key is left out. */
function indexBy(names: readonly string[], keyOf: (name: string) => string): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const key = keyOf(name);
    if (key !== '' && !columns.has(key)) columns.set(key, index);
  }
  return columns;
}

function withChoice(
  mapping: ColumnMapping,
  { columns, choice }: { columns: ReadonlyMap<string, number>; choice: ColumnChoice },
): ColumnMapping | undefined {
  const chosen = new Map<string, readonly number[]>();
  for (const [field, name] of Object.entries(choice)) {
    const index = columns.get(nameKey(name));
    if (name !== '' && index === undefined) return undefined;
    chosen.set(field, index === undefined ? [] : [index]);
  }
  const list = (field: 'number' | 'street' | 'city' | 'county') => chosen.get(field) ?? mapping[field];
  const one = (field: 'address' | 'state' | 'zip') => {
    const columnsChosen = chosen.get(field);
    return columnsChosen ? (columnsChosen[0] ?? -1) : mapping[field];
  };
  const address = one('address');
  // One column with both is read instead of two; a street that is chosen is read instead of one with both.
  const isCombined = address >= 0 && !(choice.street ?? '');
  return {
    ...mapping,
    number: isCombined ? [] : list('number'),
    numberParts: isCombined || chosen.has('number') ? undefined : mapping.numberParts,
    street: isCombined ? [] : list('street'),
    address: isCombined ? address : -1,
    city: list('city'),
    county: list('county'),
    state: one('state'),
    zip: one('zip'),
  };
}

/** Describes the mapping for the administrator before anything goes live. */
export function describeColumns(mapping: ColumnMapping): Record<string, string> {
  const { header } = mapping;
  const list = (indices: readonly number[], separator: string) =>
    indices
      .filter((index) => index >= 0)
      .map((index) => header[index])
      .join(separator);
  const described = {
    number: [list(mapping.number, ', else '), list(mapping.numberParts ?? [], ' + ')]
      .filter((part) => part !== '')
      .join(', else '),
    street: list(mapping.street, ' + '),
    address: list([mapping.address], ''),
    city: list(mapping.city, ', else '),
    county: list(mapping.county, ', else '),
    state: list([mapping.state], ''),
    zip: list([mapping.zip], ''),
  };
  return Object.fromEntries(Object.entries(described).filter(([, columns]) => columns !== ''));
}

function mapBy(format: AddressFormat, find: FindColumn, header: string[]): ColumnMapping {
  const all = (names: readonly string[]) => [...new Set(names.map(find).filter((index) => index >= 0))];
  const first = (names: readonly string[]) => all(names)[0] ?? -1;
  const street = format.joinStreet ? all(format.street) : all(format.street).slice(0, 1);
  const [prefix, number, suffix] = (format.numberParts ?? []).map(find);
  return {
    format: format.name,
    header,
    number: all(format.number),
    numberParts: number === undefined || number < 0 ? undefined : [prefix ?? -1, number, suffix ?? -1],
    street,
    // Beside a street column, `address` repeats the entire line.
    address: street.length > 0 ? -1 : first(format.address ?? []),
    city: all(format.city),
    county: all(format.county),
    state: first(format.state),
    zip: first(format.zip),
  };
}

function incompleteness(mapping: ColumnMapping, isNewHampshire: boolean): InvalidFileError | undefined {
  const combined = mapping.address >= 0;
  const missing = [
    mapping.zip < 0 && 'a ZIP code (zip, zipcode, zip_code, postcode)',
    mapping.street.length === 0 && !combined && 'a street (street, street_name), or an address',
    mapping.number.length === 0 &&
      !mapping.numberParts &&
      !combined &&
      'a house number (number, house_number)',
  ].filter((column) => column !== false);
  if (missing.length === 0) return undefined;
  if (isNewHampshire && mapping.zip < 0) return new InvalidFileError(newHampshireParcels.message);
  const found = mapping.header.map((name) => name.slice(0, 40)).filter((name) => name !== '');
  if (looksLikeData(found))
    return new InvalidFileError(
      `The first line seems to hold an address instead of column names ("${found.slice(0, 4).join(', ')}"). ` +
        'Add a line with the column names, for example: number,street,city,county,state,zip.',
    );
  return new InvalidFileError(
    `The file has no column for ${missing.join(' and for ')}. ` +
      `Columns found: ${found.slice(0, 30).join(', ') || 'none'}. Needed: house number, street and ZIP code.`,
  );
}

function looksLikeData(cells: readonly string[]): boolean {
  return cells.some((cell) => /^-?\d+(\.\d+)?$/.test(cell) || /^\d+ \S/.test(cell));
}
