import { expect, test } from 'vitest';
import {
  importStatuses,
  noProgress,
  type ImportProgress,
} from '@handoff/shared/domain/address/import-progress';
import { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { lacksColumns, percentOf, stepsOf } from './import-steps.ts';

const nothing: ImportProgress = { ...noProgress, seq: 1, status: 'uploaded', bytesTotal: 1000 };

test('the percentage rises through all phases and is 100 only at the end', () => {
  const way: Partial<ImportProgress>[] = [
    { status: 'uploading' },
    { status: 'uploaded' },
    { status: 'scanning' },
    { status: 'scanning', bytesDone: 500 },
    { status: 'scanning', bytesDone: 1000 },
    { status: 'writing', zipsTotal: 3 },
    { status: 'writing', zipsTotal: 3, zipsDone: 2 },
    { status: 'live', zipsTotal: 3, zipsDone: 3 },
  ];
  const percents = way.map((change) => percentOf({ ...nothing, ...change }));
  expect(percents).toEqual([0, 0, 0, 40, 80, 80, 93, 100]);
});

const stopped = (change: Partial<ImportProgress>) =>
  stepsOf({ ...nothing, status: 'failed', ...change }).find(({ state }) => state === 'stopped')?.name;

test('a stopped import shows the step at which it stopped', () => {
  expect(stopped({})).toBe('Scanning');
  expect(stopped({ rows: 12 })).toBe('Scanning');
  expect(stopped({ rows: 12, zipsTotal: 3 })).toBe('Writing');
});

test('at most one step is in progress in every status', () => {
  for (const status of importStatuses) {
    const steps = stepsOf({ ...nothing, status });
    expect(steps.filter(({ state }) => ['current', 'asked', 'stopped'].includes(state)).length).toBeLessThan(
      2,
    );
  }
});

const read = (columns: Record<string, string>, FailedBy: 'file' | 'worker' = 'file') => {
  const about = { name: '', encoding: 'utf-8', delimiter: ',' };
  const fileColumns = [{ name: 'a', sample: '1' }];
  return lacksColumns({
    FailedBy,
    Format: StateFileImport.shape.Format.parse({ ...about, columns, fileColumns }),
  });
};

test.each([
  [read({ zip: 'a', number: 'b' }), true],
  [read({ number: 'a', street: 'b' }), true],
  [read({ zip: 'a', number: 'b', street: 'c' }), false],
  [read({ zip: 'a', address: 'b' }), false],
  [read({ zip: 'a' }, 'worker'), false],
  [lacksColumns({ FailedBy: 'file', Format: null }), false],
])('a file without a column that addresses need offers to choose it (%#)', (isOffered, expected) => {
  expect(isOffered).toBe(expected);
});
