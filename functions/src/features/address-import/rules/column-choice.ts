import type { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import { AppError, invalidField } from '../../../core/app-error.ts';
import { changeImport } from '../../../imports/record/change-import.ts';
import { subjectOfImport, type StoredImport } from '../../../imports/record/import-record.ts';
import { refuseWithoutFile, resetImport } from '../../../imports/upload/start-request.ts';
import { isSameChoice, readFileSettings, storeChoice } from '../../../imports/record/file-settings.ts';
import type { ImportHandlers } from '../../../imports/import-ports.ts';

/** Remembers the columns for the state and has the file read again; an empty choice forgets the former one. */
export const correctColumns: ImportHandlers['correctColumns'] = async (
  { body: { ImportId, Columns } },
  context,
) => {
  const {
    caller: { person },
    now,
  } = context;
  const partition = context.addresses(subjectOfImport(ImportId));
  const record = await changeImport(context, ImportId, async (current) => {
    const { choice } = await readFileSettings(partition);
    if (isSameChoice(choice, Columns) && current.Progress.status === 'waiting') return undefined;
    refuseUnlessStopped(current);
    refuseOtherColumns(current, Columns);
    await refuseWithoutFile(context, current);
    return { record: resetImport(current), more: [storeChoice(Columns, { person, now })] };
  });
  return async ({ work }) => {
    work.audit({ action: 'import.columns-corrected', subject: ImportId });
    return { ImportId, Status: record.Progress.status };
  };
};

function refuseUnlessStopped({ Progress: { status } }: StoredImport): void {
  if (status !== 'failed' && status !== 'cancelled' && status !== 'needsConfirmation')
    throw new AppError(
      'conflict',
      'Columns can be corrected once the file was read and before it is published.',
    );
}

function refuseOtherColumns({ Format }: StoredImport, columns: ColumnChoice): void {
  const names = new Set(Format?.fileColumns.map(({ name }) => name));
  const other = Object.values(columns)
    .flat()
    .find((name) => name !== undefined && !names.has(name));
  if (other === undefined) return;
  const message = `The file has no column ${other}.`;
  throw invalidField('Columns', message);
}
