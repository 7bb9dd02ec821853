import { expect, test } from 'vitest';
import { claimLetters, claimName, orderingAnswer } from './ordering-practitioner.ts';

test.each([
  ['Doe, Jane A., MD', 'DOE J'],
  ['Jane A. Doe MD', 'DOE J'],
  ['Dr. Jane Doe, NP', 'DOE J'],
  ['JONES, BOB', 'JONE B'],
  ['Ana de la Cruz', 'DELA A'],
  ["Siobhan O'Brien, DO", 'OBRI S'],
  ['José Núñez', 'NUNE J'],
  ['Li, Wu', 'LI W'],
  ['Okafor', 'OKAF '],
])('the letters that a claim compares of %s are %s', (name, letters) => {
  expect(claimLetters(claimName(name))).toBe(letters);
});

const listed = {
  Npi: '1427038314',
  LastName: 'PRESCRIBER',
  FirstName: 'DANA',
  MayOrderHomeHealth: true,
  MayCertifyHospice: false,
};

test.each([
  ['Dana Prescriber, MD', 'Home care', true, 'PRESCRIBER, DANA: may order home health.'],
  ['', 'Home care', true, 'PRESCRIBER, DANA: may order home health.'],
  [
    'Porter, Dora',
    'Home care',
    false,
    'CMS has this NPI as PRESCRIBER, DANA. A claim with another name is denied.',
  ],
  ['Prescott, D.', 'Home care', true, 'PRESCRIBER, DANA: may order home health.'],
  ['Dana Prescriber', 'Hospice', false, 'PRESCRIBER, DANA: may not certify hospice.'],
  ['', 'Both', true, 'PRESCRIBER, DANA: may order home health, may not certify hospice.'],
] as const)('a claim that names %j for %s passes: %s', (name, care, isGood, sentence) => {
  expect(orderingAnswer(listed, { name, care })).toEqual({ isGood, sentence });
});

test('an NPI that the file does not have is denied', () => {
  expect(orderingAnswer(undefined, { name: 'Dana Prescriber', care: 'Home care' }).isGood).toBe(false);
});

test('a practitioner whom CMS lists with one name is compared by it', () => {
  const single = {
    Npi: '1003000126',
    LastName: 'SUKARNO',
    FirstName: '',
    MayOrderHomeHealth: true,
    MayCertifyHospice: true,
  };
  const answer = (name: string) => orderingAnswer(single, { name, care: 'Home care' });
  expect(answer('Ana Sukarno')).toEqual({ isGood: true, sentence: 'SUKARNO: may order home health.' });
  expect(answer('Ana Suharto')).toMatchObject({ isGood: false });
});
