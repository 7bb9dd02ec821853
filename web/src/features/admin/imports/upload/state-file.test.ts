import { expect, test } from 'vitest';
import { lookInto } from './state-file.ts';

const file = (text: string, name = 'ct.csv') => new File([text], name, { lastModified: 1 });

test('a file begins with its first 64 KB, unless it is compressed', async () => {
  const rows = '1,MAIN ST\n'.repeat(10_000);
  expect(await lookInto(file(rows))).toEqual({ text: rows.slice(0, 65_536), refusal: undefined });
  expect(await lookInto(file('\u{1F}', 'ct.csv.gz'))).toEqual({ text: '', refusal: undefined });
});

test.each([
  ['', 'ct.csv', /empty/],
  ['PK\u{3}\u{4}', 'ct.csv', /Excel/],
  ['\0', 'ct.gdb.zip', /Esri geodatabase.*ogr2ogr/],
  ['\0', 'ct.dbf', /Shapefile/],
  ['\0', 'ct.gpkg', /GeoPackage/],
  ['NUMBER,STREET', 'ct.pdf', /\.csv/],
])('%j as %s is refused with what to do instead', async (text, name, reason) => {
  expect((await lookInto(file(text, name))).refusal).toMatch(reason);
});
