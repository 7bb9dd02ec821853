import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { type ColumnMapping, addressReader, firstFilled } from './row-fields.ts';
import type { ColumnGuess } from './guess-columns.ts';

const ROWS = 50;
const SAMPLES = 3;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 60;

/** Returns the first values of each field as the import reads them, and of each column unchanged. */
export function samplesOf(
  firstRows: readonly string[][],
  { mapping, guesses }: { mapping: ColumnMapping; guesses: readonly (ColumnGuess | undefined)[] },
): Pick<NonNullable<StateFileImport['Format']>, 'samples' | 'fileColumns'> {
  const rows = firstRows.slice(0, ROWS);
  const textOf = addressReader(mapping);
  const address = (row: readonly string[]) => row[mapping.address] ?? '';
  const readers: Record<string, (row: readonly string[]) => string> = {
    number: (row) => textOf(row).number,
    street: (row) => textOf(row).shown,
    address,
    city: firstFilled(mapping.city),
    county: firstFilled(mapping.county),
    state: (row) => row[mapping.state] ?? '',
    zip: (row) => row[mapping.zip] ?? '',
  };
  const samples = Object.entries(readers)
    .map(([field, read]) => [field, distinct(rows.map(read)).slice(0, SAMPLES)] as const)
    .filter(([, values]) => values.length > 0);
  return {
    samples: Object.fromEntries(samples),
    fileColumns: mapping.header.slice(0, MAX_COLUMNS).map((name, index) => ({
      name: name.slice(0, 200),
      sample: distinct(rows.map((row) => row[index] ?? ''))[0] ?? '',
      guess: guesses[index] ?? null,
    })),
  };
}

function distinct(values: readonly string[]): string[] {
  return [
    ...new Set(values.map((value) => value.trim().slice(0, MAX_CHARACTERS)).filter((value) => value !== '')),
  ];
}
