import { expect, test } from 'vitest';
import { mapColumns } from './column-mapping.ts';
import { firstRows } from '../../../imports/read/csv-rows.ts';
import { samplesOf } from './samples.ts';

function samples(lines: readonly string[], delimiter = ',') {
  const [header = ''] = lines;
  const mapping = mapColumns(header.split(delimiter));
  const rows = firstRows(lines.join('\n'), { delimiter, width: mapping.header.length, most: 200 });
  return samplesOf(rows, { mapping, guesses: [] });
}

test('each field shows its first three different values, trimmed', () => {
  const found = samples([
    'number,street,city,county,state,zip',
    '1,A ST,,,CT, 06001 ',
    '1, A ST ,Avon,,CT,06001',
    '2,B ST,Canton,,CT,06002',
    '3,C ST,Canton,,CT,06003',
    '4,D ST,Canton,,CT,06004',
  ]);
  expect(found.samples).toEqual({
    number: ['1', '2', '3'],
    street: ['A ST', 'B ST', 'C ST'],
    city: ['Avon', 'Canton'],
    state: ['CT'],
    zip: ['06001', '06002', '06003'],
  });
  expect(found.fileColumns).toContainEqual({ name: 'county', sample: '', guess: null });
  expect(found.fileColumns).toContainEqual({ name: 'city', sample: 'Avon', guess: null });
});

test('an address in one column is shown both split and unchanged', () => {
  const found = samples(['address,city,zip', '12 MAIN ST,Avon,06001']);
  expect(found.samples).toMatchObject({ address: ['12 MAIN ST'], number: ['12'], street: ['MAIN ST'] });
});

test('a damaged, short or long row shows the fields it has', () => {
  const found = samples(
    ['number;street;zip', '1;5" PIPE RD;06001;more', '2;B', '"3"x;C ST;06003', '4;D ST;06004'],
    ';',
  );
  expect(found.samples['street']).toEqual(['5" PIPE RD', 'B', 'C ST']);
  expect(found.samples['zip']).toEqual(['06001', '06003', '06004']);
});

test('samples read fifty rows, a hundred columns, and the beginnings of long names and values', () => {
  const rows = Array.from({ length: 51 }, (_, n) => (n < 50 ? ',,' : 'late,,'));
  expect(samples(['number,street,zip', ...rows]).samples).toEqual({});
  expect(samples(['number,street,zip', ...rows.slice(1)]).samples).toEqual({ number: ['late'] });
  const names = Array.from({ length: 120 }, (_, n) => `${n}`.repeat(150));
  const header = ['number', 'street', 'zip', ...names].join(',');
  const wide = samples([header, header]);
  expect(wide.fileColumns).toHaveLength(100);
  expect(wide.fileColumns[13]).toEqual({ name: '10'.repeat(100), sample: '10'.repeat(30), guess: null });
});
