import type { Api } from '@handoff/shared/contract/api';
import { isFinished } from '@handoff/shared/domain/address/state-file-import';
import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { AppError, notFound } from '../../../pipeline/request/app-error.ts';
import type { EffectContext, Handlers, WriteContext } from '../../../pipeline/request/handlers.ts';
import type { Platform } from '../../../platform/ports.ts';
import { changeImport } from '../runs/change-import.ts';
import { finished, stateOfImport, withStatus, type StoredImport } from '../runs/import-record.ts';
import { send } from '../runs/import-progress.ts';
import { flipOperations, readManifest, readPointer } from './live-version.ts';
import { notifyUploader } from '../runs/notify-uploader.ts';

type Action = 'publish' | 'cancel' | 'rollback' | 'retry';
type AddressStateHandlers = Handlers<Api>['addressStateUpdates'];

/** Nine calls of the specification, one thing to do. */
export function addressStateHandlers(platform: Platform): AddressStateHandlers {
  const update = (state: AddressState) => updateState(platform, state);
  return {
    CT: update('CT'),
    ME: update('ME'),
    MA: update('MA'),
    NH: update('NH'),
    NJ: update('NJ'),
    NY: update('NY'),
    PA: update('PA'),
    RI: update('RI'),
    VT: update('VT'),
  };
}

function updateState(platform: Platform, state: AddressState) {
  return async (
    { body: { ImportId: importId, Action: action } }: { body: { ImportId: string; Action: Action } },
    { now, caller }: EffectContext,
  ) => {
    if (stateOfImport(importId) !== state) throw notFound('The import');
    const record = await actions[action](platform, { importId, now, by: caller.person.Id });
    await send(platform, record);
    await notifyUploader(platform, record);
    return async ({ work }: WriteContext) => {
      work.audit({ action: descriptions[action], subject: importId });
      return { ImportId: importId, Status: record.Progress.status };
    };
  };
}

const descriptions: Record<Action, string> = {
  publish: 'Published a state file import',
  cancel: 'Cancelled a state file import',
  rollback: 'Rolled back to a state file import',
  retry: 'Retried a state file import',
};

type Act = (
  platform: Platform,
  request: { importId: string; now: Date; by: string },
) => Promise<StoredImport>;

/** Each is repeatable: asked again, it finds its own result. */
const actions: Record<Action, Act> = {
  async publish(platform, { importId, now, by }) {
    const partition = platform.store.addresses(stateOfImport(importId));
    return changeImport(platform, importId, async (record) => {
      if (record.Progress.status === 'live') return undefined;
      if (record.Progress.status !== 'needsConfirmation')
        throw new AppError('conflict', 'Only an import that waits for a confirmation can be published.');
      const from = await readPointer(partition);
      if ((from?.pointer.importId ?? null) !== record.BaseImportId)
        throw new AppError(
          'conflict',
          'Another import has gone live since this one was compared. Retry it to see the new numbers.',
        );
      const more = await flipOperations(partition, { importId, from, now });
      const live = finished(record, { status: 'live', now });
      return { record: { ...live, NoticeDue: record.By.Id === by ? null : live.NoticeDue }, more };
    });
  },

  async cancel(platform, { importId, now }) {
    return changeImport(platform, importId, async (record) => {
      const { status } = record.Progress;
      if (status === 'cancelled' || record.CancelRequested) return undefined;
      if (status === 'needsConfirmation') return { record: finished(record, { status: 'cancelled', now }) };
      if (isFinished(status)) throw new AppError('conflict', 'This import has already ended.');
      const isRunning = record.Lease !== null && record.Lease.until > now.toISOString();
      if (isRunning) return { record: { ...record, CancelRequested: true } };
      return { record: { ...finished(record, { status: 'cancelled', now }), CancelRequested: true } };
    });
  },

  async rollback(platform, { importId, now }) {
    const partition = platform.store.addresses(stateOfImport(importId));
    return changeImport(platform, importId, async (record) => {
      if (record.Progress.status === 'live') return undefined;
      const from = await readPointer(partition);
      if (!from?.pointer.previous.includes(importId))
        throw new AppError('conflict', 'Only one of the last versions that were live can be gone back to.');
      if (!(await readManifest(partition, importId))) throw notFound('The version');
      const more = await flipOperations(partition, { importId, from, now });
      return { record: { ...finished(record, { status: 'live', now }), NoticeDue: null }, more };
    });
  },

  async retry(platform, { importId }) {
    return changeImport(platform, importId, async (record) => {
      const { status } = record.Progress;
      if (status === 'waiting') return undefined;
      if (status !== 'failed' && status !== 'cancelled' && status !== 'needsConfirmation')
        throw new AppError('conflict', 'Only an import that failed or was stopped can be retried.');
      if (!(await platform.blobs.exists('state-files', record.BlobName)))
        throw new AppError('conflict', 'The uploaded file is gone. Upload it again.');
      return { record: startingAgain(record) };
    });
  },
};

/** The timer starts what waits. */
function startingAgain(record: StoredImport): StoredImport {
  const again = withStatus(record, 'waiting');
  return {
    ...again,
    Progress: {
      ...again.Progress,
      bytesDone: 0,
      rows: 0,
      accepted: 0,
      duplicates: 0,
      skipped: 0,
      rejected: 0,
      zipsDone: 0,
      zipsTotal: 0,
      etaSeconds: null,
    },
    RejectedByReason: {},
    Examples: {},
    Diff: null,
    Message: null,
    CancelRequested: false,
    FinishedAt: null,
    Lease: null,
    NoticeDue: null,
  };
}
