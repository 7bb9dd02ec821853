import { expect, test } from 'vitest';
import { listProblem, readList, sortList } from './batch-list.ts';

const ana = { LastName: 'Sample', FirstName: 'Ana', DateOfBirth: '1948-03-12', Mbi: '1EG4-TE5-MK73' };

test.each([
  ['Sample,Ana,03/12/1948,1EG4-TE5-MK73'],
  ['1EG4TE5MK73\tSample\tAna\t1948-03-12'],
  ['Medicare number;Last name;First name;Birth date\n1eg4te5mk73;Sample;Ana;3/12/1948\n\n'],
  ['"Sample","Ana","03/12/1948","1EG4-TE5-MK73"'],
])('%j is read as a list of one person', (text) => {
  expect(readList(text).map(({ entry, problem }) => ({ ...entry, problem }))).toEqual([
    { ...ana, problem: undefined },
  ]);
});

test('a quoted comma does not separate', () => {
  expect(readList('"De la Cruz, Jr.",Ana,03/12/1948,1EG4-TE5-MK73')[0]?.entry.LastName).toBe(
    'De la Cruz, Jr.',
  );
});

test('bad lines and repeats are skipped, each with its reason, and the others are counted', () => {
  const good = 'Sample,Ana,03/12/1948,1EG4-TE5-MK73';
  const { good: people, skipped } = sortList(
    readList(
      [good, 'Sample,Bo,02/31/1948,1EG4-TE5-MK73', '', good.toUpperCase(), 'Sample,Cy,1948-03-12,1'].join(
        '\n',
      ),
    ),
  );
  expect(people.map(({ line }) => line)).toEqual([1]);
  expect(skipped).toEqual([
    { line: 2, problem: 'The birth date is missing or not valid' },
    { line: 4, problem: 'The same person as in line 1' },
    { line: 5, problem: 'The Medicare number is missing or not valid' },
  ]);
});

test('an empty list and one of too many people cannot be checked', () => {
  const row = readList('Sample,Ana,03/12/1948,1EG4-TE5-MK73');
  expect(listProblem([])).toBe('There is no one to check in the list.');
  expect(listProblem(row)).toBeUndefined();
  expect(listProblem(Array.from({ length: 501 }, () => row).flat())).toBe(
    'At most 500 people at once: this list has 501.',
  );
});
