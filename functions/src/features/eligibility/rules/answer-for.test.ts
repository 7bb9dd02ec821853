import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerDates, answerFor } from './answer-for.ts';
import { judgeAnswer } from './classify.ts';
import {
  judged,
  sample,
  sampleInquiry,
  samples,
  sampleSettings,
} from '../../../testing/eligibility/sample-answers.ts';
import { answerOf, BOTH } from '../../../testing/eligibility/answer-row.ts';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { compact } from '../x12/calendar.ts';
import { parse271 } from '../x12/parse-271.ts';
import { categories } from '@handoff/shared/domain/eligibility/settings';

// No change to an answer's person, day or loop may lead to a verdict about the person of the inquiry.

/** Answers that say something about the person; a rejection by payer or provider names no one. */
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
    // A rejection of what was sent decides nothing about the day.
    return kind === 'notCompleted' || (isRefusal(text) && kind === 'wrongInput');
  });
  expect(fc.check(law, { numRuns: 1500 }).counterexample).toBeNull();
});

test('an answer about someone else stays without a result, whatever else of it is lost', () => {
  const lost = fc.array(fc.nat({ max: 40 }), { maxLength: 4 });
  const law = fc.property(someAnswer, otherNumber, lost, category, (text, number, indexes, asked) => {
    const changed = text.replace(/\*MI\*1EG4TE5MK\d\d/, `*MI*${number}`);
    const left = changed.split('~').filter((_, index) => !indexes.includes(index));
    return verdictOf(left.join('~'), asked, text) !== 'result';
  });
  expect(fc.check(law, { numRuns: 1500 }).counterexample).toBeNull();
});

