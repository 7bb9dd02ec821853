import { expect, test } from 'vitest';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import type { Category } from '@handoff/shared/domain/eligibility/settings';
import { judged, sampleSettings } from '../../../../testing/eligibility/sample-answers.ts';
import { answerOf, BOTH, PART_A, PART_B } from '../../../../testing/eligibility/answer-row.ts';

// The verdict on Parts A and B when lines are lost, unreadable or contradictory.

const [partA = '', partB = ''] = [PART_A[0], PART_B[0]];
const until = (part: string, period: string) => [part, `DTP*291*${period}`];
const denied = 'EB*6**30*MB';

function told(text: string, category: Category = 'Home Care', settings = sampleSettings): Partial<Finding>[] {
  const { verdict } = judged(text, category, settings);
  return verdict.kind === 'notCompleted' ? [{ Text: verdict.message }] : verdict.findings;
}

/** Raises the count, as if this many lines had been lost. */
const losing = (count: number, text: string) =>
  text.replace(/SE\*(\d+)/, (_all, counted) => `SE*${Number(counted) + count}`);

test('an unreadable date may be the one that covers the day', () => {
  const unsaid = [{ Text: 'Medicare responded without saying whether Part B is active on this date.' }];
  const unreadable = until(partB, 'D8*20250230');
  const ended = until(partB, 'RD8*20100101-20121231');
  expect(told(answerOf([...PART_A, ...unreadable]))).toEqual(unsaid);
  expect(told(answerOf([...PART_A, ...ended, ...unreadable]))).toEqual(unsaid);
  expect(told(answerOf([...PART_A, ...ended]))).toMatchObject([
    { Code: 'noPartB', Segment: ended.join('~') },
  ]);
});

test('Part B without its dates is not enough', () => {
  const undated = [{ Text: 'Medicare responded with Part B, but without its dates. Check again.' }];
  expect(told(answerOf([...PART_A, partB]))).toEqual(undated);
  expect(told(answerOf([...PART_A, ...until(partB, 'RD8*20100101-20121231'), partB]))).toEqual(undated);
  expect(told(answerOf([...PART_A, partB, ...PART_B]))).toEqual([]);
});

test('a lost line may be the one that ends an entitlement', () => {
  const lost = [{ Text: "Lines of Medicare's answer were lost on the way (2). Check again." }];
  const missing = [{ Code: 'segmentsMissing' }];
  expect(told(losing(2, answerOf([...PART_A, partB])))).toEqual(lost);
  expect(told(losing(2, answerOf([...PART_A, partB, ...PART_B])))).toEqual(lost);
  expect(told(losing(2, answerOf([...BOTH, denied])))).toEqual(lost);
  expect(told(losing(2, answerOf(BOTH)))).toMatchObject(missing);
  expect(told(losing(2, answerOf([...PART_A, denied])))).toMatchObject([{ Code: 'noPartB' }, ...missing]);
});

test('a contradiction is shown with all its lines', () => {
  const [found] = told(answerOf([...BOTH, denied]));
  expect(found).toMatchObject({ Code: 'contradiction', Segment: [...PART_B, denied].join('~') });
});

const textOf = (lines: string[], category?: Category) => told(answerOf(lines), category)[0]?.Text;

test('only home care learns that Part A alone can pay, and only while it does', () => {
  const none = 'Part B does not cover 06/10/2025: it has not begun, or it has ended.';
  const instead = `${none} Part A is active and can pay for home health services on its own: ask billing.`;
  expect(textOf([...PART_A, denied])).toBe(instead);
  expect(textOf([...PART_A, denied], 'Other')).toBe(none);
  expect(textOf(['EB*6**30*MA', denied])).toBe(none);
  const barredA = [...PART_A, 'EB*6**30*MA', 'DTP*307*RD8*20250501-20250720'];
  expect(textOf([...barredA, denied])).toBe(none);
});

