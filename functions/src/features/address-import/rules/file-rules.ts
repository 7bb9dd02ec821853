import { addressStates, type AddressState } from '@handoff/shared/domain/address/us-state';
import { correctColumns } from './column-choice.ts';
import { invalidField } from '../../../core/app-error.ts';
import { normalizeText } from '../parse/address-text.ts';
import { commitImport } from '../../../imports/record/change-import.ts';
import { readLive } from '../../../imports/record/live-version.ts';
import {
  isSameChoice,
  readFileSettings,
  storeChoice,
  storeRules,
} from '../../../imports/record/file-settings.ts';
import type { AddressReads, FileRuleHandlers } from '../../../imports/import-ports.ts';

async function rulesOf({ addresses }: AddressReads, State: AddressState) {
  const partition = addresses(State);
  const [{ choice, rules }, live] = await Promise.all([readFileSettings(partition), readLive(partition)]);
  const counties = new Set(live?.manifest?.documents.map(([, , , , county = '']) => county));
  const Counties = [...counties].filter((county) => county !== '').toSorted();
  return { State, Columns: choice?.columns ?? {}, ...rules, Counties };
}

export const fileRuleHandlers: FileRuleHandlers = {
  correctColumns,

  async rules(_input, context) {
    const StateFileRules = await Promise.all(addressStates.map((state) => rulesOf(context, state)));
    return { StateFileRules };
  },

  async saveRules({ body: { State, Columns, CountyNames, SkippedStates } }, context) {
    const {
      caller: { person },
      now,
    } = context;
    if (SkippedStates.includes(State))
      refuse('SkippedStates', 'The rows of the state itself are what is imported.');
    const names = CountyNames.map(({ From, To }) => ({ From: normalizeText(From), To: normalizeText(To) }));
    if (new Set(names.map(({ From }) => From)).size < names.length)
      refuse('CountyNames', 'A county is named twice. Keep one of its lines.');
    const partition = context.addresses(State);
    const { choice } = await readFileSettings(partition);
    await commitImport(partition, [
      storeRules({ CountyNames: names, SkippedStates: [...new Set(SkippedStates)].toSorted() }),
      ...(isSameChoice(choice, Columns) ? [] : [storeChoice(Columns, { person, now })]),
    ]);
    return async ({ work }) => {
      work.audit({ action: 'import.rules-saved', subject: State });
      return { StateFileRules: [await rulesOf(context, State)] };
    };
  },
};

function refuse(field: string, message: string): never {
  throw invalidField(field, message);
}
