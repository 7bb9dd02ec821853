import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admissionDates, type AdmissionFacts, admissionRules } from './admission-clock.ts';

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

interface Cited {
  rule: string;
  cites: string;
  cases: [what: string, facts: Partial<AdmissionFacts>, expected: string][];
}

const table: Cited[] = [
  {
    rule: 'initialVisit',
    cites: '42 CFR 484.55(a)(1)',
    cases: [
      ['48 hours after the referral', {}, '2026-11-27, open'],
      ['late after that', { today: '2026-11-28' }, '2026-11-27, late'],
      ['48 hours after the return home', { dischargedOn: '2026-11-30' }, '2026-12-02, open'],
      ['a discharge before the referral moves nothing', { dischargedOn: '2026-11-01' }, '2026-11-27, open'],
      ['on the ordered day', { requestedStart: '2026-12-05' }, '2026-12-05, open'],
      [
        'the ordered day wins over the return home',
        { requestedStart: '2026-12-05', dischargedOn: '2026-11-30' },
        '2026-12-05, open',
      ],
      ['done with the start of care', { startedOn: '2026-11-26' }, '2026-11-27, done'],
      ['started too late', { startedOn: '2026-11-29', today: '2026-11-30' }, '2026-11-27, wrong day'],
      ['not for a hospice', hospice, 'none'],
      ['over the end of a year', { receivedOn: '2026-12-30' }, '2027-01-01, open'],
    ],
  },
  {
    rule: 'faceToFace',
    cites: '42 CFR 424.22(a)(1)(v)',
    cases: [
      ['unknown without a start', {}, 'none'],
      [
        'counted from the requested start',
        { requestedStart: '2026-12-01' },
        '2026-09-02 to 2026-12-31, open',
      ],
      [
        'the actual start counts',
        { requestedStart: '2026-12-01', startedOn: '2026-11-26' },
        '2026-08-28 to 2026-12-26, open',
      ],
      [
        'the 90th day before is in time',
        { requestedStart: '2026-12-01', seenOn: '2026-09-02' },
        '2026-09-02 to 2026-12-31, done',
      ],
      [
        'the 91st is not',
        { requestedStart: '2026-12-01', seenOn: '2026-09-01' },
        '2026-09-02 to 2026-12-31, wrong day',
      ],
      [
        'the 30th day after is in time',
        { startedOn: '2026-10-01', seenOn: '2026-10-31' },
        '2026-07-03 to 2026-10-31, done',
      ],
      [
        'the 31st is not',
        { startedOn: '2026-10-01', seenOn: '2026-11-01' },
        '2026-07-03 to 2026-10-31, wrong day',
      ],
      ['late without one', { startedOn: '2026-10-01' }, '2026-07-03 to 2026-10-31, late'],
      ['over a leap day', { startedOn: '2028-03-01', today: '2028-03-01' }, '2027-12-02 to 2028-03-31, open'],
    ],
  },
  {
    rule: 'noticeOfAdmission',
    cites: '42 CFR 484.205(j)',
    cases: [
      ['unknown without a start', {}, 'none'],
      ['day 5', { startedOn: '2026-11-26' }, '2026-12-01, open'],
      ['weekends and holidays count', { startedOn: '2026-12-23' }, '2026-12-28, open'],
      ['planned from the requested start', { requestedStart: '2026-12-01' }, '2026-12-06, open'],
      ['filed on day 5', { startedOn: '2026-11-20', noticeFiledOn: '2026-11-25' }, '2026-11-25, done'],
      [
        'a filing that is planned is none',
        { startedOn: '2026-11-26', noticeFiledOn: '2026-11-30' },
        '2026-12-01, open',
      ],
      ['filed on day 6', { startedOn: '2026-11-20', noticeFiledOn: '2026-11-26' }, '2026-11-25, wrong day'],
      ['late', { startedOn: '2026-11-20' }, '2026-11-25, late'],
      ['none for a plan that pays', { startedOn: '2026-11-20', planFrom: '2026-01-01' }, 'none'],
      [
        'none for a plan from the first day of care',
        { startedOn: '2026-11-20', planFrom: '2026-11-20' },
        'none',
      ],
      [
        'until a plan begins, Medicare pays',
        { startedOn: '2026-11-26', planFrom: '2027-01-01' },
        '2026-12-01, open',
      ],
      ['not for a hospice', { ...hospice, startedOn: '2026-11-26' }, 'none'],
    ],
  },
  {
    rule: 'comprehensiveAssessment',
    cites: '42 CFR 484.55(b)(1)',
    cases: [
      ['day 5', { startedOn: '2026-11-26' }, '2026-12-01, open'],
      ['past after that', { startedOn: '2026-11-20' }, '2026-11-25, past'],
      ['a plan changes nothing', { startedOn: '2026-11-26', planFrom: '2026-01-01' }, '2026-12-01, open'],
      ['unknown without a start', {}, 'none'],
    ],
  },
  {
    rule: 'recertification',
    cites: '42 CFR 424.22(b)(1), 484.55(d)(1)',
    cases: [
      ['days 56 to 60', { startedOn: '2026-11-26' }, '2027-01-20 to 2027-01-24, open'],
      ['on day 60, still the first period', { startedOn: '2026-09-29' }, '2026-11-23 to 2026-11-27, open'],
      ['on day 61, the second', { startedOn: '2026-09-28' }, '2027-01-21 to 2027-01-25, open'],
      ['the third period', { startedOn: '2026-07-30' }, '2027-01-21 to 2027-01-25, open'],
      ['before care begins', { requestedStart: '2026-12-01' }, '2027-01-25 to 2027-01-29, open'],
      ['unknown without a start', {}, 'none'],
    ],
  },
  {
    rule: 'dischargeBeforePlan',
    cites: 'Claims Processing Manual ch. 10, 10.1.23',
    cases: [
      ['the day before the plan', { startedOn: '2026-11-26', planFrom: '2027-01-01' }, '2026-12-31, open'],
      ['nothing when the plan came first', { startedOn: '2026-11-26', planFrom: '2026-01-01' }, 'none'],
      [
        'nothing for a plan from the first day of care',
        { startedOn: '2026-11-26', planFrom: '2026-11-26' },
        'none',
      ],
      ['nothing without a plan', { startedOn: '2026-11-26' }, 'none'],
      [
        'back-dated, so already late',
        { startedOn: '2026-10-10', planFrom: '2026-11-01' },
        '2026-10-31, late',
      ],
      [
        'a hospice patient stays with Medicare (42 CFR 422.320)',
        { ...hospice, startedOn: '2026-11-26', planFrom: '2027-01-01' },
        'none',
      ],
    ],
  },
  {
    rule: 'weeklyCheck',
    cites: 'Claims Processing Manual ch. 10, 10.1.23',
    cases: [
      [
        'a week after the last check',
        { startedOn: '2026-11-20', planFrom: '2026-01-01', checkedOn: '2026-11-21' },
        '2026-11-28, open',
      ],
      [
        'late after a week',
        { startedOn: '2026-11-10', planFrom: '2026-01-01', checkedOn: '2026-11-12' },
        '2026-11-19, late',
      ],
      [
        'no weekly check before care begins',
        { requestedStart: '2026-12-01', planFrom: '2026-01-01', checkedOn: '2026-11-21' },
        'none',
      ],
      ['no weekly check without a plan', { startedOn: '2026-11-20', checkedOn: '2026-11-21' }, 'none'],
    ],
  },
  {
    rule: 'hospiceInitialVisit',
    cites: '42 CFR 418.54(a)',
    cases: [
      ['48 hours', { ...hospice, startedOn: '2026-11-26' }, '2026-11-28, open'],
      ['not for home health', { startedOn: '2026-11-26' }, 'none'],
    ],
  },
  {
    rule: 'hospiceComprehensiveAssessment',
    cites: '42 CFR 418.54(b)',
    cases: [['day 5', { ...hospice, startedOn: '2026-11-26' }, '2026-12-01, open']],
  },
  {
    rule: 'certification',
    cites: '42 CFR 418.22(a)(3)',
    cases: [
      [
        '15 days before to 2 after',
        { ...hospice, requestedStart: '2026-12-01' },
        '2026-11-16 to 2026-12-03, open',
      ],
      [
        'past on day 3; no fact says whether it was made',
        { ...hospice, startedOn: '2026-11-24' },
        '2026-11-09 to 2026-11-26, past',
      ],
    ],
  },
  {
    rule: 'noticeOfElection',
    cites: '42 CFR 418.24(e)',
    cases: [
      ['day 5', { ...hospice, startedOn: '2026-11-26' }, '2026-12-01, open'],
      [
        'with a plan too (42 CFR 422.320)',
        { ...hospice, startedOn: '2026-11-26', planFrom: '2026-01-01' },
        '2026-12-01, open',
      ],
      [
        'filed in time',
        { ...hospice, startedOn: '2026-11-20', noticeFiledOn: '2026-11-20' },
        '2026-11-25, done',
      ],
      [
        'filed on day 6',
        { ...hospice, startedOn: '2026-11-20', noticeFiledOn: '2026-11-26' },
        '2026-11-25, wrong day',
      ],
      ['late', { ...hospice, startedOn: '2026-11-20' }, '2026-11-25, late'],
    ],
  },
  {
    rule: 'hospiceFaceToFace',
    cites: '42 CFR 418.22(a)(4)',
    cases: [
      ['none before the first period', { ...hospice, startedOn: '2026-11-26' }, 'none'],
      [
        'before the third, which is next',
        { ...hospice, startedOn: '2026-11-26', periodsUsed: 1 },
        '2027-01-25 to 2027-02-23, open',
      ],
      [
        'before an admission in the third',
        { ...hospice, requestedStart: '2026-12-10', periodsUsed: 2 },
        '2026-11-10 to 2026-12-09, open',
      ],
      [
        'missed before the admission',
        { ...hospice, startedOn: '2026-11-20', periodsUsed: 2 },
        '2026-10-21 to 2026-11-19, late',
      ],
      [
        'made before it, so the fourth is next',
        { ...hospice, startedOn: '2026-11-20', periodsUsed: 2, seenOn: '2026-11-10' },
        '2026-12-20 to 2027-01-18, open',
      ],
      [
        'too early',
        { ...hospice, requestedStart: '2026-12-10', periodsUsed: 2, seenOn: '2026-11-09' },
        '2026-11-10 to 2026-12-09, open',
      ],
      [
        'not again for an old visit',
        { ...hospice, startedOn: '2026-05-01', seenOn: '2026-04-20' },
        '2026-11-27 to 2026-12-26, open',
      ],
    ],
  },
  {
    rule: 'hospiceRecertification',
    cites: '42 CFR 418.21(a)',
    cases: [
      ['the first has 90 days', { ...hospice, startedOn: '2026-11-26' }, '2027-02-09 to 2027-02-23, open'],
      [
        'the second has 90 days',
        { ...hospice, startedOn: '2026-11-26', periodsUsed: 1 },
        '2027-02-09 to 2027-02-23, open',
      ],
      [
        'the third has 60',
        { ...hospice, startedOn: '2026-11-26', periodsUsed: 2 },
        '2027-01-10 to 2027-01-24, open',
      ],
      ['after 90, 90 and 60 days', { ...hospice, startedOn: '2026-03-01' }, '2026-12-11 to 2026-12-25, open'],
      ['unknown without an election', hospice, 'none'],
    ],
  },
];

