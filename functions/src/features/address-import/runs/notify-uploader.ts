import { stateNames } from '@handoff/shared/domain/address/us-state';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { commitWithRetry } from '../../../pipeline/unit-of-work/commit.ts';
import { derive } from '../../../pipeline/idempotency/idempotency-record.ts';
import { outboxOperations, sendCommitted } from '../../../pipeline/unit-of-work/outbox.ts';
import { readerOn } from '../../../pipeline/unit-of-work/reader.ts';
import type { Operation, Partition, Platform } from '../../../platform/ports.ts';
import {
  notificationSettingsId,
  notificationSettingsKind,
  notificationKind,
} from '../../../records/notification-records.ts';
import { oidOf } from '../../../records/user-records.ts';
import { changeImport } from './change-import.ts';
import type { StoredImport } from './import-record.ts';

/**
 * Tells who uploaded the file what became of it, once however often it is tried: the notification's id follows from
 * the ending. That it is due stands in the import's record, so the sweep catches up on what fails here.
 */
export async function notifyUploader(platform: Platform, record: StoredImport): Promise<void> {
  const due = record.NoticeDue;
  if (due === null) return;
  try {
    await platform.checkpoint('import/notice-due');
    if (!(await isMuted(platform, record))) await notify(platform, { record, due });
    await platform.checkpoint('import/notice-written');
    await changeImport(platform, record.ImportId, async (current) =>
      current.NoticeDue === due ? { record: { ...current, NoticeDue: null } } : undefined,
    );
  } catch {
    platform.log({ level: 'warn', event: 'import-notice-left-for-sweep', importId: record.ImportId });
  }
}

const partitionOf = (platform: Platform, { By }: StoredImport): Partition =>
  platform.store.app(`u:${oidOf(By.Id)}`);

async function isMuted(platform: Platform, record: StoredImport): Promise<boolean> {
  const find = readerOn(platform, partitionOf(platform, record).key);
  const settings = await find.get(notificationSettingsKind, notificationSettingsId(record.By.Id));
  return settings?.Muted.includes('import') ?? false;
}

async function notify(
  platform: Platform,
  { record, due }: { record: StoredImport; due: string },
): Promise<void> {
  const partition = partitionOf(platform, record);
  const identity = { id: `${record.ImportId}|${due}`, attempt: 1 };
  const now = platform.clock.now();
  const notification: UserNotification = {
    Id: `notification-${derive(identity, 'notification')}`,
    UserId: record.By.Id,
    Kind: 'import',
    SubjectId: record.ImportId,
    Text: textOf(record),
    CreatedAt: now.toISOString(),
    ReadAt: null,
  };
  const { type } = notificationKind;
  const hint = {
    audience: { user: oidOf(record.By.Id) },
    message: { topic: 'notification' as const, id: record.By.Id },
  };
  const operations: Operation[] = [
    { op: 'create', document: { ...notification, id: notification.Id, type, DeletedAt: null } },
    ...outboxOperations([hint], { identity, now }),
  ];
  const result = await commitWithRetry(platform, partition, operations);
  // Refused: an earlier try has written it, and its hint with it.
  if (result.outcome !== 'applied') return;
  const messages = operations.flatMap(({ document }, index) =>
    document.type === 'outbox' ? [{ document, etag: result.etags[index] ?? '' }] : [],
  );
  await sendCommitted(platform, { partition, messages });
}

function textOf({ State, Progress: { status } }: StoredImport): string {
  const state = stateNames[State];
  if (status === 'failed') return `The import of ${state} failed`;
  if (status === 'needsConfirmation') return `The import of ${state} waits for your confirmation`;
  if (status === 'superseded') return `The import of ${state} is done: a newer one is live already`;
  if (status === 'unchanged') return `The import of ${state} is done: nothing has changed`;
  return `The import of ${state} is done: it is live`;
}
