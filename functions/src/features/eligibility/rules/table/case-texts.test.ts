import { expect, test } from 'vitest';
import type { Category } from '@handoff/shared/domain/eligibility/settings';
import { judged, sample, sampleSettings } from '../../../../testing/eligibility/sample-answers.ts';
import { answerOf, BOTH, PART_A, PART_B } from '../../../../testing/eligibility/answer-row.ts';

// The exact texts for staff, in the cases without a published sample.

function told(text: string, category: Category = 'Home Care', settings = sampleSettings): string[] {
  const { verdict } = judged(text, category, settings);
  return verdict.kind === 'notCompleted' ? [verdict.message] : verdict.findings.map(({ Text }) => Text);
}
const answered = (...lines: string[]) => answerOf([...BOTH, ...lines]);
const hospice = (...lines: string[]) => answered('EB*X**45*MA**26', ...lines);

test.each([
  ['<html>502</html>', 'The response is not valid X12: it does not start with ISA.'],
  [
    sample('own-acknowledgement-ta1'),
    "The payer's system acknowledged or refused the question (TA1) without answering it.",
  ],
  [
    sample('own-acknowledgement-999'),
    "The payer's system acknowledged or refused the question (999) without answering it.",
  ],
  [
    sample('own-acknowledgement-999').replace('ST*999*', 'ST**'),
    "The payer's system acknowledged or refused the question (unnamed) without answering it.",
  ],
  [sample('own-acknowledgement-ta1').replace(/TA1[^~]*~\n/, ''), 'The response is empty.'],
  [answerOf(BOTH).replace(/SE\*[\s\S]*/, ''), "Medicare's answer was cut off on the way. Check again."],
  [answerOf(PART_A), 'Medicare responded without saying whether Part B is active on this date.'],
  [
    answerOf(PART_A).replace(/SE\*\d+/, 'SE*20'),
    "Lines of Medicare's answer were lost on the way (6). Check again.",
  ],
  [
    sample('own-relay-could-not-process'),
    'Medicare could not process the request because of a technical failure. Try again.',
  ],
  [
    sample('own-answer-of-a-plan'),
    'This response is from SAMPLE HEALTH PLAN, not from Medicare (CMS). Handoff reads responses from Medicare only.',
  ],
  [
    answerOf(['EB*1*IND*30**MEDICARE PART B', 'EB*C*IND*30***29*257']),
    'Handoff cannot read 2 lines of the response, and the rest does not say whether Part B is active on this date.',
  ],
  [
    answerOf(BOTH, { about: [] }).replace(/SE\*\d+/, 'SE*16'),
    'Part of the response is missing (1 line), and the rest does not say which date it is for. Check again.',
  ],
  [
    answerOf(BOTH, { about: [] }).replace(/SE\*(\d+)\*0001/, 'SE*$1*0002'),
    'The response is not in the expected format (SE02 does not repeat the control number of ST02), and the rest does not say which date it is for. Check again.',
  ],
  [
    answerOf(BOTH, { about: ['DTP*307*D8*2025'] }),
    'The response is not about 06/10/2025: it does not say for which date it holds.',
  ],
  [sample('made-51').replace('**51*', '**X9*'), 'The payer refused the question with code X9.'],
  [sample('made-51').replace('**51*', '***'), 'The payer refused the question with code (none).'],
  [
    sample('made-51').replace('**51*', '**ABCDEFGHIJKL*'),
    'The payer refused the question with code ABCDEFGHIJ.',
  ],
])('no answer %#: %s', (text, message) => {
  expect(told(text)).toEqual([message]);
});

test('an unknown Part A leaves a hospice without a verdict, and other care with a finding', () => {
  const partA = 'Medicare does not clearly say whether Part A is active.';
  expect(told(answerOf(PART_B))).toEqual([partA]);
  expect(told(answerOf(PART_B), 'Hospice')).toEqual([
    'Medicare responded without saying whether Part A, which hospice care needs, is active on this date.',
  ]);
  // Without Part B the answer is no, regardless of Part A.
  expect(judged(answerOf(['EB*6**30*MB']), 'Hospice').flags).toBe('0000');
});

test.each<[string, string, string[]]>([
  [
    'revoked within its period',
    hospice('DTP*292*RD8*20250501-20250620', 'MSG*Revocation Code - 1'),
    [
      'The patient is in hospice care with an agency Medicare does not name from 05/01/2025 to 06/20/2025. The patient revoked it as of the end of that period.',
    ],
  ],
  [
    'revoked without a date',
    hospice('DTP*292*D8*20250501', 'MSG*Revocation Code - 1'),
    [
      'Hospice care with an agency Medicare does not name from 05/01/2025 was revoked, but Medicare gives no date for that: confirm it.',
    ],
  ],
  [
    'our own',
    hospice('DTP*292*D8*20250501', 'LS*2120', 'NM1*1P*2******XX*1999999984', 'LE*2120'),
    ['The patient is in hospice care with this agency from 05/01/2025.'],
  ],
])('hospice care %s', (_what, text, texts) => {
  expect(told(text)).toEqual(texts);
});

