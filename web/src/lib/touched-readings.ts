import { api } from '@handoff/shared/contract/api';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';

/** Whether a hint makes what was read under this key (of use-read) stale. */
export function isTouchedBy(key: unknown, message: RealtimeMessage): boolean {
  if (!Array.isArray(key)) return false;
  const [path, input]: unknown[] = key;
  if (message.type === 'notification') return bells.includes(path);
  if (message.type === 'importProgress')
    return path === api.imports.byId.path && mentions(input, message.importId);
  if (message.kind === 'settings') return path === api.settings.get.path;
  return readsReferrals(path) && mentions(input, message.id);
}

const bells: unknown[] = [api.users.notifications.path, api.users.personalNotifications.path];
const referralReadings: unknown[] = [api.referrals.byId.path, api.referrals.activity.path];
const readsReferrals = (path: unknown) => referralReadings.includes(path);

function mentions(input: unknown, id: string): boolean {
  return JSON.stringify(input ?? null).includes(JSON.stringify(id));
}
