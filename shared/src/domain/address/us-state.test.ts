import { expect, test } from 'vitest';
import { addressStates, placeName, stateCode, stateInName, stateNames, stateOptions } from './us-state.ts';

test('fifty states and the District of Columbia, as codes and as options', () => {
  expect(Object.keys(stateNames)).toHaveLength(51);
  expect(new Set(Object.values(stateNames)).size).toBe(51);
  expect(stateOptions[0]).toEqual({ label: 'AL - Alabama', value: 'AL' });
  expect(stateOptions.map((option) => option.value)).toEqual(Object.keys(stateNames));
  expect(addressStates.every((code) => code in stateNames)).toBe(true);
});

test('every state is found by code and by name, in any case', () => {
  for (const [code, name] of Object.entries(stateNames))
    for (const text of [code, code.toLowerCase(), name, name.toUpperCase(), ` ${name.toLowerCase()} `])
      expect(stateCode(text)).toBe(code);
});

test.each(['', 'XX', 'Connecticutt', 'constructor', 'C T'])('%j is no state', (text) => {
  expect(stateCode(text)).toBeUndefined();
});

test.each([
  ['ct_statewide.csv', 'CT'],
  ['Rhode-Island 2026.csv', 'RI'],
  ['US/ME/addresses.csv.gz', 'ME'],
  ['somewhere.csv', undefined],
])('%s is a file of %s', (name, state) => {
  expect(stateInName(name)).toBe(state);
});

test.each([
  ['NEW HAVEN', 'New Haven'],
  ['Hampden', 'Hampden'],
  ["HART'S LOCATION", "Hart's Location"],
  ["O'FALLON", "O'Fallon"],
  ["L'ANSE", "L'Anse"],
  ['MCALLEN', 'McAllen'],
  ['1ST ST NORTH-EAST', '1st St North-East'],
  ['', ''],
])('the place %s reads %s', (name, text) => {
  expect(placeName(name)).toBe(text);
});
