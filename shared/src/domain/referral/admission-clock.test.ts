import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AdmissionDate,
  admissionDates,
  type AdmissionFacts,
  admissionRules,
  type AdmissionRuleName,
} from './admission-clock.ts';

const nothing: AdmissionFacts = {
  care: 'Home Care',
  today: '2026-11-27',
  receivedOn: '2026-11-25',
  dischargedOn: '',
  requestedStart: '',
  startedOn: '',
  seenOn: '',
  noticeFiledOn: '',
  planFrom: '',
  checkedOn: '',
  periodsUsed: 0,
};
const hospice = { care: 'Hospice' } as const;

type Expected = [from: string | undefined, by: string, state: AdmissionDate['state']] | undefined;
type Row = [what: string, rule: AdmissionRuleName, facts: Partial<AdmissionFacts>, expected: Expected];

const none = undefined;
const INITIAL = '42 CFR 484.55(a)(1)';
const ENCOUNTER = '42 CFR 424.22(a)(1)(v)';
const NOA = '42 CFR 484.205(j)';
const OASIS = '42 CFR 484.55(b)(1)';
const RECERTIFIED = '42 CFR 424.22(b)(1), 484.55(d)(1)';
const PLAN = 'Claims Processing Manual ch. 10, 10.1.23';
const ELECTED = '42 CFR 418.54';
const CERTIFIED = '42 CFR 418.22(a)(3)';
const NOE = '42 CFR 418.24(e)';
const VISIT = '42 CFR 418.22(a)(4)';
const PERIODS = '42 CFR 418.21(a)';

