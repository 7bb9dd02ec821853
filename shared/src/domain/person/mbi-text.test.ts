import { expect, test } from 'vitest';
import { mbiTrouble, pastedMbi } from './mbi-text.ts';

test.each([
  ['1eg4te5mk73', '1EG4-TE5-MK73'],
  ['  1EG4 TE5 MK73\n', '1EG4-TE5-MK73'],
  ['Medicare number: 1EG4–TE5–MK73 (A and B)', '1EG4-TE5-MK73'],
  ['Member 4471 1EG4-TE5-MK73', '1EG4-TE5-MK73'],
  ['X1EG4TE5MK73', 'X1EG4TE5MK73'],
  [' 123-45-6789 ', '123-45-6789'],
])('%j is pasted as %s', (text, shown) => {
  expect(pastedMbi(text)).toBe(shown);
});

test.each([
  ['', 'Enter the Medicare number'],
  ['1EG4-TE5', 'An MBI has 11 characters; this has 7'],
  ['1EG4-TE5-MKO3', 'An MBI has no letter O. Is it a 0?'],
  ['0EG4-TE5-MK73', 'This is not an MBI. An MBI looks like 1EG4-TE5-MK73'],
  ['1eg4 te5 mk73', undefined],
])('%j is refused with: %s', (text, trouble) => {
  expect(mbiTrouble(text)).toBe(trouble);
});
