import { ADDRESSES_GROUP, ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { oidOf } from '../../records/kinds/user-records.ts';
import type { StoredImport } from './import-record.ts';
import type { EffectPorts } from '../../core/context.ts';

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
    ...(changesAddresses(record) ? [realtime.send({ group: ADDRESSES_GROUP }, hint)] : []),
  ]);
}

/** People who choose places read again which states have addresses. */
const changesAddresses = ({ Progress: { status } }: StoredImport) =>
  status === 'live' || status === 'removed';
