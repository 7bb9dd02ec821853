import { expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import { isTouchedBy } from './touched-readings.ts';

const changed = (kind: 'referral' | 'note' | 'document' | 'settings', id: string): RealtimeMessage => ({
  type: 'changed',
  kind,
  id,
  etag: 'e',
  by: 'u',
});
const reading = (path: string, id?: string) => [path, id === undefined ? {} : { query: { id } }, 'domain-a'];

test.each([
  ['a referral', api.referrals.byId.path, 'r-1', changed('referral', 'r-1'), true],
  ['its notes', api.referrals.byId.path, 'r-1', changed('note', 'r-1'), true],
  ['its activity', api.referrals.activity.path, 'r-1', changed('document', 'r-1'), true],
  ['another referral', api.referrals.byId.path, 'r-11', changed('referral', 'r-1'), false],
  ['the lists', api.settings.get.path, undefined, changed('settings', 'lists'), true],
  ['the lists, by a referral', api.settings.get.path, undefined, changed('referral', 'r-1'), false],
  ['the bell', api.users.notifications.path, 'u-1', { type: 'notification', userId: 'u-1' } as const, true],
  [
    'the own bell',
    api.users.personalNotifications.path,
    undefined,
    { type: 'notification', userId: 'u-1' } as const,
    true,
  ],
])('%s', (_, path, id, message, isTouched) => {
  expect(isTouchedBy(reading(path, id), message)).toBe(isTouched);
});

test('what is not a reading is left alone', () => {
  expect(isTouchedBy('access', { type: 'notification', userId: 'u-1' })).toBe(false);
});
