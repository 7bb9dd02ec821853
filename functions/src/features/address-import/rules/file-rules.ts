import type { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import { addressStates, type AddressState } from '@handoff/shared/domain/address/us-state';
import { AppError, invalidField } from '../../../core/app-error.ts';
import type { AddressReads, FileRuleHandlers } from '../../../imports/import-ports.ts';
import { changeImport, commitImport } from '../../../imports/record/change-import.ts';
import {
  isSameChoice,
  readFileSettings,
  storeChoice,
  storeRules,
} from '../../../imports/record/file-settings.ts';
import { subjectOfImport, type StoredImport } from '../../../imports/record/import-record.ts';
import { readLive } from '../../../imports/record/live-version.ts';
import { refuseWithoutFile, resetImport } from '../../../imports/upload/start-request.ts';
import { normalizeText } from '../parse/address-text.ts';

export const fileRuleHandlers: FileRuleHandlers = {
  /** Remembers the columns for the state and has the file read again; an empty choice forgets the former one. */
  async correctColumns({ body: { ImportId, Columns } }, context) {
    const { caller, now } = context;
    const partition = context.addresses(subjectOfImport(ImportId));
    const record = await changeImport(context, ImportId, async (current) => {
      const { choice } = await readFileSettings(partition);
      if (isSameChoice(choice, Columns) && current.Progress.status === 'waiting') return undefined;
      refuseUnlessStopped(current);
      refuseOtherColumns(current, Columns);
      await refuseWithoutFile(context, current);
      return { record: resetImport(current), more: [storeChoice(Columns, { person: caller.person, now })] };
    });
    return async ({ work }) => {
      work.audit({ action: 'import.columns-corrected', subject: ImportId });
      return { ImportId, Status: record.Progress.status };
    };
  },

  async rules(_input, context) {
    const StateFileRules = await Promise.all(addressStates.map((state) => rulesOf(context, state)));
    return { StateFileRules };
  },

  async saveRules({ body: { State, Columns, CountyNames, SkippedStates } }, context) {
    const { caller, now } = context;
    if (SkippedStates.includes(State))
      throw invalidField('SkippedStates', 'The rows of the state itself are what is imported.');
    const names = CountyNames.map(({ From, To }) => ({ From: normalizeText(From), To: normalizeText(To) }));
    if (new Set(names.map(({ From }) => From)).size < names.length)
      throw invalidField('CountyNames', 'A county is named twice. Keep one of its lines.');
    const partition = context.addresses(State);
    const { choice } = await readFileSettings(partition);
    await commitImport(partition, [
      storeRules({ CountyNames: names, SkippedStates: [...new Set(SkippedStates)].toSorted() }),
      ...(isSameChoice(choice, Columns) ? [] : [storeChoice(Columns, { person: caller.person, now })]),
    ]);
    return async ({ work }) => {
      work.audit({ action: 'import.rules-saved', subject: State });
      return { StateFileRules: [await rulesOf(context, State)] };
    };
  },
};

async function rulesOf({ addresses }: AddressReads, State: AddressState) {
  const partition = addresses(State);
  const [{ choice, rules }, live] = await Promise.all([readFileSettings(partition), readLive(partition)]);
  const counties = new Set(live?.manifest?.documents.map(([, , , , county = '']) => county));
  const Counties = [...counties].filter((county) => county !== '').toSorted();
  return { State, Columns: choice?.columns ?? {}, ...rules, Counties };
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
  const other = Object.values(columns)
    .flat()
    .find((name) => name !== undefined && !names.has(name));
  if (other === undefined) return;
  throw invalidField('Columns', `The file has no column ${other}.`);
}
