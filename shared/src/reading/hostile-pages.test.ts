import { expect, test } from 'vitest';
import { fractions } from '../testing/fractions.ts';
import { readDocument, readPacket } from './read-document.ts';
import type { Word } from './words.ts';

// Pages of strangers, drawn without regard to how they are read: each is read within a time that a person waits for.

const MOST_MS = 5_000;
const WORDS = 30_000;

const said =
  `Patient Name: DOB Code Type Rank Address: Phone NPI ICD-10 Role Services I50.22 12/05/2026 (203) 555-0125 x ☒ ☐ ___ no
  Doe, Jane MD the is a City, State / ZIP 1EG4-TE5-MK73 Previous primary 1 r/o her lives at . ${'A'.repeat(300)}`.split(
    /\s+/,
  );

const layouts: Record<string, (next: () => number, at: number) => Omit<Word, 'text'>> = {
  scattered: (next) => ({ page: 1, x: next(), y: next(), width: 0.01 + next() / 50, height: 0.01 }),
  'in one line': (_next, at) => ({ page: 1, x: at / WORDS, y: 0.5, width: 0.5 / WORDS, height: 0.01 }),
  'in one column': (_next, at) => ({ page: 1, x: 0.1, y: at / WORDS, width: 0.05, height: 0.5 / WORDS }),
  'in a grid': (_next, at) => ({
    page: 1,
    x: (at % 150) / 150,
    y: Math.floor(at / 150) / 200,
    width: 0.004,
    height: 0.004,
  }),
  'in one frame': (next, at) => ({
    page: 1,
    x: (at % 9) / 9,
    y: Math.floor(at / 9) / (WORDS / 9),
    width: 0.1,
    height: 2 / WORDS,
    frame: { x: 0, y: 0, width: 1, height: 1 + (next() > 2 ? 1 : 0) },
  }),
  'in frames of their own': (next, at) => {
    const box = { x: (at % 100) / 100, y: Math.floor(at / 100) / 300, width: 0.009, height: 0.003 };
    return { page: 1, ...box, frame: { ...box, x: box.x + next() / 1e6 } };
  },
  'in one field': (next) => ({
    page: 1,
    x: next(),
    y: next(),
    width: 0.01,
    height: 0.01,
    field: 'Patient name',
  }),
  'in fields of their own': (next, at) => ({
    page: 1,
    x: next(),
    y: next(),
    width: 0.01,
    height: 0.01,
    field: `Patient ${at} name of the ${'city '.repeat(20)}`,
  }),
  'on pages of their own': (next, at) => ({ page: at, x: next(), y: next(), width: 0.1, height: 0.01 }),
};

test.each(Object.keys(layouts))('thirty thousand words %s are read within seconds', (name) => {
  const next = fractions(name.length);
  const layout = layouts[name];
  const words = Array.from({ length: WORDS }, (_, at) => ({
    ...(layout?.(next, at) ?? { page: 1, x: 0, y: 0, width: 0, height: 0 }),
    text: said[Math.floor(next() * said.length)] ?? '',
  }));
  const started = process.threadCpuUsage();
  const read = readDocument(words, new Date(2026, 10, 27));
  const { user, system } = process.threadCpuUsage(started);
  expect(read.length).toBeLessThan(60);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
});

test('a thousand pages, each about another patient, are sorted within seconds', () => {
  const next = fractions(11);
  const letters = (count: number) =>
    Array.from({ length: count }, () => 'abcdefghilmnoprstu'[Math.floor(next() * 18)]).join('');
  const name = () => `X${letters(3 + Math.floor(next() * 300))}`;
  const words = Array.from({ length: 1_000 }, (_, at) => {
    const day = `${1 + Math.floor(next() * 12)}/${1 + Math.floor(next() * 28)}/${1930 + (at % 60)}`;
    return ['Patient', 'Name:', `${name()},`, name(), 'DOB:', day].map((text, place): Word => ({
      text,
      page: at + 1,
      x: place / 7,
      y: 0.2,
      width: 0.08,
      height: 0.01,
    }));
  }).flat();
  const before = process.threadCpuUsage().user;
  const { others } = readPacket(words, { today: new Date(2026, 10, 27) });
  expect(others.flatMap(({ pages }) => pages)).toHaveLength(999);
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(MOST_MS);
});

test('a scanned page of ten thousand words that are none is read within seconds', () => {
  const next = fractions(7);
  const word = () => Array.from({ length: 9 }, () => 'abcdefghilmnoprstu'[Math.floor(next() * 18)]).join('');
  const words = Array.from({ length: 10_000 }, (_, at): Word => ({
    text: word(),
    page: 1,
    x: (at % 10) / 10,
    y: Math.floor(at / 10) / 1_000,
    width: 0.05,
    height: 0.0008,
    confidence: 60,
  }));
  const before = process.cpuUsage().user;
  readDocument(words);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(MOST_MS);
});
