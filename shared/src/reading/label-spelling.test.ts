import { expect, test } from 'vitest';
import { corrected } from './label-spelling.ts';

test.each([
  ['reaident', 'resident'],
  ['hirth', 'birth'],
  ['addrrss', 'address'],
  ['homf', 'home'],
  ['languaqe', 'language'],
  ['bex', 'sex'],
  ['numher', 'number'],
  ['practitiorer', 'practitioner'],
  ['dirgnosis', 'diagnosis'],
])('"%s" on a coarse scan is "%s"', (read, meant) => {
  expect(corrected(read)).toBe(meant);
});

test.each(['orchard', 'maple', 'oduya', 'mendez', 'a1c', '2026'])('"%s" is no word of a label', (word) => {
  expect(corrected(word)).toBe(word);
});
