import { expect, test } from 'vitest';
import type { Presence } from '@handoff/shared/domain/referral/presence';
import { createOthersHere } from './others-here.ts';

const me = 'user-me';
const here = (changes: Partial<Presence> = {}): Presence => ({
  ReferralId: 'r',
  TabId: 'tab-of-ana',
  Turn: 1,
  State: 'viewing',
  Section: null,
  Person: { Id: 'user-ana', FullName: 'Ana' },
  ...changes,
});
const names = (present: Presence[]) => present.map(({ Person, Section }) => [Person.FullName, Section]);

test('a newcomer is answered once, and a person who left stays gone when an older message arrives late', () => {
  const others = createOthersHere({ me, tab: 'mine' });
  expect([others.hear(here(), 0), others.hear(here({ Turn: 2 }), 3000)]).toEqual([true, false]);
  expect(names(others.present(3000))).toEqual([['Ana', null]]);
  expect(others.hear(here({ Turn: 4, State: 'left' }), 4000)).toBe(false);
  others.hear(here({ Turn: 3 }), 4001);
  expect(others.present(4001)).toEqual([]);
  expect(others.hear(here({ Turn: 5 }), 5000)).toBe(true);
});

test('a person disappears after nine silent seconds; two lost messages do not matter', () => {
  const others = createOthersHere({ me, tab: 'mine' });
  others.hear(here(), 0);
  expect(others.present(9000)).toHaveLength(1);
  expect(others.present(9001)).toEqual([]);
});

test('a person with two tabs appears once, by the tab that edits', () => {
  const others = createOthersHere({ me, tab: 'mine' });
  others.hear(here(), 0);
  others.hear(here({ TabId: 'other', State: 'editing', Section: 'Payer' }), 0);
  expect(names(others.present(0))).toEqual([['Ana', 'Payer']]);
});

test('the own tab is not shown, and a group left by another own tab is joined again', () => {
  const others = createOthersHere({ me, tab: 'mine' });
  const Person = { Id: me, FullName: 'Me' };
  expect(others.hear(here({ TabId: 'mine', Person }), 0)).toBe(false);
  expect(others.hear(here({ Person }), 0)).toBe(false);
  expect(others.hear(here({ Person, State: 'left', Turn: 2 }), 0)).toBe(true);
  expect(others.present(0)).toEqual([]);
});
