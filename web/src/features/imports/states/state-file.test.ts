import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lookInto, packForUpload } from './state-file.ts';

const file = (text: string, name = 'ct.csv') => new File([text], name, { lastModified: 1 });

test('a large file is packed on the way and stays the same file for a repeat', async () => {
  const text = 'NUMBER,STREET,POSTCODE\n'.repeat(500_000);
  const shares: number[] = [];
  const large = file(text);
  const packed = await packForUpload(large, (share) => shares.push(share));
  const again = await packForUpload(large, () => undefined);
  expect(packed.name).toBe('ct.csv.gz');
  expect(packed.size).toBeLessThan(text.length / 50);
  expect([again.size, again.lastModified]).toEqual([packed.size, packed.lastModified]);
  expect(gunzipSync(await packed.bytes()).toString()).toBe(text);
  expect(shares.at(-1)).toBe(1);
});

test('a small file goes as it is', async () => {
  const small = file('NUMBER,STREET\n1,MAIN ST\n');
  expect(await packForUpload(small, () => undefined)).toBe(small);
});

test('the first lines are shown, the byte order mark is not', async () => {
  const start = await lookInto(file('\u{FEFF}NUMBER,STREET\r\n1,MAIN ST\r\n'));
  expect(start).toEqual({ lines: ['NUMBER,STREET', '1,MAIN ST', ''], refusal: undefined });
});

test.each([
  ['', 'ct.csv', /empty/],
  ['PK\u{3}\u{4}', 'ct.csv', /Unzip/],
  ['{"type":"Feature"}', 'ct.csv', /GeoJSON/],
  ['NUMBER,STREET', 'ct.pdf', /\.csv/],
])('%j as %s is refused with the way out', async (text, name, reason) => {
  expect((await lookInto(file(text, name))).refusal).toMatch(reason);
});
