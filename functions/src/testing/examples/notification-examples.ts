import type { TestApi } from '../api.ts';
import { notificationId, personalNotificationId } from './example-records.ts';
import { people } from '../people.ts';

const Until = '2026-11-01T00:00:00.000Z';

export const notificationExamples = {
  notifications: { as: 'vic', input: () => ({ query: { id: `user-${people.vic.oid}` } }) },
  readNotification: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { Id: await notificationId(handoff) } }),
  },
  readAllNotifications: { as: 'vic', input: () => ({ body: { Until } }) },
  muteNotifications: { as: 'vic', input: () => ({ body: { MutedNotifications: ['note' as const] } }) },
  personalNotifications: { as: 'ada', input: () => ({ query: {} }) },
  readPersonalNotification: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ body: { Id: await personalNotificationId(handoff) } }),
  },
  readAllPersonalNotifications: { as: 'ada', input: () => ({ body: { Until } }) },
  mutePersonalNotifications: {
    as: 'ada',
    input: () => ({ body: { MutedNotifications: ['import' as const] } }),
  },
} as const;
