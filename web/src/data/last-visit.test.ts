// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastLeft, noteVisit } from './last-visit.ts';

const ana = 'handoff.last-visit.u-ana.domain-harbor';
const isAt = (time: string) => vi.setSystemTime(new Date(`2026-11-29T${time}Z`));
const leftAt = (visitor = ana) => new Date(lastLeft(visitor)).toISOString().slice(11, 16);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a person left at the last use before a pause of four hours, and a shorter pause ends no visit', () => {
  isAt('03:00:00');
  noteVisit(ana);
  isAt('06:59:00');
  noteVisit(ana);
  expect(leftAt()).toBe('15:00');
  isAt('15:00:00');
  expect(leftAt()).toBe('06:59');
  noteVisit(ana);
  isAt('18:59:00');
  noteVisit(ana);
  expect(leftAt()).toBe('06:59');
});

test('a browser that does not know looks 12 hours back, the same time during the visit', () => {
  isAt('19:00:00');
  expect(leftAt()).toBe('07:00');
  noteVisit(ana);
  isAt('20:00:00');
  expect(leftAt()).toBe('07:00');
  expect(leftAt('handoff.last-visit.u-bo.domain-harbor')).toBe('08:00');
  expect(localStorage).toHaveLength(1);
});
