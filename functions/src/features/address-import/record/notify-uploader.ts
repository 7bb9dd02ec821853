import { stateNames } from '@handoff/shared/domain/address/us-state';
import type { EffectContext } from '../../../core/context.ts';
import { changeImport } from './change-import.ts';
import type { StoredImport } from './import-record.ts';

/**
 * Notifies the uploader how the import ended. The notification's id derives from the ending, so repeated tries notify
 * once; the record keeps that the notice is due, so the sweep repeats one that failed here.
 */
export async function notifyUploader(
  ports: Pick<EffectContext, 'addresses' | 'notify' | 'checkpoint' | 'log'>,
  record: StoredImport,
): Promise<void> {
  const due = record.NoticeDue;
  if (due === null) return;
  try {
    await ports.checkpoint('import/notice-due');
    await ports.notify(
      { id: `${record.ImportId}|${due}`, attempt: 1 },
      { to: record.By.Id, kind: 'import', subject: record.ImportId, text: textOf(record) },
    );
    await ports.checkpoint('import/notice-written');
    await changeImport(ports, record.ImportId, async (current) =>
      current.NoticeDue === due ? { record: { ...current, NoticeDue: null } } : undefined,
    );
  } catch {
    ports.log({ level: 'warn', event: 'import-notice-left-for-sweep', importId: record.ImportId });
  }
}

function textOf({ State, Progress: { status } }: StoredImport): string {
  const state = stateNames[State];
  if (status === 'failed') return `The import of ${state} failed`;
  if (status === 'needsConfirmation') return `The import of ${state} waits for your confirmation`;
  if (status === 'superseded') return `The import of ${state} is done: a newer one is live already`;
  if (status === 'unchanged') return `The import of ${state} is done: nothing has changed`;
  return `The import of ${state} is done: it is live`;
}
