import { isBlank, joinNumberParts, normalizeText, partText, splitAddress } from './address-text.ts';
import { readStreet } from './street-text.ts';

/** The columns of a file by field; -1 when the file lacks one. */
export interface ColumnMapping {
  format: string;
  header: readonly string[];
  number: readonly number[];
  numberParts: readonly [number, number, number] | undefined;
  /** The column of the number has entire addresses, which begin with it. */
  isNumberInAddress: boolean;
  street: readonly number[];
  address: number;
  city: readonly number[];
  county: readonly number[];
  unit: readonly number[];
  state: number;
  zip: number;
}

/** The first column of a name, or -1. */
export type FindColumn = (name: string) => number;

interface ReadAddress {
  number: string;
  street: string;
  isUnit: boolean;
  /** The street as the file writes it, unless more stood beside it. */
  shown: string;
  /** The bytes of the street in the file, by which the table knows it again. */
  spelling: string;
}

export function addressReader(mapping: ColumnMapping): (fields: readonly string[]) => ReadAddress {
  const columnsOf = textReader(mapping);
  const { address } = mapping;
  return (fields) => {
    const text = fields[address] ?? '';
    const { number, street } = address < 0 ? columnsOf(fields) : splitAddress(text);
    const { name, isUnit } = readStreet(street);
    const shown = normalizeText(street) === name ? street : name;
    return { number, street: name, isUnit, shown, spelling: address < 0 ? street : spelledStreet(text) };
  };
}

const spelledStreet = (address: string) => address.replace(/^\d+[a-z]? +/i, '');

/** The same before a unit or a town is taken from the street. */
export function textReader({
  number,
  numberParts,
  isNumberInAddress,
  street,
}: Pick<ColumnMapping, 'number' | 'numberParts' | 'isNumberInAddress' | 'street'>) {
  const numberOf = firstFilled(number);
  const [first = -1] = street;
  const streetText =
    street.length === 1
      ? (fields: readonly string[]) => fields[first] ?? ''
      : (fields: readonly string[]) =>
          partsOf(fields, street)
            .filter((part) => part !== '')
            .join(' ');
  const numberText = (fields: readonly string[]) => {
    const whole = numberOf(fields);
    if (isNumberInAddress) return splitAddress(whole).number;
    if (!numberParts || !isBlank(whole)) return whole;
    const [prefix = '', middle = '', suffix = ''] = partsOf(fields, numberParts);
    return joinNumberParts(prefix, middle, suffix);
  };
  return (fields: readonly string[]) => ({ number: numberText(fields), street: streetText(fields) });
}

function partsOf(fields: readonly string[], columns: readonly number[]): string[] {
  return columns.map((index) => partText(fields[index] ?? ''));
}

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
