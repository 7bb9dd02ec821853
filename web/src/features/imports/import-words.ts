import type { ImportStatus, RejectReason } from '@handoff/shared/domain/address/state-file-import';

interface StatusWords {
  label: string;
  /** The colour of its mark; the label says the same in words. */
  color: 'gray' | 'blue' | 'teal' | 'green' | 'yellow' | 'orange' | 'red';
  sentence: string;
}

export const statusWords: Record<ImportStatus, StatusWords> = {
  uploading: { label: 'Uploading', color: 'blue', sentence: 'The file is on its way to the storage.' },
  uploaded: {
    label: 'Uploaded',
    color: 'blue',
    sentence: 'The file has arrived; reading it begins shortly.',
  },
  waiting: {
    label: 'Waiting',
    color: 'yellow',
    sentence: 'It begins by itself as soon as no other import of this state is running.',
  },
  scanning: {
    label: 'Scanning',
    color: 'blue',
    sentence: 'The file is read row by row. Staff keep using the version that is live.',
  },
  writing: {
    label: 'Writing',
    color: 'blue',
    sentence: 'The ZIP codes are stored. Nobody sees any of it before all of it is there.',
  },
  needsConfirmation: {
    label: 'Needs confirmation',
    color: 'orange',
    sentence: 'Everything is read, but nothing is live yet: look at the numbers, then publish or cancel.',
  },
  live: { label: 'Live', color: 'green', sentence: 'Staff are offered the addresses of this file.' },
  superseded: {
    label: 'Replaced',
    color: 'gray',
    sentence: 'This version was live until a later one took its place.',
  },
  unchanged: {
    label: 'Unchanged',
    color: 'teal',
    sentence: 'The file holds what is live already; nothing was written.',
  },
  failed: {
    label: 'Failed',
    color: 'red',
    sentence: 'Nothing of this file went live; the version that was live still is.',
  },
  cancelled: {
    label: 'Cancelled',
    color: 'gray',
    sentence: 'Somebody stopped it; the version that was live still is.',
  },
};

const reasonWords: Record<RejectReason, string> = {
  columns: 'Fewer or more columns than the header',
  'no-zip': 'No ZIP code',
  'bad-zip': 'Not a ZIP code of 5 digits',
  'zip-outside-state': 'ZIP code of another state',
  'no-number': 'No house number',
  'no-street': 'No street',
  parse: 'Not readable as CSV',
};

const wordsByReason = new Map<string, string>(Object.entries(reasonWords));
export const wordsOfReason = (reason: string): string => wordsByReason.get(reason) ?? reason;

const columnWords = new Map([
  ['number', 'House number'],
  ['street', 'Street'],
  ['address', 'Number and street'],
  ['city', 'City'],
  ['county', 'County'],
  ['state', 'State'],
  ['zip', 'ZIP code'],
]);
export const wordsOfColumn = (column: string): string => columnWords.get(column) ?? column;
