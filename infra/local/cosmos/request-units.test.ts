import { expect, test } from 'vitest';
import { indexTerms } from './storage/index-terms.ts';
import { indexingPolicy } from './storage/indexing-policy.ts';
import { createCharge, readCharge, replaceCharge } from './storage/request-units.ts';

// Source: learn.microsoft.com/azure/cosmos-db/understand-request-unit-consumption
test.each([
  [0.3, 1, 4.95],
  [1, 1, 4.95],
  [4, 1.14, 6.67],
  [64, 4.76, 22.67],
  [96, 7.35, 35.43],
  [2048, 291.8, 1250],
])('reading and writing %d KB has the documented charge', (kilobytes, read, write) => {
  expect(readCharge(kilobytes * 1024)).toBeCloseTo(read, 1);
  expect(createCharge(kilobytes * 1024, 0)).toBeCloseTo(write, 1);
  expect(replaceCharge(kilobytes * 1024, 0)).toBeCloseTo(2 * write, 1);
});

// Source: the same page, "Write operations": 5.0 + 0.2 × 10, and 5.0 + 5.0 + 0.2 × 2 + 0.2 × 2.
test('each indexed term costs, except those that a replacement leaves unchanged', () => {
  expect(createCharge(1024, 10)).toBeCloseTo(6.95, 2);
  expect(replaceCharge(1024, 4)).toBeCloseTo(10.7, 2);
});

test('the terms of an item are its indexed scalars, the different elements of its arrays, and its composites', () => {
  const policy = indexingPolicy.parse({
    includedPaths: [{ path: '/*' }],
    excludedPaths: [{ path: '/body/*' }, { path: '/note/?' }],
    compositeIndexes: [
      [{ path: '/type' }, { path: '/at' }],
      [{ path: '/type' }, { path: '/name' }],
    ],
  });
  const item = {
    id: '1',
    type: 'a',
    at: 1,
    tags: ['x', 'y', 'x'],
    deep: { tags: ['x'] },
    body: { much: 'x' },
    note: 'x',
    _ts: 1,
    _etag: 'x',
  };
  // id, type, at, x, y, deep x, and the first composite
  expect(indexTerms(item, policy).size).toBe(7);
  expect(indexTerms(item, indexingPolicy.parse({ indexingMode: 'none' })).size).toBe(0);
});
