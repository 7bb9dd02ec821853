import { expect, test } from 'vitest';
import { isNpi } from './npi.ts';

test('an NPI has ten digits, starts with 1 or 2 and ends with its check digit', () => {
  const right = ['1234567893', '1999999984', '1427038314', '1235283151'];
  expect(right.filter((text) => !isNpi(text))).toEqual([]);
  // 3234567899 has a right check digit.
  const wrong = ['1234567890', '123456789', '12345678931', '', '123456789a', '3234567899', ' 1234567893'];
  expect(wrong.filter(isNpi)).toEqual([]);
});