/** Each row cites what it was worked out from. */
const rows: Row[] = [
  [`${INITIAL}: 48 hours after the referral`, 'initialVisit', {}, [none, '2026-11-27', 'open']],
  [`${INITIAL}: late after that`, 'initialVisit', { today: '2026-11-28' }, [none, '2026-11-27', 'late']],
  [
    `${INITIAL}: 48 hours after the return home`,
    'initialVisit',
    { dischargedOn: '2026-11-30' },
    [none, '2026-12-02', 'open'],
  ],
  [
    `${INITIAL}: a discharge before the referral moves nothing`,
    'initialVisit',
    { dischargedOn: '2026-11-01' },
    [none, '2026-11-27', 'open'],
  ],
  [
    `${INITIAL}: on the ordered day`,
    'initialVisit',
    { requestedStart: '2026-12-05' },
    [none, '2026-12-05', 'open'],
  ],
  [
    `${INITIAL}: the ordered day wins over the return home`,
    'initialVisit',
    { requestedStart: '2026-12-05', dischargedOn: '2026-11-30' },
    [none, '2026-12-05', 'open'],
  ],
  [
    `${INITIAL}: done with the start of care`,
    'initialVisit',
    { startedOn: '2026-11-26' },
    [none, '2026-11-27', 'done'],
  ],
  [
    `${INITIAL}: started too late`,
    'initialVisit',
    { startedOn: '2026-11-29', today: '2026-11-30' },
    [none, '2026-11-27', 'wrong day'],
  ],
  [`${INITIAL}: not for a hospice`, 'initialVisit', hospice, none],
  [
    `${INITIAL}: over the end of a year`,
    'initialVisit',
    { receivedOn: '2026-12-30' },
    [none, '2027-01-01', 'open'],
  ],

  [`${ENCOUNTER}: unknown without a start`, 'faceToFace', {}, none],
  [
    `${ENCOUNTER}: counted from the requested start`,
    'faceToFace',
    { requestedStart: '2026-12-01' },
    ['2026-09-02', '2026-12-31', 'open'],
  ],
  [
    `${ENCOUNTER}: the actual start counts`,
    'faceToFace',
    { requestedStart: '2026-12-01', startedOn: '2026-11-26' },
    ['2026-08-28', '2026-12-26', 'open'],
  ],
  [
    `${ENCOUNTER}: the 90th day before is in time`,
    'faceToFace',
    { requestedStart: '2026-12-01', seenOn: '2026-09-02' },
    ['2026-09-02', '2026-12-31', 'done'],
  ],
  [
    `${ENCOUNTER}: the 91st is not`,
    'faceToFace',
    { requestedStart: '2026-12-01', seenOn: '2026-09-01' },
    ['2026-09-02', '2026-12-31', 'wrong day'],
  ],
  [
    `${ENCOUNTER}: the 30th day after is in time`,
    'faceToFace',
    { startedOn: '2026-10-01', seenOn: '2026-10-31' },
    ['2026-07-03', '2026-10-31', 'done'],
  ],
  [
    `${ENCOUNTER}: the 31st is not`,
    'faceToFace',
    { startedOn: '2026-10-01', seenOn: '2026-11-01' },
    ['2026-07-03', '2026-10-31', 'wrong day'],
  ],
  [
    `${ENCOUNTER}: late without one`,
    'faceToFace',
    { startedOn: '2026-10-01' },
    ['2026-07-03', '2026-10-31', 'late'],
  ],
  [
    `${ENCOUNTER}: over a leap day`,
    'faceToFace',
    { startedOn: '2028-03-01', today: '2028-03-01' },
    ['2027-12-02', '2028-03-31', 'open'],
  ],

  [`${NOA}: unknown without a start`, 'noticeOfAdmission', {}, none],
  [`${NOA}: day 5`, 'noticeOfAdmission', { startedOn: '2026-11-26' }, [none, '2026-12-01', 'open']],
  [
    `${NOA}: weekends and holidays count`,
    'noticeOfAdmission',
    { startedOn: '2026-12-23' },
    [none, '2026-12-28', 'open'],
  ],
  [
    `${NOA}: planned from the requested start`,
    'noticeOfAdmission',
    { requestedStart: '2026-12-01' },
    [none, '2026-12-06', 'open'],
  ],
  [
    `${NOA}: filed on day 5`,
    'noticeOfAdmission',
    { startedOn: '2026-11-20', noticeFiledOn: '2026-11-25' },
    [none, '2026-11-25', 'done'],
  ],
  [
    `${NOA}: filed on day 6`,
    'noticeOfAdmission',
    { startedOn: '2026-11-20', noticeFiledOn: '2026-11-26' },
    [none, '2026-11-25', 'wrong day'],
  ],
  [`${NOA}: late`, 'noticeOfAdmission', { startedOn: '2026-11-20' }, [none, '2026-11-25', 'late']],
  [
    `${NOA}: none for a plan that pays`,
    'noticeOfAdmission',
    { startedOn: '2026-11-20', planFrom: '2026-01-01' },
    none,
  ],
  [
    `${NOA}: none for a plan from the first day of care`,
    'noticeOfAdmission',
    { startedOn: '2026-11-20', planFrom: '2026-11-20' },
    none,
  ],
  [
    `${NOA}: until a plan begins, Medicare pays`,
    'noticeOfAdmission',
    { startedOn: '2026-11-26', planFrom: '2027-01-01' },
    [none, '2026-12-01', 'open'],
  ],
  [`${NOA}: not for a hospice`, 'noticeOfAdmission', { ...hospice, startedOn: '2026-11-26' }, none],

  [`${OASIS}: day 5`, 'comprehensiveAssessment', { startedOn: '2026-11-26' }, [none, '2026-12-01', 'open']],
  [
    `${OASIS}: a plan changes nothing`,
    'comprehensiveAssessment',
    { startedOn: '2026-11-26', planFrom: '2026-01-01' },
    [none, '2026-12-01', 'open'],
  ],
  [`${OASIS}: unknown without a start`, 'comprehensiveAssessment', {}, none],

  [
    `${RECERTIFIED}: days 56 to 60`,
    'recertification',
    { startedOn: '2026-11-26' },
    ['2027-01-20', '2027-01-24', 'open'],
  ],
  [
    `${RECERTIFIED}: on day 60, still the first period`,
    'recertification',
    { startedOn: '2026-09-29' },
    ['2026-11-23', '2026-11-27', 'open'],
  ],
  [
    `${RECERTIFIED}: on day 61, the second`,
    'recertification',
    { startedOn: '2026-09-28' },
    ['2027-01-21', '2027-01-25', 'open'],
  ],
  [
    `${RECERTIFIED}: the third period`,
    'recertification',
    { startedOn: '2026-07-30' },
    ['2027-01-21', '2027-01-25', 'open'],
  ],
  [
    `${RECERTIFIED}: before care begins`,
    'recertification',
    { requestedStart: '2026-12-01' },
    ['2027-01-25', '2027-01-29', 'open'],
  ],
  [`${RECERTIFIED}: unknown without a start`, 'recertification', {}, none],

  [
    `${PLAN}: the day before the plan`,
    'dischargeBeforePlan',
    { startedOn: '2026-11-26', planFrom: '2027-01-01' },
    [none, '2026-12-31', 'open'],
  ],
  [
    `${PLAN}: nothing when the plan came first`,
    'dischargeBeforePlan',
    { startedOn: '2026-11-26', planFrom: '2026-01-01' },
    none,
  ],
  [
    `${PLAN}: nothing for a plan from the first day of care`,
    'dischargeBeforePlan',
    { startedOn: '2026-11-26', planFrom: '2026-11-26' },
    none,
  ],
  [`${PLAN}: nothing without a plan`, 'dischargeBeforePlan', { startedOn: '2026-11-26' }, none],
  [
    `${PLAN}: back-dated, so already late`,
    'dischargeBeforePlan',
    { startedOn: '2026-10-10', planFrom: '2026-11-01' },
    [none, '2026-10-31', 'late'],
  ],
  [
    `${PLAN}: a hospice patient stays with Medicare (42 CFR 422.320)`,
    'dischargeBeforePlan',
    { ...hospice, startedOn: '2026-11-26', planFrom: '2027-01-01' },
    none,
  ],
  [
    `${PLAN}: a week after the last check`,
    'weeklyCheck',
    { startedOn: '2026-11-20', planFrom: '2026-01-01', checkedOn: '2026-11-21' },
    [none, '2026-11-28', 'open'],
  ],
  [
    `${PLAN}: late after a week`,
    'weeklyCheck',
    { startedOn: '2026-11-10', planFrom: '2026-01-01', checkedOn: '2026-11-12' },
    [none, '2026-11-19', 'late'],
  ],
  [
    `${PLAN}: no weekly check before care begins`,
    'weeklyCheck',
    { requestedStart: '2026-12-01', planFrom: '2026-01-01', checkedOn: '2026-11-21' },
    none,
  ],
  [
    `${PLAN}: no weekly check without a plan`,
    'weeklyCheck',
    { startedOn: '2026-11-20', checkedOn: '2026-11-21' },
    none,
  ],

  [
    `${ELECTED}(a): 48 hours`,
    'hospiceInitialVisit',
    { ...hospice, startedOn: '2026-11-26' },
    [none, '2026-11-28', 'open'],
  ],
  [`${ELECTED}(a): not for home health`, 'hospiceInitialVisit', { startedOn: '2026-11-26' }, none],
  [
    `${ELECTED}(b): day 5`,
    'hospiceComprehensiveAssessment',
    { ...hospice, startedOn: '2026-11-26' },
    [none, '2026-12-01', 'open'],
  ],
  [
    `${CERTIFIED}: 15 days before to 2 after`,
    'certification',
    { ...hospice, requestedStart: '2026-12-01' },
    ['2026-11-16', '2026-12-03', 'open'],
  ],
  [
    `${CERTIFIED}: late on day 3`,
    'certification',
    { ...hospice, startedOn: '2026-11-24' },
    ['2026-11-09', '2026-11-26', 'late'],
  ],

  [
    `${NOE}: day 5`,
    'noticeOfElection',
    { ...hospice, startedOn: '2026-11-26' },
    [none, '2026-12-01', 'open'],
  ],
  [
    `${NOE}: with a plan too (42 CFR 422.320)`,
    'noticeOfElection',
    { ...hospice, startedOn: '2026-11-26', planFrom: '2026-01-01' },
    [none, '2026-12-01', 'open'],
  ],
  [
    `${NOE}: filed in time`,
    'noticeOfElection',
    { ...hospice, startedOn: '2026-11-20', noticeFiledOn: '2026-11-20' },
    [none, '2026-11-25', 'done'],
  ],
  [
    `${NOE}: filed on day 6`,
    'noticeOfElection',
    { ...hospice, startedOn: '2026-11-20', noticeFiledOn: '2026-11-26' },
    [none, '2026-11-25', 'wrong day'],
  ],
  [`${NOE}: late`, 'noticeOfElection', { ...hospice, startedOn: '2026-11-20' }, [none, '2026-11-25', 'late']],

  [
    `${VISIT}: none before the first period`,
    'hospiceFaceToFace',
    { ...hospice, startedOn: '2026-11-26' },
    none,
  ],
  [
    `${VISIT}: before the third, which is next`,
    'hospiceFaceToFace',
    { ...hospice, startedOn: '2026-11-26', periodsUsed: 1 },
    ['2027-01-25', '2027-02-23', 'open'],
  ],
  [
    `${VISIT}: before an admission in the third`,
    'hospiceFaceToFace',
    { ...hospice, requestedStart: '2026-12-10', periodsUsed: 2 },
    ['2026-11-10', '2026-12-09', 'open'],
  ],
  [
    `${VISIT}: missed before the admission`,
    'hospiceFaceToFace',
    { ...hospice, startedOn: '2026-11-20', periodsUsed: 2 },
    ['2026-10-21', '2026-11-19', 'late'],
  ],
  [
    `${VISIT}: made before it, so the fourth is next`,
    'hospiceFaceToFace',
    { ...hospice, startedOn: '2026-11-20', periodsUsed: 2, seenOn: '2026-11-10' },
    ['2026-12-20', '2027-01-18', 'open'],
  ],
  [
    `${VISIT}: too early`,
    'hospiceFaceToFace',
    { ...hospice, requestedStart: '2026-12-10', periodsUsed: 2, seenOn: '2026-11-09' },
    ['2026-11-10', '2026-12-09', 'open'],
  ],
  [
    `${VISIT}: not again for an old visit`,
    'hospiceFaceToFace',
    { ...hospice, startedOn: '2026-05-01', seenOn: '2026-04-20' },
    ['2026-11-27', '2026-12-26', 'open'],
  ],

  [
    `${PERIODS}: the first has 90 days`,
    'hospiceRecertification',
    { ...hospice, startedOn: '2026-11-26' },
    ['2027-02-09', '2027-02-23', 'open'],
  ],
  [
    `${PERIODS}: the second has 90 days`,
    'hospiceRecertification',
    { ...hospice, startedOn: '2026-11-26', periodsUsed: 1 },
    ['2027-02-09', '2027-02-23', 'open'],
  ],
  [
    `${PERIODS}: the third has 60`,
    'hospiceRecertification',
    { ...hospice, startedOn: '2026-11-26', periodsUsed: 2 },
    ['2027-01-10', '2027-01-24', 'open'],
  ],
  [
    `${PERIODS}: after 90, 90 and 60 days`,
    'hospiceRecertification',
    { ...hospice, startedOn: '2026-03-01' },
    ['2026-12-11', '2026-12-25', 'open'],
  ],
  [`${PERIODS}: unknown without an election`, 'hospiceRecertification', hospice, none],
];

