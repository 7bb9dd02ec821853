import { expect, test } from 'vitest';
import { createCharge, readCharge, replaceCharge } from './request-units.ts';

// Source: learn.microsoft.com/azure/cosmos-db/understand-request-unit-consumption
test.each([
  [0.3, 1, 4.95],
  [1, 1, 4.95],
  [4, 1.14, 6.67],
  [64, 4.76, 22.67],
  [96, 7.35, 35.43],
  [2048, 291.8, 1250],
])('%d KB read and written', (kilobytes, read, write) => {
  expect(readCharge(kilobytes * 1024)).toBeCloseTo(read, 1);
  expect(createCharge(kilobytes * 1024)).toBeCloseTo(write, 1);
  expect(replaceCharge(kilobytes * 1024)).toBeCloseTo(2 * write, 1);
});
