import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { geoJsonRows, isJson } from './geojson.ts';
import { readSourceText } from './source-text.ts';

const feature = (properties: object, more: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [-72.83, 41.8] },
  ...more,
});
const places = [
  { number: '1', street: 'OAK "OLD" ST', postcode: '06001' },
  { number: 2, street: 'Elm, upper\nSt {]', unit: null, postcode: '06001' },
  { number: '3', street: 'Rue Étienne \\', postcode: '06002', list: [{ a: 1 }], isNew: true },
];
const features = places.map((place, id) => feature(place, { id, bbox: [1, [2]] }));
const csv = [
  'number,street,postcode,unit,list,isNew',
  '1,"OAK ""OLD"" ST",06001,,,',
  '2,"Elm, upper St {]",06001,,,',
  '3,Rue Étienne \\,06002,,,',
  '',
].join('\n');

const pieces = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );
};
const rowsOf = async (text: string, size = 1 << 16) => textOf(Readable.from(geoJsonRows(pieces(text, size))));
const refusal = async (text: string) => rowsOf(text).catch((error: unknown) => String(error));

test.each([
  ['one a line', features.map((each) => JSON.stringify(each)).join('\n')],
  ['one a line, each after a separator', features.map((each) => `\u{1E}${JSON.stringify(each)}\n`).join('')],
  ['in a list', JSON.stringify(features)],
  ['in a collection', JSON.stringify({ type: 'FeatureCollection', crs: { properties: {} }, features })],
  [
    'in a collection that ends with more',
    JSON.stringify({ features, crs: { properties: { a: 1 } } }, null, 2),
  ],
  [
    'of Esri',
    JSON.stringify({
      objectIdFieldName: 'OBJECTID',
      spatialReference: { wkid: 4326 },
      fields: [{ name: 'number', type: 'esriFieldTypeString' }],
      features: places.map((attributes) => ({ attributes, geometry: { x: -72.83, y: 41.8 } })),
    }),
  ],
])('features %s become rows, cut at any byte', async (_form, text) => {
  for (const size of [1, 7, 100, 1 << 16]) expect(await rowsOf(text, size)).toBe(csv);
});

test('a file is recognized as GeoJSON by its beginning, and read packed too', async () => {
  expect(['{"type":', ' [\n {', '\u{1E}{'].every(isJson)).toBe(true);
  expect(['[Number],[Street]', 'number,street', '"{"'].some(isJson)).toBe(false);
  const source = await readSourceText(Readable.from([gzipSync(JSON.stringify(features))]));
  expect(source).toMatchObject({ kind: 'geojson', start: csv });
});

test('the columns are those of the first 64 KB, and later features keep to them', async () => {
  const many = Array.from({ length: 2000 }, (_, number) => feature({ number, street: 'A ST' }));
  const rows = await rowsOf(JSON.stringify([...many, feature({ number: 'last', late: 1 })]), 1000);
  expect(rows.split('\n').length).toBe(2003);
  expect(rows.startsWith('number,street\n0,A ST\n1,A ST\n')).toBe(true);
  expect(rows.endsWith('\n1999,A ST\nlast,\n')).toBe(true);
});

test('deep and endless features are refused before they fill the memory', async () => {
  const deep = `{"properties":{"number":1},"geometry":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(await rowsOf(deep)).toBe('number\n1\n');
  let sent = 0;
  async function* endless() {
    for (; ; sent++) yield Buffer.from('['.repeat(1 << 16));
  }
  const rows = Readable.from(
    geoJsonRows(
      (async function* () {
        yield Buffer.from('{"properties":');
        yield* endless();
      })(),
    ),
  );
  await expect(textOf(rows)).rejects.toThrow('Feature 1 of the GeoJSON has more than 1 MB.');
  expect(sent).toBeLessThan(32);
});

test.each([
  ['{"type":"Feature","properties":{"number":1', 'The GeoJSON ends within a feature. It is incomplete'],
  ['{"features":[{"properties":{"number":1}}', 'The GeoJSON ends within a feature.'],
  ['{"properties":{"number":1}}\n{"properties":{number:2}}', 'Feature 2 of the GeoJSON is not readable.'],
  ['{"type":"FeatureCollection","features":[]}', 'This is JSON without GeoJSON features.'],
  ['{"version":1}', 'This is JSON without GeoJSON features.'],
])('%j is refused with a sentence', async (text, message) => {
  expect(await refusal(text)).toContain(message);
});
