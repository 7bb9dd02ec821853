import { expect, test } from 'vitest';
import { urgencyOf } from './ageing.ts';

const hours = (count: number) => Date.parse('2026-11-20T10:00:00.000Z') + count * 3_600_000;

test.each([
  [24, true, 'in time'],
  [24.1, true, 'due'],
  [48, true, 'due'],
  [48.1, true, 'overdue'],
  [48.1, false, 'in time'],
])('after %s hours, open %s: %s', (waited, isOpen, urgency) => {
  expect(urgencyOf({ receivedAt: '2026-11-20T10:00:00.000Z', isOpen }, hours(waited))).toBe(urgency);
});