test('an answer about another day stays without a result, whichever lines are lost', () => {
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

test('the reason names both people, with masked numbers', () => {
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

const asked = {
  firstName: 'Ana',
  lastName: 'O’Neil-Nuñez',
  birthDate: '1948-03-12',
  mbi: '1EG4TE5MK00',
  dateOfService: '2025-06-10',
};
const lookedUp = { mbi: '' };

/** Returns the reason, or an empty text when the answer is about the person of the inquiry. */
function refusal(
  texts: string | string[],
  { trace, ...change }: Partial<typeof asked & { trace: string }> = {},
) {
  const people = [texts].flat().flatMap((text) => {
    const reply = parse271(text);
    return reply.kind === '271' ? reply.people : [];
  });
  const found = answerFor(people, { asked: { ...asked, ...change }, trace });
  return 'reason' in found ? [found.reason, found.field] : [];
}

const named = (name: string, ...born: string[]) => answerOf(BOTH, { person: [`NM1*IL*1*${name}`, ...born] });
const born = 'DMG*D8*19480312*F';
const number = '****MI*1EG4TE5MK00';
const aboutOther = (who: string) =>
  `The response is about another person: asked about Ana O’Neil-Nuñez, born 03/12/1948, answered about ${who}.`;

const bornUnsaidOf = [
  'The response names Ana O’Neil-Nuñez without a birth date, so it may be about another person of this name. Check again.',
  'DateOfBirth',
];

test('a lookup has found someone when number, both names and birth date are present and match', () => {
  expect(refusal(named(`O'NEIL-NUNEZ*ANA${number}`, born), lookedUp)).toEqual([]);
  expect(refusal(named(`O'NEIL-NUNEZ*MARY${number}`, born), lookedUp)).toEqual([
    aboutOther("MARY O'NEIL-NUNEZ, born 03/12/1948"),
    'LastName',
  ]);
  expect(refusal(named(`O'NEIL-NUNEZ*ANA${number}`), lookedUp)).toEqual(bornUnsaidOf);
  const numberless = named("O'NEIL-NUNEZ*ANA", born);
  expect(refusal(numberless, lookedUp)).toEqual(['Medicare responded without a Medicare number.', 'Mbi']);
  const other = named(`SMITH*MARY${number}`, born);
  expect(refusal([other, numberless], lookedUp)).toEqual([
    aboutOther('MARY SMITH, born 03/12/1948'),
    'LastName',
  ]);
  expect(refusal(sample('made-75'), lookedUp)).toEqual([]);
});

test('without a number, name and birth date identify the person; without the birth date, both names of a complete answer do', () => {
  expect(refusal(named("O'NEIL-NUNEZ*ANA", born))).toEqual([]);
  const noNumber =
    'The response is about another person: asked about ****-***-MK00, answered about no number.';
  expect(refusal(named("O'NEIL-NUNEZ*MARY", born))).toEqual([noNumber, 'Mbi']);
  expect(refusal(named("O'NEIL-NUNEZ*ANA"))).toEqual(bornUnsaidOf);
  expect(refusal(named("O'NEIL-NUNEZ*ANA****MI*2CY9Y98HK77"))).toEqual([
    'The response is about another person: asked about ****-***-MK00, answered about ****-***-HK77.',
    'Mbi',
  ]);

  expect(refusal(named(`O'NEIL-NUNEZ*MARY${number}`, born))).toEqual([]);
  const bornUnsaid = named(`O'NEIL-NUNEZ*ANA${number}`);
  expect(refusal(bornUnsaid)).toEqual([]);
  expect(refusal(bornUnsaid.replace('SE*', 'SE*9'))).toEqual(bornUnsaidOf);
  expect(refusal(named(`O'NEIL-NUNEZ*MARY${number}`))).toEqual([aboutOther("MARY O'NEIL-NUNEZ"), 'LastName']);
});

test('several other people are named one after the other, and two answers about the person are one too many', () => {
  const others = ['2CY9Y98HK77', '1EG4TE5MK99', ''].map((id) => named(`SMITH*MARY****MI*${id}`, born));
  expect(refusal(others)).toEqual([
    'The response is about another person: asked about ****-***-MK00, answered about ****-***-HK77, ****-***-MK99.',
    'Mbi',
  ]);
  const ours = answerOf(BOTH);
  expect(refusal([ours, others.join('')])).toEqual([]);
  expect(refusal([ours, ours])).toEqual([
    'The response has more than one answer about this person.',
    undefined,
  ]);
});

test('an answer with traces must repeat ours; without a date of its own it is then about our day', () => {
  const different = ['The response belongs to a different request.', undefined];
  expect(refusal(answerOf(BOTH), { trace: 'CHK-2' })).toEqual(different);
  expect(refusal(answerOf(BOTH, { trace: [] }), { trace: 'CHK-1' })).toEqual([]);

  const late = ['The response is not about 06/10/2025: it holds for 06/11/2025.', 'DateOfService'];
  const written = '20250611';
  expect(refusal(answerOf(BOTH, { about: [], written }), { trace: 'CHK-1' })).toEqual([]);
  expect(refusal(answerOf(BOTH, { about: [], written }))).toEqual(late);
  expect(refusal(answerOf(BOTH, { about: [], written, trace: [] }), { trace: 'CHK-1' })).toEqual(late);
  expect(refusal(answerOf(BOTH, { about: [] }))).toEqual([]);
});

test.each([
  [['DTP*307*D8*20250601'], 'it holds for 06/01/2025'],
  [['DTP*307*RD8*20250701-99991231'], 'it holds for 07/01/2025 to later'],
  [
    ['DTP*307*RD8*20240101-20240131', 'DTP*307*RD8*20250101-20250131'],
    'it holds for 01/01/2024 to 01/31/2025',
  ],
  [['DTP*307*D8*2025'], 'it does not say for which date it holds'],
])('an answer about %j says: %s', (about, dates) => {
  const reason = `The response is not about 06/10/2025: ${dates}.`;
  expect(refusal(answerOf(BOTH, { about, written: '' }))).toEqual([reason, 'DateOfService']);
});

test('a rejection of the person decides nothing about the day, a death does; a correction needs no name', () => {
  const refused = (...codes: string[]) =>
    refusal(
      answerOf(
        codes.map((code) => `AAA*N**${code}*C`),
        { about: ['DTP*307*D8*20250601'] },
      ),
    );
  const late = ['The response is not about 06/10/2025: it holds for 06/01/2025.', 'DateOfService'];
  expect(refused('72')).toEqual([]);
  expect(refused('61')).toEqual(late);
  expect(refused('72', '61')).toEqual(late);
  const corrected = `O'BRIEN*MARY${number}`;
  expect(refusal(named(corrected, 'INS*Y*18*001*25', 'DMG*D8*19510101'))).toEqual([]);
  expect(refusal(named(corrected, 'INS*Y*18*001*24', 'DMG*D8*19510101'))).toEqual([
    aboutOther("MARY O'BRIEN, born 01/01/1951"),
    'LastName',
  ]);
  const twoDays = ['DTP*307*D8*20250601', 'DTP*307*D8*20250610'];
  expect(refusal(answerOf(BOTH, { about: twoDays }))).toEqual([]);
});

test.each([
  ['2025-06-07', 'Saturday', '2025-06-07'],
  ['2025-06-08', 'Sunday', '2025-06-07'],
  ['2025-06-09', 'Monday', '2025-06-07'],
  ['2025-06-10', 'Tuesday', '2025-06-10'],
])('an answer written on %s, a %s, includes what was loaded by %s', (day, _weekday, LoadedOn) => {
  const period = { from: '2025-06-01', to: '2025-06-30' };
  expect(answerDates({ period, writtenOn: day }, '2025-01-01')).toEqual({
    From: '2025-06-01',
    To: '2025-06-30',
    WrittenOn: day,
    LoadedOn,
  });
  const unsaid = { From: null, To: null, WrittenOn: null, LoadedOn };
  expect(answerDates({ period: undefined, writtenOn: undefined }, day)).toEqual(unsaid);
  expect(answerDates(undefined, day)).toBeNull();
});
