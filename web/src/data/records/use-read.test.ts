import { expect, test } from 'vitest';
import { auditApi } from '@handoff/shared/contract/audit';
import { insurancesApi } from '@handoff/shared/contract/parties';
import { usersApi } from '@handoff/shared/contract/people/users';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { isTouchedBy, noted, shownBy } from './use-read.ts';

const keyOf = (endpoint: ReadEndpoint, query: Record<string, string> = {}) => [
  endpoint.path,
  { query },
  'domain-a',
  shownBy(endpoint, { query }),
  endpoint.answers !== undefined,
];
const referral = { topic: 'referral', id: 'r-1' } as const;
const capacity = { topic: 'capacity', id: 'c-1' } as const;
const notification = { topic: 'notification', id: 'u-1' } as const;

test.each([
  ['a referral', keyOf(referralsApi.byId, { id: 'r-1' }), referral, true],
  ['its activity', keyOf(referralsApi.activity, { id: 'r-1' }), referral, true],
  ['the checks of a referral', keyOf(referralsApi.checks, { id: 'r-1' }), referral, true],
  ['its checks, by what they need', keyOf(referralsApi.checks, { id: 'r-1' }), capacity, true],
  ['its activity, by that', keyOf(referralsApi.activity, { id: 'r-1' }), capacity, false],
  ['another referral', keyOf(referralsApi.byId, { id: 'r-11' }), referral, false],
  ['the list of referrals', keyOf(referralsApi.list), referral, true],
  ['the lists, by a setting', keyOf(settingsApi.get), { topic: 'settings', id: 'lists' } as const, true],
  ['the lists, by a referral', keyOf(settingsApi.get), referral, false],
  ['the feed of the agency', keyOf(usersApi.notifications, { id: 'u-1' }), notification, true],
  ['the own feed', keyOf(usersApi.personalNotifications), notification, true],
  [
    'the uses of an insurance',
    keyOf(insurancesApi.uses, { id: 'i-1' }),
    { topic: 'insurance', id: 'i-1' } as const,
    true,
  ],
  ['what names no topic', keyOf(auditApi.list), referral, false],
  ['what is no reading', 'access', notification, false],
])('%s', (_, key, message, isTouched) => {
  expect(isTouchedBy(key, { ...message, heardAt: 0 })).toBe(isTouched);
});

test('a message is no reason to read again what was asked for since, unless that failed', async () => {
  const key = keyOf(referralsApi.byId, { id: 'r-2' });
  const isStale = (heardAt: number) => isTouchedBy(key, { topic: 'referral', id: 'r-2', heardAt });
  const before = performance.now();
  await noted(key, async () => expect(isStale(before)).toBe(false));
  expect([isStale(before), isStale(performance.now() + 1)]).toEqual([false, true]);
  const failing = noted(key, () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  expect(isStale(before)).toBe(true);
});

test('an own change that the store shows triggers no read, unless the last one failed', async () => {
  const key = keyOf(referralsApi.byId, { id: 'r-3' });
  const isStale = (isShown: boolean, of: unknown = key) =>
    isTouchedBy(of, { topic: 'referral', id: 'r-3', heardAt: performance.now() + 1, isShown });
  expect(isStale(true)).toBe(true);
  await noted(key, () => Promise.resolve());
  expect([isStale(true), isStale(false)]).toEqual([false, true]);
  expect(isStale(true, keyOf(referralsApi.activity, { id: 'r-3' }))).toBe(true);
  expect(isStale(true, keyOf(referralsApi.list))).toBe(true);
});
