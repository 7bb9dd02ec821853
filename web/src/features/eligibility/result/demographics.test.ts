import { expect, test } from 'vitest';
import { demographicRows } from './demographics.tsx';

const medicare = {
  FirstName: 'ANA',
  MiddleName: '',
  LastName: 'ONEIL NUNEZ',
  DateOfBirth: '1948-03-12',
  Gender: 'F',
  Address: '',
  Mbi: '****-***-MK00',
  DateOfDeath: null,
};
const entered = {
  FirstName: 'Ana',
  LastName: 'O’Neil-Nuñez',
  DateOfBirth: '1948-03-12',
  Mbi: '****-***-MK00',
};

const different = (typed: Partial<typeof entered>) =>
  demographicRows({ ...entered, ...typed }, medicare)
    .filter(({ differs }) => differs)
    .map(({ Id, entered: before, medicare: now }) => `${Id}: ${before} / ${now}`);

test('accents, case and punctuation make no difference', () => {
  expect(different({})).toEqual([]);
});

test('a different name or date of birth is a difference', () => {
  expect(different({ FirstName: 'Anna', DateOfBirth: '1948-12-03' })).toEqual([
    'First name: Anna / ANA',
    'Date of birth: 12/03/1948 / 03/12/1948',
  ]);
});

test('a field that Medicare leaves out is not a difference', () => {
  expect(demographicRows(entered, { ...medicare, DateOfBirth: null })[2]).toEqual({
    Id: 'Date of birth',
    entered: '03/12/1948',
    medicare: 'not given',
    differs: false,
  });
});
