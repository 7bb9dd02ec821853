import { ADDRESSES_GROUP, ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { oidOf } from '../../records/kinds/user-records.ts';
import { subjectNames } from '@handoff/shared/domain/address/file-subject';
import { changeImport } from './change-import.ts';
import type { StoredImport } from './import-record.ts';
import type { EffectPorts } from '../../core/context.ts';

/**
 * Notifies the uploader how the import ended. An import has one notification, which a later ending replaces; repeated
 * tries of one ending notify once. The record keeps that the notice is due, so the sweep repeats one that failed here.
 */
export async function notifyUploader(
  ports: Pick<EffectPorts, 'addresses' | 'notify' | 'checkpoint' | 'log'>,
  record: StoredImport,
): Promise<void> {
  const due = record.NoticeDue;
  if (due === null) return;
  try {
    await ports.checkpoint('import/notice-due');
    await ports.notify(
      { id: record.ImportId, attempt: 1 },
      { to: record.By.Id, kind: 'import', subject: record.ImportId, text: endOf(record), at: due },
    );
    await ports.checkpoint('import/notice-written');
    await changeImport(ports, record.ImportId, async (current) =>
      current.NoticeDue === due ? { record: { ...current, NoticeDue: null } } : undefined,
    );
  } catch {
    ports.log({ level: 'warn', event: 'import-notice-left-for-sweep', importId: record.ImportId });
  }
}

function endOf({ State, FileName, Progress: { status } }: StoredImport): string {
  const file = `${subjectNames[State]}, ${FileName}`;
  if (status === 'failed') return `${file}: the import failed`;
  if (status === 'needsConfirmation') return `${file}: the import waits for your confirmation`;
  if (status === 'superseded') return `${file}: the import is done, and a newer one is live already`;
  if (status === 'unchanged') return `${file}: the import is done, and nothing has changed`;
  return `${file}: the import is done and live`;
}

/** A message that fails does not fail the import: the record is what counts. */
export async function sendProgress(
  { realtime }: Pick<EffectPorts, 'realtime'>,
  record: StoredImport,
): Promise<void> {
  const message = {
    topic: 'import' as const,
    id: record.ImportId,
    progress: { state: record.State, ...record.Progress },
  };
  const audiences = [{ group: ADMINISTRATORS_GROUP }, { user: oidOf(record.By.Id) }];
  const hint = { topic: message.topic, id: message.id };
  await Promise.allSettled([
    ...audiences.map((audience) => realtime.send(audience, message)),
    ...(changesAddresses(record)
      ? [ADDRESSES_GROUP, ADMINISTRATORS_GROUP].map((group) => realtime.send({ group }, hint))
      : []),
  ]);
}

/** People who choose places read again which states have addresses. */
const changesAddresses = ({ Progress: { status } }: StoredImport) =>
  status === 'live' || status === 'removed';
