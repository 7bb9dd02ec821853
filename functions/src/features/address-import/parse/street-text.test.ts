import { expect, test } from 'vitest';
import { readStreet } from './street-text.ts';

test.each([
  ['Main St Apt 3', 'MAIN ST'],
  ['MAIN ST APT. 3B', 'MAIN ST'],
  ['MAIN ST APTB', 'MAIN ST'],
  ['MAIN ST #3', 'MAIN ST'],
  ['MAIN ST BLDG 2 UNIT 4', 'MAIN ST'],
  ['MAIN ST 2ND FL', 'MAIN ST'],
  ['MAIN ST REAR', 'MAIN ST'],
  ['UNIT ST APT 2', 'UNIT ST'],
  ['W UNIT ST # 1001A', 'W UNIT ST'],
  ['Main St, Apt 3, Avon, CT 06001', 'MAIN ST'],
  ['MAIN ST APT 3 AVON CT 06001-1234', 'MAIN ST'],
])('%j names a unit of %j', (text, name) => {
  expect(readStreet(text)).toEqual({ name, isUnit: true });
});

test.each([
  ['Main St', 'MAIN ST'],
  ['UNIT ST', 'UNIT ST'],
  ['OLD LOT RD', 'OLD LOT RD'],
  ['LOT ST', 'LOT ST'],
  ['FLOOR MILL RD', 'FLOOR MILL RD'],
  ['STEWART ST', 'STEWART ST'],
  ['Broadway, East', 'BROADWAY, EAST'],
  ['Main, St', 'MAIN, ST'],
  ['MAIN ST, AVON', 'MAIN ST'],
  ['Main St, Avon, CT 06001', 'MAIN ST'],
  ['Main St, Avon, Connecticut 06001, USA', 'MAIN ST'],
  ['N MAIN ST WEST HARTFORD CT 06107', 'N MAIN ST'],
  ['ROUTE 7', 'ROUTE 7'],
])('%j is %j without a unit', (text, name) => {
  expect(readStreet(text)).toEqual({ name, isUnit: false });
});

test.each(['MAIN ST NOWHERE CT 06001', 'E LOT #3'])('%j does not tell its street', (text) => {
  expect(readStreet(text).name).toBe('');
});
