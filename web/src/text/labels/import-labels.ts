import type { ImportStatus, ListRejectReason, RowKind } from '@handoff/shared/domain/address/import-progress';

interface StatusWords {
  label: string;
  /** The color of its mark; the label says the same in words. */
  color: 'gray' | 'blue' | 'teal' | 'green' | 'yellow' | 'orange' | 'red';
  sentence: string;
}

export const statusWords: Record<ImportStatus, StatusWords> = {
  uploading: { label: 'Uploading', color: 'blue', sentence: 'The file is being uploaded.' },
  uploaded: {
    label: 'Uploaded',
    color: 'blue',
    sentence: 'The file is uploaded. Processing starts shortly.',
  },
  waiting: {
    label: 'Waiting',
    color: 'yellow',
    sentence: 'It starts by itself within a minute, once no other import of this state is running.',
  },
  scanning: {
    label: 'Scanning',
    color: 'blue',
    sentence: 'The file is read row by row. Staff keep using the live version.',
  },
  writing: {
    label: 'Writing',
    color: 'blue',
    sentence: 'The ZIP codes are being saved. Nothing is visible to staff until all of it is saved.',
  },
  needsConfirmation: {
    label: 'Needs confirmation',
    color: 'orange',
    sentence: 'The file is read, but nothing is live yet. Review the numbers, then publish or cancel.',
  },
  live: { label: 'Live', color: 'green', sentence: 'Staff now see this version.' },
  superseded: {
    label: 'Replaced',
    color: 'gray',
    sentence: 'This version was live until a later one replaced it.',
  },
  removed: {
    label: 'Removed',
    color: 'gray',
    sentence: 'This version was live until its addresses were removed.',
  },
  unchanged: {
    label: 'Unchanged',
    color: 'teal',
    sentence: 'The file matches the live version. Nothing changed.',
  },
  failed: {
    label: 'Failed',
    color: 'red',
    sentence: 'Nothing from this file went live.',
  },
  cancelled: {
    label: 'Canceled',
    color: 'gray',
    sentence: 'Nothing from this file went live.',
  },
};

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

/** Empty for an import that is not queued. */
export function placeInLine(place: number | null): string {
  if (place === null) return '';
  return `${ordinals[place - 1] ?? `Number ${place}`} in line.`;
}

const rowWords: Record<RowKind | ListRejectReason, string> = {
  columns: 'Fewer or more columns than the header',
  'no-zip': 'No ZIP code',
  'bad-zip': 'Not a ZIP code of 5 digits',
  'zip-outside-state': 'ZIP code of another state',
  'several-zips': 'No ZIP code, and the town has several',
  'unknown-town': 'No ZIP code, and an unknown town',
  'no-number': 'No house number',
  'unassigned-number': 'House number 0, not assigned yet',
  'no-street': 'No street',
  'bad-npi': 'Not an NPI',
  'no-name': 'No last name',
  'bad-flag': 'Neither Y nor N',
  'bad-code': 'Not a code with its description',
  parse: 'Not readable as CSV',
  'other-state': 'Other states, skipped',
  'same-address': 'Same address again',
  unit: 'Same address, other unit',
  'zip-padded': 'ZIP code got its first zero back',
  'zip-from-town': 'ZIP code filled from the town',
  'zip-from-neighbor': 'ZIP code filled from the nearest known address',
  'listed-number': 'House numbers listed in one row, each an address',
};

const wordsByKind = new Map<string, string>(Object.entries(rowWords));
export const wordsOfRows = (kind: string): string => wordsByKind.get(kind) ?? kind;

const columnWords = new Map([
  ['number', 'House number'],
  ['street', 'Street'],
  ['address', 'Number and street'],
  ['city', 'City'],
  ['county', 'County'],
  ['unit', 'Unit'],
  ['state', 'State'],
  ['zip', 'ZIP code'],
  ['code', 'Code'],
  ['description', 'Description'],
]);
export const wordsOfColumn = (column: string): string => columnWords.get(column) ?? column;
