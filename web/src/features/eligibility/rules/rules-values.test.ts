import { expect, test } from 'vitest';
import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import { rulesOf, settingsOf } from './rules-values.ts';

const shown = rulesOf(defaultAgencySettings);

test('what is shown and not touched is saved as it was', () => {
  expect(settingsOf(shown)).toEqual({ settings: defaultAgencySettings });
});

test.each<[string, Partial<(typeof shown)['numbers']>, string]>([
  ['an emptied number', { MonthsBack: '' }, 'MonthsBack'],
  ['a number in words', { HospiceLookBackDays: 'ninety' }, 'HospiceLookBackDays'],
  ['an interval shorter than a week', { IntervalDays: '3' }, 'IntervalDays'],
])('%s is an error on its field, never a zero', (_, numbers, field) => {
  const { errors } = settingsOf({ ...shown, numbers: { ...shown.numbers, ...numbers } });
  expect(Object.keys(errors ?? {})).toEqual([field]);
});

test('service types are typed as people write lists', () => {
  expect(settingsOf({ ...shown, serviceTypes: '30 42;45,ag' }).settings?.ServiceTypes).toEqual([
    '30',
    '42',
    '45',
    'AG',
  ]);
});
