import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const standard = z
  .object({ items: z.record(z.string(), z.number()) })
  .parse(JSON.parse(read('asvs-5.0.0.json')));

const rows = [
  ...read('../docs/security.md').matchAll(/^\| (\d[^|]*) \| [^|]+ \| \*\*([\w ]+)\.\*\* (.*) \|$/gm),
].map(([, items = '', judged = '', text = '']) => ({
  items: [...items.matchAll(/(\d+\.\d+\.\d+) \((\d)\)/g)].map(([, item = '', level]) => ({
    item,
    level: Number(level),
  })),
  judged,
  text,
}));

test('every level 1 and 2 item of ASVS 5.0.0 is assessed once under its level', () => {
  const judged = rows.flatMap(({ items }) => items.map(({ item, level }) => `${item} (${level})`));
  const asked = Object.entries(standard.items).map(([item, level]) => `${item} (${level})`);
  expect(asked).toHaveLength(253);
  expect(judged.toSorted()).toEqual(asked.toSorted());
});

test('evidence from the templates says that no deployment was seen', () => {
  const lines = read('../docs/security.md').split('\n');
  const resting = lines.filter((line) => line.includes('templates.test.ts'));
  expect(resting.length).toBeGreaterThan(4);
  expect(resting.filter((line) => !line.includes('no deployment seen'))).toEqual([]);
});

test('a met item names its test, and every other one its reason', () => {
  const withoutTest = rows.filter(
    ({ judged, text }) => judged === 'Met' && !/\.(?:test|e2e)\.ts`/.test(text),
  );
  expect(withoutTest).toEqual([]);
  expect(rows.filter(({ text }) => text.length < 5)).toEqual([]);
  const counts: Record<string, number> = { Met: 0, 'Not applicable': 0, Platform: 0, Accepted: 0, Open: 0 };
  for (const { judged, items } of rows) counts[judged] = (counts[judged] ?? 0) + items.length;
  expect(Object.keys(counts)).toHaveLength(5);
  const all = Object.entries(counts).map(([judged, count]) => `${count} ${judged.toLowerCase()}`);
  console.log(`ASVS 5.0.0, level 1 and 2: ${all.join(', ')}`);
});