test.each(rows)('%s', (_what, rule, changed, expected) => {
  const found = admissionDates({ ...nothing, ...changed }).find((date) => date.rule === rule);
  expect(found && [found.from, found.by, found.state]).toEqual(expected);
});

test('every rule has rows, and names its source', () => {
  for (const [name, { source }] of Object.entries(admissionRules)) {
    expect(rows.filter(([, rule]) => rule === name).length, name).toBeGreaterThan(0);
    expect(source).toMatch(/^42 CFR \d|^Medicare Claims Processing Manual, ch\. \d/);
  }
});

test('what is open comes first, by its last day', () => {
  const dates = admissionDates({ ...nothing, startedOn: '2026-11-26', seenOn: '2026-11-20' });
  expect(dates.map(({ rule }) => rule)).toEqual([
    'noticeOfAdmission',
    'comprehensiveAssessment',
    'recertification',
    'initialVisit',
    'faceToFace',
  ]);
});

test('a changed fact moves only the dates that depend on it', () => {
  const day = fc
    .integer({ min: 0, max: 900 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
  const maybe = fc.oneof(fc.constant(''), day);
  const drawn = {
    today: day,
    receivedOn: day,
    dischargedOn: maybe,
    requestedStart: maybe,
    startedOn: maybe,
    seenOn: maybe,
    noticeFiledOn: maybe,
    planFrom: maybe,
    checkedOn: maybe,
    periodsUsed: fc.integer({ min: 0, max: 9 }),
  };
  const care = fc.constantFrom('Home Care' as const, 'Hospice' as const);
  const facts = fc.record({ care, ...drawn });
  const names = fc.constantFrom(...Object.keys(drawn));
  fc.assert(
    fc.property(facts, facts, names, (before, other, changed) => {
      const after = {
        ...before,
        ...Object.fromEntries(Object.entries(other).filter(([name]) => name === changed)),
      };
      for (const [rule, { reads }] of Object.entries(admissionRules)) {
        const days = [before, after].map((each) => {
          const date = admissionDates(each).find((one) => one.rule === rule);
          return date && [date.from, date.by];
        });
        if (!reads.some((name) => name === changed)) expect(days[1], rule).toEqual(days[0]);
      }
    }),
    { numRuns: 500 },
  );
});
