import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeAnswer } from './classify.ts';
import { judged, sample, sampleInquiry, samples, sampleSettings } from './sample-answers.ts';
import { addDays, compact } from '../x12/calendar.ts';
import { categories } from '@handoff/shared/domain/eligibility/settings';

// Whatever is changed about whom an answer names, for which day, or in which loop: no verdict for the one asked about.

/** Answers that say something about the person; a refusal by payer or provider names no one. */
const answers = [...samples].filter(([, text]) => text.includes('HL*3*2*22')).map(([, text]) => text);
const someAnswer = fc.constantFrom(...answers);
const category = fc.constantFrom(...categories);

const otherNumber = fc.constantFrom('2CY9Y98HK77', '1EG4TE5MK99', '9AA9AA9AA99');
const otherDay = fc
  .integer({ min: -4000, max: 4000 })
  .filter((days) => days !== 0)
  .map((days) => compact(addDays('2025-06-10', days)));
const otherBirth = fc.integer({ min: 1, max: 20_000 }).map((days) => compact(addDays('1948-03-12', -days)));

const changes = fc.oneof(
  fc.tuple(otherNumber).map(
    ([number]) =>
      (text: string) =>
        text.replace(/\*MI\*1EG4TE5MK\d\d/, `*MI*${number}`),
  ),
  otherBirth.map((day) => (text: string) => text.replace('DMG*D8*19480312', `DMG*D8*${day}`)),
  fc.constant((text: string) => text.replace("O'NEIL-NUNEZ*ANA", 'SMITH*MARY')),
  otherDay.map((day) => (text: string) => text.replace('DTP*307*D8*20250610', `DTP*307*D8*${day}`)),
  otherDay.map((day) => (text: string) => text.replace('DTP*307*D8*20250610', `DTP*307*RD8*${day}-${day}`)),
  fc
    .constantFrom('20', '21', '23', '', 'XX')
    .map((level) => (text: string) => text.replace('HL*3*2*22', `HL*3*2*${level}`)),
);

const isRefusal = (text: string) => text.includes('AAA*');
const isCorrected = (text: string) => text.includes('INS*Y*18*001*25');

function verdictOf(text: string, asked: (typeof categories)[number], original: string) {
  return judgeAnswer(text, { inquiry: sampleInquiry(asked, original), settings: sampleSettings }).kind;
}

test('another person, birth date, day or loop never gives a result', () => {
  const law = fc.property(someAnswer, changes, category, (text, change, asked) => {
    const changed = change(text);
    fc.pre(changed !== text && !isCorrected(text));
    const kind = verdictOf(changed, asked, text);
    // A refusal of what was sent decides nothing about the day.
    return kind === 'notCompleted' || (isRefusal(text) && kind === 'wrongInput');
  });
  expect(fc.check(law, { numRuns: 1500 }).counterexample).toBeNull();
});

test('an answer about someone else stays without a result whatever else is lost of it', () => {
  const lost = fc.array(fc.nat({ max: 40 }), { maxLength: 4 });
  const law = fc.property(someAnswer, otherNumber, lost, category, (text, number, indexes, asked) => {
    const changed = text.replace(/\*MI\*1EG4TE5MK\d\d/, `*MI*${number}`);
    const left = changed.split('~').filter((_, index) => !indexes.includes(index));
    return verdictOf(left.join('~'), asked, text) !== 'result';
  });
  expect(fc.check(law, { numRuns: 1500 }).counterexample).toBeNull();
});

test('an answer about another day stays without a result when any lines are lost', () => {
  const lost = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 });
  const law = fc.property(someAnswer, otherDay, lost, category, (text, day, indexes, asked) => {
    const changed = text.replace('DTP*307*D8*20250610', `DTP*307*D8*${day}`);
    fc.pre(changed !== text && !isRefusal(text));
    const left = changed.split('~').filter((_, index) => !indexes.includes(index));
    // Without its count nothing shows that a line is missing: such an answer is cut off.
    return verdictOf(left.join('~'), asked, text) !== 'result';
  });
  expect(fc.check(law, { numRuns: 1500 }).counterexample).toBeNull();
});

test('why is said with both, the numbers masked', () => {
  const text = sample('made-00');
  const inquiry = sampleInquiry('Home Care', text);
  const other = text.replace('1EG4TE5MK00', '2CY9Y98HK77');
  const verdict = judgeAnswer(other, { inquiry, settings: sampleSettings });
  expect(verdict).toMatchObject({
    message: 'The response is about another person: asked about ****-***-MK00, answered about ****-***-HK77.',
  });
  expect(message(text.replace("O'NEIL-NUNEZ*ANA", 'SMITH*MARY'))).toBe(
    'The response is about another person: asked about Ana O’Neil-Nuñez, born 03/12/1948, answered about MARY SMITH, born 03/12/1948.',
  );
  expect(message(text.replace('DTP*307*D8*20250610', 'DTP*307*RD8*20190101-20190630'))).toBe(
    'The response is not about 06/10/2025: it holds for 01/01/2019 to 06/30/2019.',
  );
});

function message(text: string): string {
  const { verdict } = judged(text);
  return verdict.kind === 'notCompleted' ? verdict.message : verdict.kind;
}
