import { expect, test } from 'vitest';
import { readZipList } from '@handoff/shared/domain/address/zip-list';
import {
  coverageOf,
  hasCounty,
  placesText,
  type Places,
  withCounty,
  withoutCounty,
  withoutState,
  withState,
  withZip,
  withZipList,
} from './covered-places.ts';

const nowhere: Places = { States: [], Counties: [], ZipCodes: [], ZipRanges: [] };

test('a state is served completely until counties or ZIP codes narrow it', () => {
  const whole = withState(nowhere, 'CT');
  expect(coverageOf(whole, 'CT')).toBe('whole');
  expect(coverageOf(whole, 'MA')).toBe('none');
  const part = withCounty(whole, 'CT', 'Hartford');
  expect(coverageOf(part, 'CT')).toBe('part');
  expect(hasCounty(part, 'CT', 'HARTFORD')).toBe(true);
  expect(hasCounty(part, 'MA', 'Hartford')).toBe(false);
  expect(coverageOf(withoutCounty(part, 'CT', 'HARTFORD'), 'CT')).toBe('whole');
});

test('adding a ZIP code adds its state, and removing it removes the state', () => {
  const places = withZip(withZip(nowhere, 'CT', '06106'), 'CT', '06103');
  expect(places).toEqual({ ...nowhere, States: ['CT'], ZipCodes: ['06103', '06106'] });
  expect(withoutState(withZip(places, 'MA', '01001'), 'CT')).toEqual({
    ...nowhere,
    States: ['MA'],
    ZipCodes: ['01001'],
  });
});

test('a pasted list adds the states of its ZIP codes, and no duplicates', () => {
  const list = readZipList('06103, 06110-06112\n01001');
  const once = withZipList(nowhere, list);
  expect(once).toMatchObject({ States: ['CT', 'MA'], ZipCodes: ['01001', '06103'] });
  expect(withZipList(once, list)).toEqual(once);
  expect(placesText(once)).toBe('CT: 1 ZIP code, 1 ZIP range; MA: 1 ZIP code');
  expect(placesText(withState(nowhere, 'VT'))).toBe('all of VT');
});