test('a barred Part A leaves Part B alone; a hospice is refused for it', () => {
  const barred = answerOf([...BOTH, 'EB*6**30*MA', 'DTP*307*RD8*20250501-20250720']);
  const text = 'Part A benefits are not payable from 05/01/2025 to 07/20/2025.';
  const segment = 'EB*6**30*MA~DTP*307*RD8*20250501-20250720';
  const found = { code: 'partABarred', segment } as const;
  expect(told(barred)).toEqual([
    finding({ ...found, severity: 'notice', text: `${text} Part B is not affected.` }),
  ]);
  const why = `${text} Medicare pays hospice care only with Part A.`;
  expect(told(barred, 'Hospice')).toEqual([finding({ ...found, severity: 'blocker', text: why })]);
});

test('a missing Part A is a notice, with its lines', () => {
  const ended = until(partA, 'RD8*20100101-20121231');
  expect(told(answerOf([...PART_B, ...ended, 'EB*6**30*MA']))).toMatchObject([
    {
      Severity: 'notice',
      Code: 'noPartA',
      Text: 'The person has no Part A on the date of service.',
      Segment: [...ended, 'EB*6**30*MA'].join('~'),
    },
  ]);
});

test('Part B ends soon within the set number of days, including the last one', () => {
  // This is ten days after the date of service, 06/10/2025.
  const settings = { ...sampleSettings, partBEndsSoonDays: 10 };
  const ends = (period: string) =>
    told(answerOf([...PART_A, ...until(partB, period)]), 'Home Care', settings);
  expect(ends('RD8*20180301-20250620')).toMatchObject([{ Text: 'Part B ends on 06/20/2025.' }]);
  expect(ends('RD8*20180301-20250621')).toEqual([]);
  const longer = [...until(partB, 'RD8*20180301-20250615'), ...until(partB, 'RD8*20190301-20260615')];
  expect(told(answerOf([...PART_A, ...longer]), 'Home Care', settings)).toEqual([]);
});

test('a correction by Medicare is reported even without a visible difference', () => {
  const person = ["NM1*IL*1*O'NEIL-NUNEZ*ANA****MI*1EG4TE5MK00", 'DMG*D8*19480312', 'INS*Y*18*001*25'];
  expect(told(answerOf(BOTH, { person }))).toMatchObject([
    { Code: 'demographics', Text: 'Medicare corrected the details you sent.', Segment: 'INS*Y*18*001*25' },
  ]);
});

test('one of many contracts is enough for a payer, and a plan without a number has no contract', () => {
  const settings = {
    ...sampleSettings,
    contractedPayers: [
      { Name: 'Sample Plan', ContractIds: ['H1111', 'H5521'] },
      { Name: 'None', ContractIds: [''] },
    ],
  };
  const plan = (...lines: string[]) =>
    told(answerOf([...BOTH, 'EB*R**30*HN', 'DTP*290*D8*20250101', ...lines]), 'Home Care', settings)[0]?.Text;
  expect(plan('REF*18*H5521')).toBe(
    'The patient is in a plan without a name (H5521) from 01/01/2025, which pays instead of Medicare. This agency has a contract with it (Sample Plan).',
  );
  expect(plan()).toBe(
    'The patient is in a plan without a name from 01/01/2025, which pays instead of Medicare. This agency has no contract with it on file.',
  );
});

const timing = (lines: string[], about: string) => {
  const { verdict } = judged(answerOf([...BOTH, ...lines], { about: [`DTP*307*RD8*${about}-20250610`] }));
  return verdict.kind === 'result' ? verdict.coverage?.HomeHealthTiming : verdict.kind;
};

const period = (dates: string) => ['EB*X**42***26', `DTP*472*${dates}`];

test('home health that begins on the day itself does not precede it', () => {
  // 60 days before the date of service is 04/11/2025.
  expect(timing(period('D8*20250610'), '20250411')).toBe('early');
  expect(timing(period('D8*20250610'), '20250412')).toBeNull();
  expect(timing(period('D8*20250609'), '20250411')).toBe('late');
  expect(timing([...period('RD8*20250301-20250501'), ...period('D8*20250610')], '20250411')).toBe('late');
});
