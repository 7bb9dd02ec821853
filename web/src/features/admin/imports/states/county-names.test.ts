import { expect, test } from 'vitest';
import { readCountyNames, writeCountyNames } from './county-names.ts';

test('county names are parsed line by line, and written back in the same form', () => {
  const names = [
    { From: 'HARTFORD CNTY', To: 'HARTFORD' },
    { From: 'N/A', To: '' },
  ];
  expect(readCountyNames(' HARTFORD CNTY=HARTFORD \n\nN/A =\n')).toEqual({ names });
  expect(readCountyNames(writeCountyNames(names))).toEqual({ names });
  expect(readCountyNames('')).toEqual({ names: [] });
});

test('a line without a pair is reported', () => {
  expect(readCountyNames('A = B\nHARTFORD').problem).toMatch(/^Line 2/);
  expect(readCountyNames('= B').problem).toMatch(/^Line 1/);
});
