import type { Api } from '@handoff/shared/contract/api';
import { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import { Person } from '@handoff/shared/domain/access/user';
import * as z from 'zod';
import { AppError } from '../../../core/app-error.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import type { Operation, Partition } from '../../../platform/ports.ts';
import type { KnownChoice } from '../rows/scan.ts';
import { changeImport } from './change-import.ts';
import { stateOfImport, type StoredImport } from './import-record.ts';
import { refuseWithoutFile, startingAgain } from '../turns/request-start.ts';

const ID = 'columns';

/** Of a state: which columns of its files are what, where the names alone mislead. */
const StoredChoice = z.object({ columns: ColumnChoice, by: Person, at: z.string() });

export async function readChoice(partition: Pick<Partition, 'read'>): Promise<KnownChoice | undefined> {
  const document = await partition.read(ID);
  if (!document) return undefined;
  const { columns, by, at } = StoredChoice.parse(document);
  return Object.keys(columns).length === 0 ? undefined : { columns, by: by.FullName, at };
}

/** Remembers the columns for the state and has the file read again with them; none forgets what was chosen. */
export function correctColumns(ports: ImportPorts): Handlers<Api>['imports']['correctColumns'] {
  return async ({ body: { ImportId, Columns } }, { caller: { person }, now }) => {
    const partition = ports.store.addresses(stateOfImport(ImportId));
    const record = await changeImport(ports, ImportId, async (current) => {
      const known = await readChoice(partition);
      const isKnown = JSON.stringify(known?.columns ?? {}) === JSON.stringify(Columns);
      if (isKnown && current.Progress.status === 'waiting') return undefined;
      refuseUnlessStopped(current);
      refuseOtherColumns(current, Columns);
      await refuseWithoutFile(ports, current);
      return { record: startingAgain(current), more: [rememberColumns(Columns, { person, now })] };
    });
    return async ({ work }) => {
      work.audit({ action: 'import.columns-corrected', subject: ImportId });
      return { ImportId, Status: record.Progress.status };
    };
  };
}

export function rememberColumns(
  columns: ColumnChoice,
  { person: { Id, FullName }, now }: { person: Person; now: Date },
): Operation {
  const document = { id: ID, type: ID, columns, by: { Id, FullName }, at: now.toISOString() };
  return { op: 'upsert', document };
}

function refuseUnlessStopped({ Progress: { status } }: StoredImport): void {
  if (status !== 'failed' && status !== 'cancelled' && status !== 'needsConfirmation')
    throw new AppError(
      'conflict',
      'Columns can be corrected once the file was read and before it is published.',
    );
}

function refuseOtherColumns({ Format }: StoredImport, columns: ColumnChoice): void {
  const names = new Set(Format?.fileColumns.map(({ name }) => name));
  const other = Object.values(columns).find((name) => name !== '' && !names.has(name));
  if (other === undefined) return;
  const message = `The file has no column ${other}.`;
  throw new AppError('invalid_request', message, { fields: { Columns: message } });
}
