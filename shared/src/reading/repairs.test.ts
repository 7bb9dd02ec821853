import { expect, test } from 'vitest';
import { repaired } from './repairs.ts';

test.each([
  ['phone', '(2O3) 555-Ol25', '(203) 555-0125'],
  ['zip', 'O65I1', '06511'],
  ['birth date', 'O3/06/I949', '03/06/1949'],
  ['npi', 'l4270383I4', '1427038314'],
  ['medicare number', 'lEGA-TE5-MK7S', '1EG4TE5MK75'],
  ['primary diagnosis', '169.351, 748.00', 'I69.351, Z48.00'],
  ['primary diagnosis', '2.150:9', ' I50.9'],
  ['other diagnoses', 'M17.11, L89 152', 'M17.11, L89.152'],
] as const)('%s: %j is %j', (means, text, value) => {
  expect(repaired(text, means)).toBe(value);
});

test.each([
  ['npi', '14270383I5'],
  ['medicare number', 'TEG4-TE5-MK73'],
  ['medicare number', '1EG4-TE5-MK73'],
  ['medicare number', 'See attached'],
  ['phone', 'Olive Orderdemo'],
  ['name', 'O65I1'],
  ['primary diagnosis', '11/08/2026'],
] as const)('%s: %j stays', (means, text) => {
  expect(repaired(text, means)).toBe(text);
});
