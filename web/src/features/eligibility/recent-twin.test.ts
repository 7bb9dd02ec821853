import { expect, test } from 'vitest';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { CheckValues } from './check-values.ts';
import { recentTwin } from './recent-twin.ts';

const asked: CheckValues = {
  Mbi: '1eg4 te5 mk00',
  FirstName: 'Ana ',
  LastName: 'SAMPLE',
  DateOfBirth: '1948-03-12',
  DateOfService: '2026-03-20',
  Category: 'Home Care',
};

const answered: PastCheck = {
  isInputWrong: false,
  isPartBEligible: true,
  isProblematic: false,
  isActiveMedicareAdvantage: false,
  Id: 'check-1',
  CheckedAt: '2026-03-20T12:00:00Z',
  CheckedBy: { Id: 'user-1', FullName: 'Ana Marshdemo' },
  FirstName: 'Ana',
  LastName: 'Sample',
  DateOfBirth: '1948-03-12',
  Mbi: '****-***-MK00',
  Category: 'Home Care',
  DateOfService: '2026-03-20',
  ReferralId: null,
  Verdict: 'eligible',
  ErrorMessage: null,
  Provider: 'sandbox',
  Label: null,
  Reference: '',
  Attempts: 1,
  DurationMs: 1,
  HasExchange: false,
};

const at = (time: string) => Date.parse(`2026-03-20T${time}Z`);

test('the same question of a few minutes ago is offered instead of a second paid one', () => {
  expect(recentTwin(asked, [answered], at('12:09:00'))?.Id).toBe('check-1');
});

test.each<[why: string, check: Partial<PastCheck>, time: string]>([
  ['it is too old', {}, '12:11:00'],
  ['it is of another person', { FirstName: 'Anna' }, '12:01:00'],
  ['it is about another day', { DateOfService: '2026-03-21' }, '12:01:00'],
  ['it is of another category', { Category: 'Hospice' }, '12:01:00'],
  ['it was never answered', { Verdict: 'notCompleted' }, '12:01:00'],
])('it is not when %s', (_, check, time) => {
  expect(recentTwin(asked, [{ ...answered, ...check }], at(time))).toBeUndefined();
});
