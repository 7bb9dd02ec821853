import { type Facts, written } from './drawn-patients.ts';
import type { Sheet } from './sheet.ts';

/** Fills one page or several with the facts, and says what a reader should find. */
export type Layout = (facts: Facts, sheet: Sheet) => void;

export const bold = { isBold: true };
export const small = { size: 7 };

export const identity = (f: Facts) => ({
  'Patient.LastName': f.last,
  'Patient.FirstName': f.first,
  'Patient.DateOfBirth': written.us(f.born),
});
export const home = (f: Facts) => ({
  'Address.StreetAddress': f.street,
  'Address.Unit': f.unit,
  'Address.City': f.city,
  'Address.ZipCode': f.zip,
  'Address.State': f.state === 'CT' ? '' : f.state,
});
export const withUnit = (f: Facts) => (f.unit === '' ? f.street : `${f.street}, Apt ${f.unit}`);
export const codesOf = (f: Facts) => ({
  'Clinical.PrimaryDiagnosis': f.primary,
  'Clinical.OtherDiagnoses': f.others.join(', '),
});

export const upper = (text: string) => text.toUpperCase();
export const mark = (isMarked: boolean) => (isMarked ? '[X]' : '[ ]');
