import { expect, test } from 'vitest';
import { answerDueAt, urgencyOf } from './ageing.ts';

const receivedAt = '2026-11-20T10:00:00.000Z';
const hours = (count: number) => Date.parse(receivedAt) + count * 3_600_000;

test.each([
  [48, 24, 'in time'],
  [48, 24.1, 'due'],
  [48, 48, 'due'],
  [48, 48.1, 'overdue'],
  [8, 4, 'in time'],
  [8, 4.1, 'due'],
  [8, 8.1, 'overdue'],
])('with %i hours to answer, a referral that is %s hours old is %s', (responseHours, waited, urgency) => {
  expect(urgencyOf({ receivedAt, responseHours }, hours(waited))).toBe(urgency);
  expect(answerDueAt({ receivedAt, responseHours })).toBe(hours(responseHours));
});
