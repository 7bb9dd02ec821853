import { expect, test } from 'vitest';
import { lookInto } from './state-file.ts';

const file = (text: string, name = 'ct.csv') => new File([text], name, { lastModified: 1 });

test('the preview has the first lines without the byte order mark', async () => {
  const start = await lookInto(file('\u{FEFF}NUMBER,STREET\r\n1,MAIN ST\r\n'));
  expect(start).toEqual({ lines: ['NUMBER,STREET', '1,MAIN ST', ''], refusal: undefined });
});

test.each([
  ['', 'ct.csv', /empty/],
  ['PK\u{3}\u{4}', 'ct.csv', /Excel/],
  ['{"type":"Feature"}', 'ct.csv', /GeoJSON/],
  ['NUMBER,STREET', 'ct.pdf', /\.csv/],
])('%j as %s is refused with what to do instead', async (text, name, reason) => {
  expect((await lookInto(file(text, name))).refusal).toMatch(reason);
});
