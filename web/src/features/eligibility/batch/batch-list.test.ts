import { expect, test } from 'vitest';
import { listProblem, readList } from './batch-list.ts';

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

test("a list's first problem names its line", () => {
  expect(listProblem(readList(''))).toBe('The list is empty.');
  expect(listProblem(readList('Sample,Ana,03/12/1948,1EG4-TE5-MK73'))).toBeUndefined();
  expect(
    listProblem(readList('Sample,Ana,03/12/1948,1EG4-TE5-MK73\nSample,Bo,02/31/1948,1EG4-TE5-MK73')),
  ).toBe('Line 2: The birth date is missing or not valid.');
  const many = Array.from({ length: 501 }, () => 'Sample,Ana,03/12/1948,1EG4-TE5-MK73').join('\n');
  expect(listProblem(readList(many))).toBe('At most 500 people at once: this list has 501.');
});
