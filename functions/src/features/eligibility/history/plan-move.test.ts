import { Coverage } from '@handoff/shared/domain/eligibility/result';
import { expect, test } from 'vitest';
import { planMove } from './plan-move.ts';

const part = { Status: 'active', Periods: [], Barred: [] } as const;
const noPlan = { PartA: part, PartB: part, HospicePeriodsUsed: null, HomeHealthTiming: null };

interface Enrollment {
  number?: string;
  name?: string;
  from: string | null;
  to?: string;
}

/** A check at noon in New York of its date of service. */
function checked(day: string, enrollments: Enrollment[] = []) {
  const lists = ['PartD', 'SecondaryPayers', 'Hospice', 'HomeHealth', 'Certifications', 'KidneyDisease'];
  const empty = Object.fromEntries(
    [...lists, 'Assistance', 'Deductibles', 'Therapy', 'DaysLeft'].map((list) => [list, []]),
  );
  const text = [
    'Organization',
    'Type',
    'Kind',
    'Phone',
    'Website',
    'Address',
    'BillOption',
    'BillOptionText',
  ];
  const blank = Object.fromEntries(text.map((field) => [field, '']));
  const MedicareAdvantage = enrollments.map(({ number = 'H5521-013', name = '', from, to = null }) => {
    const [ContractId, PlanId = ''] = number.split('-');
    const IsActive = (from ?? '') <= day && (to === null || to >= day);
    const dates = { From: from, To: to, DatesGiven: from !== null, IsActive };
    return { ...blank, Name: name, ContractId, PlanId, ContractedPayer: null, ...dates };
  });
  return {
    Coverage: Coverage.parse({ ...empty, ...noPlan, MedicareAdvantage }),
    DateOfService: day,
    CheckedAt: `${day}T17:00:00.000Z`,
  };
}

const first = '2026-11-20';
const second = '2026-12-20';

test.each<[what: string, before: Enrollment[], after: Enrollment[], text: string | undefined]>([
  ['no plan', [], [], undefined],
  ['the same plan', [{ from: '2026-01-01' }], [{ from: '2026-01-01' }], undefined],
  [
    'a plan since the last check',
    [],
    [{ from: '2026-12-01' }],
    'A patient moved into a Medicare Advantage plan from 12/01/2026',
  ],
  [
    'a plan that begins before the last check',
    [],
    [{ from: '2026-11-01' }],
    'A patient moved into a Medicare Advantage plan from 11/01/2026, back-dated',
  ],
  [
    'a plan that begins on the day of the last check',
    [],
    [{ from: first }],
    'A patient moved into a Medicare Advantage plan from 11/20/2026, back-dated',
  ],
  [
    'a plan that begins after this check',
    [],
    [{ from: '2027-01-01' }],
    'A patient moves into a Medicare Advantage plan from 01/01/2027',
  ],
  ['a plan that is announced again', [{ from: '2027-01-01' }], [{ from: '2027-01-01' }], undefined],
  [
    'a plan that had been announced',
    [{ from: '2026-12-01' }],
    [{ from: '2026-12-01' }],
    'A patient moved into a Medicare Advantage plan from 12/01/2026',
  ],
  [
    'an announced plan whose beginning moved before the last check',
    [{ from: '2026-12-01' }],
    [{ from: '2026-11-01' }],
    'A patient moved into a Medicare Advantage plan from 11/01/2026, back-dated',
  ],
  [
    'another plan of the contract',
    [{ from: '2026-01-01' }],
    [
      { from: '2026-01-01', to: '2026-11-30' },
      { number: 'H5521-014', from: '2026-12-01' },
    ],
    'A patient moved into a Medicare Advantage plan from 12/01/2026',
  ],
  ['a plan that ended before this check', [], [{ from: '2026-11-01', to: '2026-11-30' }], undefined],
  ['no plan any more', [{ from: '2026-01-01' }], [], undefined],
  [
    'a plan without dates and number',
    [],
    [{ number: '', name: 'Sample Plan', from: null }],
    'A patient moved into a Medicare Advantage plan',
  ],
  [
    'two plans, of which the earlier is named',
    [],
    [{ from: '2027-01-01' }, { number: 'H2001-815', from: '2026-12-01' }],
    'A patient moved into a Medicare Advantage plan from 12/01/2026',
  ],
])('a check that finds %s', (_what, before, after, text) => {
  expect(planMove(checked(first, before), checked(second, after))).toBe(text);
});

test('a former check of an earlier day had listed the plan, so nothing is back-dated', () => {
  const former = { ...checked('2026-09-01', [{ from: '2026-10-01' }]), CheckedAt: `${first}T17:00:00.000Z` };
  expect(planMove(former, checked(second, [{ from: '2026-10-01' }]))).toBe(
    'A patient moved into a Medicare Advantage plan from 10/01/2026',
  );
});

test('a former check without coverage says nothing', () => {
  expect(planMove({ ...checked(first), Coverage: null }, checked(second, [{ from: first }]))).toBeUndefined();
});
