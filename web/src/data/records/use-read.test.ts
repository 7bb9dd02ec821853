import { expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
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
const notification = { topic: 'notification', id: 'u-1' } as const;

test.each([
  ['a referral', keyOf(api.referrals.byId, { id: 'r-1' }), referral, true],
  ['its activity', keyOf(api.referrals.activity, { id: 'r-1' }), referral, true],
  ['another referral', keyOf(api.referrals.byId, { id: 'r-11' }), referral, false],
  ['the list of referrals', keyOf(api.referrals.list), referral, true],
  ['the lists, by a setting', keyOf(api.settings.get), { topic: 'settings', id: 'lists' } as const, true],
  ['the lists, by a referral', keyOf(api.settings.get), referral, false],
  ['the feed of the agency', keyOf(api.users.notifications, { id: 'u-1' }), notification, true],
  ['the own feed', keyOf(api.users.personalNotifications), notification, true],
  [
    'the uses of an insurance',
    keyOf(api.insurances.uses, { id: 'i-1' }),
    { topic: 'insurance', id: 'i-1' } as const,
    true,
  ],
  ['what names no topic', keyOf(api.audit.list), referral, false],
  ['what is no reading', 'access', notification, false],
])('%s', (_, key, message, isTouched) => {
  expect(isTouchedBy(key, { ...message, heardAt: 0 })).toBe(isTouched);
});

test('a message is no reason to read again what was asked for since, unless that failed', async () => {
  const key = keyOf(api.referrals.byId, { id: 'r-2' });
  const isStale = (heardAt: number) => isTouchedBy(key, { topic: 'referral', id: 'r-2', heardAt });
  const before = performance.now();
  await noted(key, async () => expect(isStale(before)).toBe(false));
  expect([isStale(before), isStale(performance.now() + 1)]).toEqual([false, true]);
  const failing = noted(key, () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  expect(isStale(before)).toBe(true);
});

test('an own change that the store shows triggers no read, unless the last one failed', async () => {
  const key = keyOf(api.referrals.byId, { id: 'r-3' });
  const isStale = (isShown: boolean, of: unknown = key) =>
    isTouchedBy(of, { topic: 'referral', id: 'r-3', heardAt: performance.now() + 1, isShown });
  expect(isStale(true)).toBe(true);
  await noted(key, () => Promise.resolve());
  expect([isStale(true), isStale(false)]).toEqual([false, true]);
  expect(isStale(true, keyOf(api.referrals.activity, { id: 'r-3' }))).toBe(true);
  expect(isStale(true, keyOf(api.referrals.list))).toBe(true);
});
