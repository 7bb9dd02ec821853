import { expect, test } from 'vitest';
import { termOn } from './contract-term.ts';

const today = '2026-11-21';
const from = (StartsOn: string | null, EndsOn: string | null) => termOn({ StartsOn, EndsOn }, today);

test('a term includes its first and last day', () => {
  expect(from(null, null)).toEqual({ kind: 'current', text: 'in force' });
  expect(from('2026-11-21', '2027-12-31')).toEqual({ kind: 'current', text: 'in force' });
  expect(from('2026-11-22', null)).toEqual({ kind: 'notYet', text: 'not yet' });
  expect(from('2025-01-01', '2026-11-20')).toEqual({ kind: 'ended', text: 'ended' });
});

test('a term that ends within sixty days says so', () => {
  expect(from(null, '2026-11-21').text).toBe('ends today');
  expect(from(null, '2026-11-22').text).toBe('ends tomorrow');
  expect(from(null, '2026-12-31')).toEqual({ kind: 'endsSoon', text: 'ends in 40 days' });
  expect(from(null, '2027-01-20').kind).toBe('endsSoon');
  expect(from(null, '2027-01-21').kind).toBe('current');
});