function shown(rule: string, facts: AdmissionFacts): string {
  const date = admissionDates(facts).find((each) => each.rule === rule);
  if (!date) return 'none';
  return `${date.from === undefined ? '' : `${date.from} to `}${date.by}, ${date.state}`;
}

describe.each(table)('$rule, $cites', ({ rule, cases }) => {
  test.each(cases)('%s', (_what, changed, expected) => {
    expect(shown(rule, { ...nothing, ...changed })).toBe(expected);
  });
});

test('at least 60 cases cover every rule, and each rule names its source', () => {
  expect(table.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(60);
  expect(new Set(table.map(({ rule }) => rule))).toEqual(new Set(Object.keys(admissionRules)));
  for (const { source } of Object.values(admissionRules))
    expect(source).toMatch(/^42 CFR \d|^Medicare Claims Processing Manual, ch\. \d/);
});

test('an open date comes first, by its last day', () => {
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
      const [former, next] = [daysOf(before), daysOf(after)];
      const unmoved = Object.entries(admissionRules).filter(
        ([, { reads }]) => !reads.some((name) => name === changed),
      );
      expect(unmoved.map(([rule]) => next[rule])).toEqual(unmoved.map(([rule]) => former[rule]));
    }),
    { numRuns: 500 },
  );
});

const daysOf = (facts: AdmissionFacts) =>
  Object.fromEntries(admissionDates(facts).map(({ rule, from, by }) => [rule, [from, by]]));