const billed = (end: string) => answered('EB*X**42***26', `DTP*472*RD8*20250401-${end}`);

test('the look-back of a hospice includes its last day, and so does that of home health', () => {
  // 30 days before the date of service, 06/10/2025, is 05/11/2025.
  const settings = { ...sampleSettings, hospiceLookBackDays: 30, homeHealthLookBackDays: 30 };
  const ended = (end: string) => judged(hospice(`DTP*292*RD8*20250401-${end}`), 'Home Care', settings).found;
  expect(ended('20250511')).toEqual(['issue hospiceDischargeUnconfirmed']);
  expect(ended('20250510')).toEqual(['notice hospiceEarlier']);
  expect(judged(billed('20250511'), 'Home Care', settings).found).toEqual(['notice homeHealthEnded']);
  expect(judged(billed('20250510'), 'Home Care', settings).found).toEqual([]);
});

const used = (count: number) => answered(`EB*D**45*MA**26***99*${count}`);

test('only a hospice learns that the third benefit period needs a visit', () => {
  const visit =
    'Medicare counts 2 hospice benefit periods: the next is the third or later and needs a face-to-face visit first.';
  expect(told(used(2), 'Hospice')).toEqual([visit]);
  expect(told(used(1), 'Hospice')).toEqual([]);
  expect(told(used(2))).toEqual([]);
});

test.each<[string, string[], string]>([
  ['Medicaid', ['EB*1**30*MC'], 'The patient has Medicaid (Medicare gave no dates for it).'],
  [
    'Medicaid, told three times',
    ['EB*A**30*MC', 'EB*C**30*MC', 'DTP*290*D8*20200101', 'EB*1**30*MC*NJ PLAN', 'DTP*290*D8*20210101'],
    'The patient has Medicaid, NJ PLAN, from 01/01/2021.',
  ],
  [
    'a transplant',
    ['EB*D**14*MA', 'DTP*096*D8*20230405'],
    'The patient has end-stage renal disease, transplant 04/05/2023.',
  ],
  [
    'a line no one can read',
    ['EB*V**30*MA'],
    'The response has a line that Handoff cannot read. Review it before relying on the result.',
  ],
  [
    'lines no one can read',
    ['EB*V**30*MA', 'EB*V**42*MA'],
    'The response has 2 lines that Handoff cannot read. Review them before relying on the result.',
  ],
])('good to know: %s', (_what, lines, text) => {
  expect(told(answered(...lines))).toEqual([text]);
});

test.each<[string, (text: string) => string, string]>([
  [
    'one line is missing',
    (text) => text.replace(/SE\*(\d+)/, (_all, count) => `SE*${Number(count) + 1}`),
    'Part of the response is missing (1 line): there may be more than is shown here. SE01 says 17, 16 segments were counted.',
  ],
  [
    'two lines are missing',
    (text) => text.replace(/SE\*(\d+)/, (_all, count) => `SE*${Number(count) + 2}`),
    'Part of the response is missing (2 lines): there may be more than is shown here. SE01 says 18, 16 segments were counted.',
  ],
  [
    'no one counted them',
    (text) => text.replace(/SE\*\d+/, 'SE*'),
    'The response is not in the expected format: SE01 says nothing, 16 segments were counted.',
  ],
  [
    'its numbers differ',
    (text) =>
      text
        .replace(/(SE\*\d+)\*0001/, '$1*0002')
        .replace('GE*1*1', 'GE*1*2')
        .replace('IEA*1*000000007~\n', ''),
    'The response is not in the expected format: IEA is missing. GE02 does not repeat the control number of GS. SE02 does not repeat the control number of ST02.',
  ],
  [
    'its end is cut off',
    (text) => text.trim().slice(0, -1),
    'The response is not in the expected format: The last segment has no terminator.',
  ],
])('the answer is damaged: %s', (_what, damage, text) => {
  expect(told(damage(answerOf(BOTH)))).toEqual([text]);
});

test('Part B that ends soon and continues at once does not end', () => {
  const [partB] = PART_B;
  const until = [partB ?? '', 'DTP*291*RD8*20180301-20250630'];
  const ends = ['Part B ends on 06/30/2025.'];
  expect(told(answerOf([...PART_A, ...until]))).toEqual(ends);
  expect(told(answerOf([...PART_A, ...until, partB ?? '', 'DTP*291*D8*20250701']))).toEqual([]);
  const before = [partB ?? '', 'DTP*291*RD8*20100101-20121231'];
  expect(told(answerOf([...PART_A, ...until, ...before]))).toEqual(ends);
});

test('a death after the day is a notice, and findings are ordered by severity', () => {
  const died = answerOf(['EB*6**30*MB', ...PART_A, 'EB*X**45*MA', 'DTP*292*D8*20250501'], {
    about: ['DTP*307*D8*20250610', 'DTP*442*D8*20250611'],
  });
  expect(judged(died).found).toEqual(['blocker noPartB', 'issue hospiceOpen', 'notice diedLater']);
  expect(told(died)[2]).toBe('Medicare has a date of death: 06/11/2025. It is after the date of service.');
});
