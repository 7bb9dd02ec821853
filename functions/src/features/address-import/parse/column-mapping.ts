import { genericFormat } from './generic-format.ts';
import { addressFormats, refusedFormats, type AddressFormat } from './known-formats.ts';
import type { ColumnChoice, FileField } from '@handoff/shared/domain/address/state-file-import';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import { unreadColumns, usedColumns, withLastLine, withParts } from './address-columns.ts';
import type { ColumnGuess } from './guess-columns.ts';
import type { ColumnMapping, FindColumn } from './row-fields.ts';

export function mapColumns(header: readonly string[]): ColumnMapping {
  const { mapping, problem } = readMapping(header);
  if (problem) throw problem;
  return mapping;
}

interface ReadMapping {
  mapping: ColumnMapping;
  /** A mapping with a problem can only be shown. */
  problem: InvalidFileError | undefined;
  isChosen: boolean;
  guessed: FileField[];
  /** The columns that seem to hold a part of the street or the number, and are not read or read twice. */
  unread: string[];
}

interface Hints {
  choice?: ColumnChoice | undefined;
  guesses?: readonly (ColumnGuess | undefined)[];
  rows?: readonly (readonly string[])[];
}

/** The same, with what is known beyond the names of the columns. */
export function readMapping(
  header: readonly string[],
  { choice = {}, guesses = [], rows = [] }: Hints = {},
): ReadMapping {
  const names = header.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  const find = columnFinder(names);
  const { format, isStreetComplete, named } = byFormat(names, { find, guesses });
  const recognized = withParts(named, { format, find, rows, isStreetComplete });
  const chosen = withChoice(recognized.mapping, { columns: indexBy(names, nameKey), choice, guesses });
  const found = withGuesses(chosen ?? recognized.mapping, { guesses, chosen: chosen ? choice : {} });
  const mapping = choice.zip && chosen ? found.mapping : withLastLine(found.mapping, rows);
  const isByHand = chosen !== undefined && (choice.street ?? choice.address) !== undefined;
  return {
    mapping,
    problem: incompleteness(mapping),
    isChosen: chosen !== undefined,
    guessed: found.guessed,
    unread: isByHand ? [] : unreadColumns(mapping, { rows, mixed: recognized.mixed }),
  };
}

function byFormat(names: string[], { find, guesses }: { find: FindColumn; guesses: Guesses }) {
  const has = (signature: readonly string[]) => signature.every((name) => find(name) >= 0);
  const refused = refusedFormats.find((format) => has(format.signature));
  if (refused) throw new InvalidFileError(refused.message);
  const format = addressFormats.find((candidate) => has(candidate.signature)) ?? genericFormat;
  const { mapping: named, isStreetComplete } = mapBy(format, find, { header: names, guesses });
  return { format, named, isStreetComplete };
}

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
  {
    columns,
    choice,
    guesses,
  }: { columns: ReadonlyMap<string, number>; choice: ColumnChoice; guesses: Guesses },
): ColumnMapping | undefined {
  const chosen = new Map<string, readonly number[]>();
  for (const [field, names] of Object.entries(choice)) {
    const found = (names ?? []).map((name) => columns.get(nameKey(name)));
    if (found.includes(undefined)) return undefined;
    if (names)
      chosen.set(
        field,
        found.filter((index) => index !== undefined),
      );
  }
  const list = (field: 'street' | 'city' | 'county' | 'unit') => chosen.get(field) ?? mapping[field];
  const one = (field: 'address' | 'state' | 'zip') => {
    const columnsChosen = chosen.get(field);
    return columnsChosen ? (columnsChosen[0] ?? -1) : mapping[field];
  };
  const address = one('address');
  // One column with both is read instead of two; a street that is chosen is read instead of one with both.
  const isCombined = address >= 0 && (chosen.get('street') ?? []).length === 0;
  const number = chosen.get('number');
  return {
    ...mapping,
    ...(number ? numberColumns(number, guesses) : {}),
    ...(isCombined ? { number: [], numberParts: undefined, isNumberInAddress: false } : {}),
    street: isCombined ? [] : list('street'),
    address: isCombined ? address : -1,
    city: list('city'),
    county: list('county'),
    unit: list('unit'),
    state: one('state'),
    zip: one('zip'),
  };
}

type Guesses = readonly (ColumnGuess | undefined)[];

/** One column has the number or an address that begins with it; two are a number with a prefix or a suffix. */
function numberColumns(
  columns: readonly number[],
  guesses: Guesses,
): Pick<ColumnMapping, 'number' | 'numberParts' | 'isNumberInAddress'> {
  const [first = -1, second = -1, third = -1] = columns;
  if (columns.length < 2)
    return {
      number: columns,
      numberParts: undefined,
      isNumberInAddress: guesses[first]?.field === 'address',
    };
  const isPrefixed = columns.length > 2 || guesses[second]?.field === 'number';
  const numberParts = isPrefixed ? ([first, second, third] as const) : ([-1, first, second] as const);
  return { number: [], numberParts, isNumberInAddress: false };
}

/** Only a column of which nearly all values fit is read without asking. */
const CERTAIN_PERCENT = 90;

