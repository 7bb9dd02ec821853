import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findingsIn, textsOf } from './words.ts';

function findingsOf(name: string, source: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, name), source);
  return textsOf([`${folder}/*`]).flatMap((text) =>
    findingsIn(text).map(({ kind, why }) => `${kind}: ${why}`),
  );
}

test('comments and test titles that begin like a translation are found, each once', () => {
  expect(
    findingsOf('a.ts', '/** Of a trail,\n * in order. */\nexport const a = 1;\n// What it\n// is.\n'),
  ).toEqual(['comment: begins with "Of"', 'comment: begins with "What"']);
  expect(findingsOf('a.test.ts', "test('whoever waits is served', () => {});")).toEqual([
    'title: begins with "Whoever"',
  ]);
  expect(findingsOf('a.test.ts', "test.each([1])('who waits', () => {});")).toHaveLength(1);
});

test('unwanted words are found in comments, titles, and texts on screens', () => {
  expect(findingsOf('a.ts', '// It is made anew.\nexport const a = 1;')).toEqual([
    'comment: "anew": say again',
  ]);
  expect(findingsOf('a.tsx', 'export const a = <p>Nobody waits.</p>;')).toEqual([
    'text: "Nobody": say no one',
  ]);
  expect(findingsOf('a.ts', "export const a = 'Ask somebody else.';")).toEqual([
    'text: "somebody": say someone',
  ]);
});

test('plain sentences, names, and queries pass', () => {
  expect(
    findingsOf(
      'a.ts',
      "/** Releases the lock. */\nexport const whatEver = 'SELECT * FROM c WHERE c.told = 1';",
    ),
  ).toEqual([]);
  expect(findingsOf('a.test.ts', "test('a failed write releases the lock', () => {});")).toEqual([]);
});

const kindsIn = (text: string) => findingsOf('a.md', text).map((found) => found.replace(/:.*/, ''));

test('documents are read as sentences, list items and cells, without code', () => {
  expect(kindsIn('- What it\n  is.\n')).toEqual(['item']);
  expect(kindsIn('A paragraph that nobody\nreads.\n')).toEqual(['paragraph']);
  expect(kindsIn(`${'word '.repeat(31)}.\n`)).toEqual(['paragraph']);
  expect(kindsIn(`${'word '.repeat(20)}. ${'word '.repeat(20)}.\n`)).toEqual([]);
  expect(kindsIn('| say | not |\n|---|---|\n| anew | anew |\n')).toEqual(['cell']);
  expect(kindsIn('`anew`\n\n```\nmake it anew\n```\n')).toEqual([]);
});
