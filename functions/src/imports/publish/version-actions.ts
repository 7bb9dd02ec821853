import type { WriteContext } from '../../core/context.ts';
import { isFinished } from '@handoff/shared/domain/address/import-progress';
import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { byKey } from '@handoff/shared/domain/records/by-key';
import { AppError, notFound, existing } from '../../core/app-error.ts';
import type { PartitionReads } from '../../platform/ports.ts';
import { LeaseFailure } from '../../writes/lease.ts';
import { changeImport, type Change } from '../record/change-import.ts';
import { finished, readImport, subjectOfImport, type StoredImport } from '../record/import-record.ts';
import { refuseWithoutFile, resetImport } from '../upload/start-request.ts';
import { readManifest, readPointer } from '../../records/kinds/address-versions.ts';
import { flipOperations, pointTo, readLive } from '../record/live-version.ts';
import { notifyUploader, sendProgress } from '../record/announce.ts';
import { shrinkDoubt, versionDiff } from './version-diff.ts';
import type { ImportEffect, ImportEffects } from '../import-ports.ts';
import type { AreaHandlers } from '../../http/handlers.ts';

type Action = 'publish' | 'cancel' | 'rollback' | 'retry' | 'remove';
type AddressStateHandlers = AreaHandlers<'addressStateUpdates', unknown, ImportEffects>;

export const addressStateHandlers: AddressStateHandlers = byKey(FileSubject, updateState);

function updateState(state: FileSubject) {
  return async (
    { body }: { body: { ImportId: string; Action: Action; MayShrink?: boolean | undefined } },
    context: ImportEffect,
  ) => {
    const { ImportId: importId, Action: action, MayShrink: mayShrink = false } = body;
    if (subjectOfImport(importId) !== state) throw notFound('The import');
    const { now, caller } = context;
    const partition = context.addresses(state);
    const decide = (record: StoredImport) =>
      decisions[action](record, { partition, now, by: caller.person.Id, mayShrink, context });
    await recordIntent(context, { action, importId, isDue: await isDue(partition, importId, decide) });
    const record = await acted(changeImport(context, importId, decide), { action, importId });
    await sendProgress(context, record);
    await notifyUploader(context, record);
    return async ({ work }: WriteContext) => {
      work.audit({ action: `import.${done[action]}`, subject: importId });
      return { ImportId: importId, Status: record.Progress.status };
    };
  };
}

const done = {
  publish: 'published',
  cancel: 'cancelled',
  rollback: 'rolled-back',
  retry: 'retried',
  remove: 'removed',
} as const satisfies Record<Action, string>;

/** Refuses most requests that do not apply, before anything is recorded. */
async function isDue(partition: PartitionReads, importId: string, decide: Change): Promise<boolean> {
  const found = existing(await readImport(partition, importId), 'The import');
  return (await decide(found.record)) !== undefined;
}

/** Import and audit trail are in two containers: who acts is audited first, so no crash leaves a nameless change. */
async function recordIntent(
  context: ImportEffect,
  { action, importId, isDue: due }: { action: Action; importId: string; isDue: boolean },
): Promise<void> {
  if (!due || context.wasSent) return;
  await context.markSent(async ({ work }) => {
    work.audit({ action: `import.${action}-requested`, subject: importId });
  });
}

/** Records that a requested change was refused after all, and frees the key. */
async function acted(
  change: Promise<StoredImport>,
  { action, importId }: { action: Action; importId: string },
): Promise<StoredImport> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new LeaseFailure(error, async ({ work }) => {
      work.audit({ action: `import.${action}-refused`, subject: importId });
    });
  }
}

interface Deciding {
  partition: PartitionReads;
  now: Date;
  by: string;
  mayShrink: boolean;
  context: ImportEffect;
}

/** Each action gives undefined when it is done already, so that it is repeatable. */
const decisions: Record<Action, (record: StoredImport, deciding: Deciding) => ReturnType<Change>> = {
  async publish(record, { partition, now, by }) {
    if (record.Progress.status === 'live') return undefined;
    if (record.Progress.status !== 'needsConfirmation')
      throw new AppError('conflict', 'Only an import that waits for a confirmation can be published.');
    const from = await readPointer(partition);
    if ((from?.pointer.importId ?? null) !== record.BaseImportId)
      throw new AppError(
        'conflict',
        'Another import has gone live since this one was compared. Retry it to see the new numbers.',
      );
    const more = await flipOperations(partition, { importId: record.ImportId, from, now });
    const live = finished(record, { status: 'live', now });
    return { record: { ...live, NoticeDue: record.By.Id === by ? null : live.NoticeDue }, more };
  },

  async cancel(record, { now }) {
    const { status } = record.Progress;
    if (status === 'cancelled' || record.CancelRequested) return undefined;
    if (status === 'needsConfirmation') return { record: finished(record, { status: 'cancelled', now }) };
    if (isFinished(status)) throw new AppError('conflict', 'This import has already ended.');
    const isRunning = record.Lease !== null && record.Lease.until > now.toISOString();
    if (isRunning) return { record: { ...record, CancelRequested: true } };
    return { record: { ...finished(record, { status: 'cancelled', now }), CancelRequested: true } };
  },

  async rollback(record, { partition, now, mayShrink }) {
    const { ImportId: importId } = record;
    if (record.Progress.status === 'live') return undefined;
    const from = await readPointer(partition);
    if (!from?.pointer.previous.includes(importId))
      throw new AppError('conflict', 'You can only roll back to one of the last live versions.');
    const [next, live] = await Promise.all([readManifest(partition, importId), readLive(partition)]);
    if (!next) throw notFound('The version');
    const doubt = shrinkDoubt(record.State, versionDiff(next, live?.manifest));
    if (doubt !== undefined && !mayShrink) throw new AppError('conflict', doubt);
    const more = await flipOperations(partition, { importId, from, now });
    return { record: { ...finished(record, { status: 'live', now }), NoticeDue: null }, more };
  },

  async remove(record, { partition, now }) {
    if (record.Progress.status === 'removed') return undefined;
    const from = await readPointer(partition);
    if (from?.pointer.importId !== record.ImportId)
      throw new AppError('conflict', 'Only the version that is live can be removed.');
    return {
      record: { ...finished(record, { status: 'removed', now }), NoticeDue: null },
      more: [pointTo(null, from)],
    };
  },

  async retry(record, { context }) {
    const { status } = record.Progress;
    if (status === 'waiting') return undefined;
    if (status !== 'failed' && status !== 'cancelled' && status !== 'needsConfirmation')
      throw new AppError('conflict', 'Only an import that failed or was stopped can be retried.');
    await refuseWithoutFile(context, record);
    return { record: resetImport(record) };
  },
};