/** Fills what is missing where one column alone fits. States are only offered: rows of others would be skipped. */
function withGuesses(
  mapping: ColumnMapping,
  { guesses, chosen }: { guesses: Guesses; chosen: ColumnChoice },
): { mapping: ColumnMapping; guessed: FileField[] } {
  const guessed: FileField[] = [];
  const used = usedColumns(mapping);
  const column = (field: FileField) => {
    if (chosen[field]) return -1;
    const fitting = guesses.flatMap((guess, index) =>
      guess?.field === field && guess.percent >= CERTAIN_PERCENT && !used.has(index) ? [index] : [],
    );
    return fitting.length === 1 ? (fitting[0] ?? -1) : -1;
  };
  const take = (field: FileField, index: number, changed: (index: number) => Partial<ColumnMapping>) => {
    if (index < 0) return;
    guessed.push(field);
    found = { ...found, ...changed(index) };
  };
  let found = mapping;
  if (found.zip < 0) take('zip', column('zip'), (zip) => ({ zip }));
  if (found.city.length === 0) take('city', column('city'), (city) => ({ city: [city] }));
  const hasStreet = () => found.street.length > 0 || found.address >= 0;
  const hasNumber = () => found.number.length > 0 || found.numberParts !== undefined || found.address >= 0;
  if (!hasStreet() && (hasNumber() || column('number') >= 0))
    take('street', column('street'), (street) => ({ street: [street] }));
  if (!hasStreet()) take('address', column('address'), (address) => ({ address, number: [] }));
  if (!hasNumber()) take('number', column('number'), (number) => ({ number: [number] }));
  if (!hasNumber())
    take('number', column('address'), (number) => ({ number: [number], isNumberInAddress: true }));
  return { mapping: found, guessed };
}

export function describeColumns(mapping: ColumnMapping): Record<string, string> {
  const { header } = mapping;
  const list = (indices: readonly number[], separator: string) =>
    indices
      .filter((index) => index >= 0)
      .map((index) => header[index])
      .join(separator);
  const described = {
    number: [
      list(mapping.number, ', else ') + (mapping.isNumberInAddress ? ' (its beginning)' : ''),
      list(mapping.numberParts ?? [], ' + '),
    ]
      .filter((part) => part !== '')
      .join(', else '),
    street: list(mapping.street, ' + '),
    address: list([mapping.address], ''),
    city: list(mapping.city, ', else '),
    county: list(mapping.county, ', else '),
    unit: list(mapping.unit, ', else '),
    state: list([mapping.state], ''),
    zip: mapping.zip < 0 ? fromTown(list(mapping.city, ', else ')) : list([mapping.zip], ''),
  };
  return Object.fromEntries(Object.entries(described).filter(([, columns]) => columns !== ''));
}

const fromTown = (city: string) => (city === '' ? '' : `the town: ${city}`);

function mapBy(
  format: AddressFormat,
  find: FindColumn,
  { header, guesses }: { header: string[]; guesses: Guesses },
): { mapping: ColumnMapping; isStreetComplete: boolean } {
  const all = (names: readonly string[]) => [...new Set(names.map(find).filter((index) => index >= 0))];
  const first = (names: readonly string[]) => all(names)[0] ?? -1;
  // A column of names may be one of people.
  const complete = all(format.completeStreet ?? []).filter(
    (column) => header[column]?.toLowerCase() !== 'fullname' || guesses[column]?.field === 'street',
  );
  const streets = [...complete, ...all(format.street)];
  const street = format.joinStreet ? streets : streets.slice(0, 1);
  const [prefix, number, suffix] = (format.numberParts ?? []).map(find);
  const mapping = {
    format: format.name,
    header,
    number: all(format.number),
    numberParts:
      number === undefined || number < 0 ? undefined : ([prefix ?? -1, number, suffix ?? -1] as const),
    isNumberInAddress: false,
    street,
    address: first(format.address ?? []),
    city: all(format.city),
    county: all(format.county),
    unit: all(format.unit),
    state: first(format.state),
    zip: first(format.zip),
  };
  return { mapping, isStreetComplete: format.joinStreet === true || complete.length > 0 };
}

function incompleteness(mapping: ColumnMapping): InvalidFileError | undefined {
  const combined = mapping.address >= 0;
  const missing = [
    mapping.zip < 0 &&
      mapping.city.length === 0 &&
      'a ZIP code (zip, zipcode, zip_code, postcode) or a town with one ZIP code',
    mapping.street.length === 0 && !combined && 'a street (street, street_name), or an address',
    mapping.number.length === 0 &&
      !mapping.numberParts &&
      !combined &&
      'a house number (number, house_number)',
  ].filter((column) => column !== false);
  if (missing.length === 0) return undefined;
  const found = mapping.header.map((name) => name.slice(0, 40)).filter((name) => name !== '');
  if (looksLikeData(found))
    return new InvalidFileError(
      `The first line seems to hold an address instead of column names ("${found.slice(0, 4).join(', ')}"). ` +
        'Add a line with the column names, for example: number,street,city,county,state,zip.',
    );
  return new InvalidFileError(
    `We could not find a column for ${missing.join(' or for ')}. ` +
      `Columns found: ${found.slice(0, 30).join(', ') || 'none'}. Needed: house number, street and ZIP code.`,
  );
}

function looksLikeData(cells: readonly string[]): boolean {
  return cells.some((cell) => /^-?\d+(\.\d+)?$/.test(cell) || /^\d+ \S/.test(cell));
}
