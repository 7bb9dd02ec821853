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

test('a state is served as a whole until something narrows it', () => {
  const whole = withState(nowhere, 'CT');
  expect(coverageOf(whole, 'CT')).toBe('whole');
  expect(coverageOf(whole, 'MA')).toBe('none');
  const part = withCounty(whole, 'CT', 'Hartford');
  expect(coverageOf(part, 'CT')).toBe('part');
  expect(hasCounty(part, 'CT', 'HARTFORD')).toBe(true);
  expect(hasCounty(part, 'MA', 'Hartford')).toBe(false);
  expect(coverageOf(withoutCounty(part, 'CT', 'HARTFORD'), 'CT')).toBe('whole');
});

test('a ZIP code brings its state, and leaves with it', () => {
  const places = withZip(withZip(nowhere, 'CT', '06106'), 'CT', '06103');
  expect(places).toEqual({ ...nowhere, States: ['CT'], ZipCodes: ['06103', '06106'] });
  expect(withoutState(withZip(places, 'MA', '01001'), 'CT')).toEqual({
    ...nowhere,
    States: ['MA'],
    ZipCodes: ['01001'],
  });
});

test('a pasted list brings the states it lies in, and nothing twice', () => {
  const list = readZipList('06103, 06110-06112\n01001');
  const once = withZipList(nowhere, list);
  expect(once).toMatchObject({ States: ['CT', 'MA'], ZipCodes: ['01001', '06103'] });
  expect(withZipList(once, list)).toEqual(once);
  expect(placesText(once)).toBe('CT: 1 ZIP code, 1 ZIP range; MA: 1 ZIP code');
  expect(placesText(withState(nowhere, 'VT'))).toBe('all of VT');
});
