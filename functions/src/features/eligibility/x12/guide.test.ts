import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerOf, BOTH } from '../../../testing/eligibility/answer-row.ts';
import type { Facts } from './facts.ts';
import { knownDates, parse271 } from './parse-271.ts';
import { guideCodes, isRead, type GuideCode } from '../../../testing/eligibility/guide-codes.ts';
import { rejectionCodes } from './rejections.ts';
import { judged } from '../../../testing/eligibility/sample-answers.ts';
import {
  guideRows,
  medicareAnswersTable,
  root,
  tableFile,
  type GuideRow,
} from '../../../testing/eligibility/guide-table.ts';
import { guideLeftOutForms, guideReadForms, unreadForms } from '../../../testing/eligibility/guide-forms.ts';

// Tries each form and code that the reader declares on lines that have it. The table in infra/docs/medicare-answers.md names
// these tests.

const readForms = Object.values(guideReadForms);
const leftOutForms = Object.values(guideLeftOutForms).flat();

function factsOf(text: string): Facts {
  const answer = parse271(text);
  const [facts] = answer.kind === '271' ? answer.people : [];
  if (!facts) throw new Error(answer.kind);
  return facts;
}

const withBenefit = (...lines: string[]) => factsOf(answerOf([...BOTH, ...lines]));
const bare = withBenefit();

describe('read', () => {
  test.each(readForms.map((form) => [form.code, form] as const))('%s', (_code, { fact, examples }) => {
    for (const lines of examples) {
      const facts = withBenefit(...lines);
      expect([facts.unread, facts.ignored]).toEqual([[], []]);
      expect(facts[fact]).not.toEqual(bare[fact]);
    }
    expect(examples.length).toBeGreaterThan(0);
  });
});

describe('left out on purpose', () => {
  test.each(leftOutForms.map((form) => [form.code, form] as const))('%s', (_code, { why, examples }) => {
    for (const lines of examples) {
      const { unread, ignored, ...facts } = withBenefit(...lines);
      expect([unread, ignored]).toEqual([[], [lines.join('~')]]);
      expect({ ...facts, unread: [], ignored: [] }).toEqual(bare);
    }
    expect([examples.length > 0, why.endsWith('.')]).toEqual([true, true]);
  });
});

test('the table has every date that the reader knows, and no other', () => {
  const dates = guideCodes.flatMap(({ code }) => (code.startsWith('DTP*') ? code.slice(4) : []));
  expect(new Set(dates)).toEqual(knownDates);
});

const titled = (code: GuideCode) => [`${code.code}: ${code.about}`, code] as const;
const factsWith = (place: GuideCode['place'], lines: readonly string[]) =>
  place === 'benefit' ? withBenefit(...lines) : ofPerson(...lines);

describe('code that is read', () => {
  test.each(guideCodes.filter(isRead).map(titled))('%s', (_title, { place, lines, shows }) => {
    const { unread, ignored, ...facts } = factsWith(place, lines);
    expect([unread, ignored]).toEqual([[], []]);
    expect(textOf(facts)).toContain(shows);
  });
});

describe('code that is left out on purpose', () => {
  test.each(guideCodes.filter((code) => !isRead(code)).map(titled))('%s', (_title, { place, lines }) => {
    const facts = factsWith(place, lines);
    const without = factsWith(place, place === 'benefit' ? lines.slice(0, 1) : []);
    expect([facts.unread, facts.ignored]).toEqual([[], []]);
    expect(textOf(facts)).toBe(textOf(without));
  });
});

describe('rejection', () => {
  const outcomes = { input: '1000', retry: 'retry', configuration: 'configuration', deceased: '0000' };
  const rows = [...rejectionCodes].map(([code, meaning]) => [`AAA*${code}`, meaning] as const);
  test.each(rows)('%s', (aaa, { kind, text, field }) => {
    const { verdict, flags } = judged(answerOf([aaa.replace('AAA*', 'AAA*N**').concat('*C')]));
    expect(flags).toBe(outcomes[kind]);
    const said =
      verdict.kind === 'notCompleted'
        ? [verdict.message]
        : verdict.findings.map(({ Text, Field }) => [Text, Field]);
    expect(said.flat()).toEqual(verdict.kind === 'notCompleted' ? [text] : [text, field]);
  });
});

describe('unread', () => {
  test.each(unreadForms.map((form) => [form.code, form] as const))('%s', (_code, { examples }) => {
    for (const lines of examples) expect(withBenefit(...lines).unread).toEqual([lines.join('~')]);
  });
});

const isHere = ({ file }: GuideRow) => file.endsWith('/guide.test.ts');

describe('the table in infra/docs/medicare-answers.md', () => {
  test('matches what the reader declares (npm run build medicare-table)', () => {
    expect(readFileSync(tableFile, 'utf8')).toBe(medicareAnswersTable());
  });

  test('has one test for each line, and one line for each test', () => {
    const tested = [
      ...[...readForms, ...leftOutForms, ...unreadForms]
        .filter(({ examples }) => examples.length > 0)
        .map(({ code }) => code),
      ...guideCodes.filter(({ lines }) => lines.length > 0).map(({ code, about }) => `${code}: ${about}`),
      ...[...rejectionCodes.keys()].map((code) => `AAA*${code}`),
    ];
    expect(
      guideRows
        .filter(isHere)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(tested.toSorted());
    const elsewhere = guideRows.filter((row) => !isHere(row));
    expect(
      elsewhere.filter(
        ({ file, title }) => !readFileSync(new URL(file, root), 'utf8').includes(`'${title}'`),
      ),
    ).toEqual([]);
    expect(new Set(tested).size).toBe(tested.length);
    expect(guideRows.length).toBeGreaterThan(120);
  });
});

const ofPerson = (...person: string[]) => factsOf(answerOf(BOTH, { person, about: [], trace: [] }));

/** Leaves out the source lines of facts. */
const textOf = (facts: object) =>
  JSON.stringify(facts, (key, value: unknown) => (key.toLowerCase() === 'segment' ? undefined : value));
