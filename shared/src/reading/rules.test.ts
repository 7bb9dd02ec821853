import { expect, test } from 'vitest';
import { workBudget } from '../domain/work-budget.ts';
import { readDocument } from './read-document.ts';
import { amongRules, type Rule } from './rules.ts';
import { type Word, wordsOfText } from './words.ts';

const today = new Date(2026, 10, 27);
const budget = () => workBudget(() => new Error('too much'));
const found = (words: readonly Word[]) =>
  Object.fromEntries(readDocument(words, today).map(({ path, value }) => [path, value]));

/** A thin line across the middle of the words that say this. */
function through(words: readonly Word[], text: string): Rule[] {
  return words
    .filter((word) => text.split(' ').includes(word.text))
    .map(({ page, x, y, width, height }) => ({ page, x, y: y + height / 2, width, height: 0.001 }));
}

test('what is crossed out is not read', () => {
  const words = wordsOfText('Patient Name: Jane Doe\nHome Phone: (203) 555-0126 (203) 555-0125');
  expect(found(words)).toMatchObject({ 'Patient.Phone': '(203) 555-0126' });
  expect(found(amongRules(words, through(words.slice(0, 8), '(203) 555-0126'), budget()))).toMatchObject({
    'Patient.Phone': '(203) 555-0125',
  });
});

test('a line under a word is no line through it', () => {
  const words = wordsOfText('Patient Name: Jane Doe');
  const under = words.map(({ page, x, y, width, height }) => ({
    page,
    x,
    y: y + 0.9 * height,
    width,
    height: 0.001,
  }));
  expect(amongRules(words, under, budget())).toEqual(words);
});

const at = (text: string, x: number, y: number): Word[] =>
  text
    .split(' ')
    .map((part, index) => ({ text: part, page: 1, x: x + index * 0.06, y, width: 0.055, height: 0.012 }));

test('frames part what is close together, and hold what a line was too short for', () => {
  const words = [
    ...at('FACILITY', 0.1, 0.1),
    ...at('HOSPITAL PHONE', 0.3, 0.1),
    ...at('Saint Example', 0.1, 0.12),
    ...at('Rest', 0.1, 0.134),
    // Nearer to the text beside it than a space is wide.
    ...at('(802) 555-0166', 0.222, 0.12),
  ];
  const upright = [0.09, 0.22, 0.5].map((x) => ({ page: 1, x, y: 0.09, width: 0.001, height: 0.07 }));
  const level = [0.09, 0.115, 0.155].map((y) => ({ page: 1, x: 0.09, y, width: 0.41, height: 0.001 }));
  expect(found(amongRules(words, [...upright, ...level], budget()))).toEqual({
    'Clinical.Facility': 'Saint Example Rest',
  });
});

test('words among more lines than a form has cost no more than their budget', () => {
  const rules = Array.from({ length: 3_000 }, () => ({ page: 1, x: 0, y: 0, width: 1, height: 0.001 }));
  const words = wordsOfText('word '.repeat(8_000));
  expect(() =>
    amongRules(
      words,
      rules,
      workBudget(() => new Error('too much')),
    ),
  ).toThrow('too much');
});
