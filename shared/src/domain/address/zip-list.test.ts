import { expect, test } from 'vitest';
import { readZipList } from './zip-list.ts';

test('a pasted list may use any separators', () => {
  expect(readZipList('06103, 6105;06103\n06106-1234\r\n 6110 – 6112  01001-01009')).toEqual({
    ZipCodes: ['06103', '06105', '06106'],
    ZipRanges: [
      { From: '06110', To: '06112' },
      { From: '01001', To: '01009' },
    ],
    bad: [],
  });
  expect(readZipList('')).toEqual({ ZipCodes: [], ZipRanges: [], bad: [] });
});

test('invalid ZIP codes are reported with their line and the reason', () => {
  expect(readZipList('06103\nHartford 061\n00000; 06120-06105\n061033').bad).toEqual([
    { text: 'Hartford', line: 2, reason: 'This is not a ZIP code' },
    { text: '061', line: 2, reason: 'No state has the ZIP code 00061' },
    { text: '00000', line: 3, reason: 'No state has the ZIP code 00000' },
    { text: '06120-06105', line: 3, reason: 'The range ends before it begins' },
    { text: '061033', line: 4, reason: 'This is not a ZIP code' },
  ]);
});
