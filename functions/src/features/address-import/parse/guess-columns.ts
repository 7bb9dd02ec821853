import type { FileField, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { streetParts, wordsOf } from '@handoff/shared/domain/address/street-words';
import { addressStates, stateCode } from '@handoff/shared/domain/address/us-state';
import { isCounty } from '../places/county-fips.ts';
import { isTown } from '../places/town-zips.ts';
import { lastLine, normalizeText, splitAddress } from './address-text.ts';

export type ColumnGuess = NonNullable<NonNullable<StateFileImport['Format']>['fileColumns'][number]['guess']>;

/** A guess below this is no better than none. */
const MIN_PERCENT = 50;
/** Fewer values than this may all be different, and rise, by chance. */
const FEW_VALUES = 10;
/** A repeated or misplaced row does not make keys to something else. */
const ODD_SHARE = 0.05;
/** Some streets have no type, such as Broadway, but most of any town have. */
const TYPED_SHARE = 0.6;

/** Guesses the field of each column by its values. Columns about owners and mail have addresses of other places. */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (ColumnGuess | undefined)[] {
  return header.map((name, index) => {
    if (/owner|own_|mail|billing|taxpayer/i.test(name)) return undefined;
    return guess(rows.map((row) => normalizeText(row[index] ?? '')).filter((value) => value !== ''));
  });
}

function guess(values: readonly string[]): ColumnGuess | undefined {
  const guesses = looks
    .filter(({ isOdd }) => isOdd?.(values) !== true)
    .map(({ field, has }) => ({ field, percent: percentOf(values.filter(has).length, values.length) }))
    .filter(({ percent }) => percent >= MIN_PERCENT);
  return guesses.toSorted((a, b) => b.percent - a.percent)[0];
}

/** One value proves little, so a column is never certain. */
const percentOf = (found: number, all: number) => Math.floor((100 * found) / (all + 1));

interface Look {
  field: FileField;
  has: (value: string) => boolean;
  /** Whether the values together contradict it. */
  isOdd?: (values: readonly string[]) => boolean;
}

/** The first one counts when two fit alike. */
const looks: readonly Look[] = [
  { field: 'zip', has: isZip, isOdd: areIds },
  { field: 'state', has: (value) => stateCode(value) !== undefined },
  { field: 'city', has: isTown },
  { field: 'county', has: isCounty },
  {
    field: 'number',
    has: (value) => /^\d{1,5}(?:-\d{1,4})?[A-Z]?(?: \d\/\d)?$/.test(value),
    isOdd: (values) => areIds(values) || areYears(values),
  },
  {
    field: 'address',
    has: isAddress,
    isOdd: (values) => !areTyped(values.filter(isAddress).map((value) => splitAddress(value).street)),
  },
  { field: 'street', has: isStreet, isOdd: (values) => !areTyped(values.filter(isStreet)) },
];

function isZip(value: string): boolean {
  const digits = /^\d{5}(?:-?\d{4})?$/.test(value) ? normalizeFileZip(value) : lastLineOnly(value)?.zip;
  const state = digits === undefined ? undefined : stateOfZip(digits);
  return addressStates.some((each) => each === state);
}

function isAddress(value: string): boolean {
  const { number, street } = splitAddress(value);
  return number !== '' && isStreet(street);
}

function isStreet(value: string): boolean {
  return /[A-Z]{2}/.test(value) && !/^\d+ /.test(value) && lastLine(value) === undefined;
}

function areTyped(streets: readonly string[]): boolean {
  const typed = streets.filter((street) => streetParts(wordsOf(street)).type !== '');
  return typed.length > 0 && typed.length >= streets.length * TYPED_SHARE;
}

const lastLineOnly = (value: string) => (/^\d/.test(value) ? undefined : lastLine(value));

/** Row numbers and keys are all different, and rise from row to row. */
function areIds(values: readonly string[]): boolean {
  if (values.length < FEW_VALUES || new Set(values).size < values.length * (1 - ODD_SHARE)) return false;
  const falling = values.filter((value, at) => Number(value) <= Number(values[at - 1]));
  return falling.length <= values.length * ODD_SHARE;
}

function areYears(values: readonly string[]): boolean {
  return values.every((value) => /^(?:1[789]|20)\d\d$/.test(value));
}
