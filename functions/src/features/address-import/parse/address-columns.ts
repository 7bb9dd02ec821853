import { isZero, lastLine, normalizeText, partText, splitAddress } from './address-text.ts';
import { type ColumnMapping, type FindColumn, addressReader, textReader } from './row-fields.ts';
import type { AddressFormat } from './known-formats.ts';
import { isStreetWord, joinedStreet, unreadParts } from './street-columns.ts';

// Decides by the first rows in which columns number and street are: in one, in two, or in parts.

type Rows = readonly (readonly string[])[];

/** A column counts as one thing when this share of its values is. */
const MOSTLY = 0.5;
const NEARLY_NONE = 0.1;

function shareOf(rows: Rows, column: number, has: (text: string, row: readonly string[]) => boolean): number {
  const filled = rows.filter((row) => partText(row[column] ?? '') !== '');
  return filled.length === 0 ? 0 : filled.filter((row) => has(row[column] ?? '', row)).length / filled.length;
}

const isWholeAddress = (text: string) => {
  const { number, street } = splitAddress(text);
  return number !== '' && street !== '';
};

interface PartsOptions {
  format: AddressFormat;
  find: FindColumn;
  rows: Rows;
}

/** Chooses between an address in one column and its parts, and joins the parts of streets and numbers. */
export function withParts(
  mapping: ColumnMapping,
  { format, find, rows, isStreetComplete }: PartsOptions & { isStreetComplete: boolean },
): { mapping: ColumnMapping; mixed: readonly number[] } {
  const whole = addressColumn(mapping, rows);
  if (whole >= 0)
    return {
      mapping: { ...mapping, number: [], numberParts: undefined, street: [], address: whole },
      mixed: [],
    };
  const [only = mapping.address] = mapping.street;
  const named: ColumnMapping = { ...mapping, street: only < 0 ? [] : [only], address: -1 };
  if (only < 0) return { mapping: named, mixed: [] };
  const numbered = withNumberParts(named, { format, find, rows });
  if (isStreetComplete) return { mapping: { ...numbered, street: mapping.street }, mixed: [] };
  const { street, mixed } = joinedStreet({ header: mapping.header, rows }, only, usedColumns(numbered));
  return { mapping: { ...numbered, street }, mixed };
}

/** The column to read number and street from together; -1 when they have columns of their own. */
function addressColumn({ address, street, number, numberParts }: ColumnMapping, rows: Rows): number {
  const [only = -1] = street;
  const hasNumber = number.length > 0 || numberParts !== undefined;
  if (only < 0) {
    // Beside a number, a column named as an address may hold the street alone.
    const isStreet = hasNumber && rows.length > 0 && shareOf(rows, address, isWholeAddress) < MOSTLY;
    return isStreet ? -1 : address;
  }
  if (street.length > 1) return -1;
  if (!hasNumber && address >= 0 && shareOf(rows, address, isWholeAddress) > MOSTLY) return address;
  const numberOf = textReader({ number, numberParts, street, isNumberInAddress: false });
  const isRepeated = (text: string, row: readonly string[]) => {
    const own = normalizeText(numberOf(row).number);
    return !isZero(own) && (own === '' ? isWholeAddress(text) : splitAddress(text).number === own);
  };
  return shareOf(rows, only, isRepeated) > MOSTLY ? only : -1;
}

function withNumberParts(mapping: ColumnMapping, { format, find, rows }: PartsOptions): ColumnMapping {
  const { number, numberParts, header } = mapping;
  const [main = -1] = number;
  if (numberParts || main < 0) return mapping;
  const used = usedColumns(mapping);
  const firstOf = (names: readonly string[] = []) =>
    names.map(find).find((index) => index >= 0 && !used.has(index)) ?? -1;
  const bySuffix = header.findIndex(
    (name, column) =>
      !used.has(column) && /suf|sfx|frac|half/i.test(name) && shareOf(rows, column, isNumberSuffix) > MOSTLY,
  );
  const prefix = firstOf(format.numberPrefix);
  const suffix = Math.max(firstOf(format.numberSuffix), bySuffix);
  if (prefix < 0 && suffix < 0) return mapping;
  const isInNumber = (column: number) =>
    shareOf(rows, column, (text, row) => normalizeText(row[main] ?? '').includes(normalizeText(text))) >
    MOSTLY;
  const part = (column: number) => (column >= 0 && !isInNumber(column) ? column : -1);
  return { ...mapping, number: [], numberParts: [part(prefix), main, part(suffix)] };
}

const isNumberSuffix = (text: string) => /^(?:[A-DF-MO-RT-VX-Z]|\d+\/\d+)$/.test(normalizeText(text));

/** An address in one column may end with the ZIP code that no other column has. */
export function withLastLine(mapping: ColumnMapping, rows: Rows): ColumnMapping {
  const { address, zip } = mapping;
  if (zip >= 0 || address < 0) return mapping;
  const isEnded = shareOf(rows, address, (text) => lastLine(text) !== undefined) > MOSTLY;
  return isEnded ? { ...mapping, zip: address } : mapping;
}

/** The columns that seem to hold more of the address, and those that the street repeats. */
export function unreadColumns(
  mapping: ColumnMapping,
  { rows, mixed }: { rows: Rows; mixed: readonly number[] },
): string[] {
  const { header, city, state, zip, address } = mapping;
  const textOf = addressReader(mapping);
  const file = { header, rows };
  const doubtful = unreadParts(file, usedColumns(mapping), (row) => textOf(row).street);
  const isBehind = (text: string, row: readonly string[]) => {
    const place = normalizeText(text);
    return !isStreetWord(place) && textOf(row).street.endsWith(` ${place}`);
  };
  // CT is a court, too. A street that ends with the town or the ZIP code of its row has more than the street.
  const places = [...city, state, zip].filter((column) => column >= 0 && column !== address);
  const within = places.filter((column) => shareOf(rows, column, isBehind) > NEARLY_NONE);
  return [...new Set([...mixed, ...doubtful, ...within])].map((column) => header[column] ?? '');
}

export function usedColumns({ number, numberParts, street, ...mapping }: ColumnMapping): ReadonlySet<number> {
  const { address, city, county, unit, state, zip } = mapping;
  return new Set([
    ...number,
    ...(numberParts ?? []),
    ...street,
    address,
    ...city,
    ...county,
    ...unit,
    state,
    zip,
  ]);
}
