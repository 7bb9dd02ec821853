import type { Api } from '@handoff/shared/contract/api';
import { addressStates, type AddressState } from '@handoff/shared/domain/address/us-state';
import { AppError } from '../../../core/app-error.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { normalizeText } from '../parse/address-text.ts';
import { commitImport } from '../record/change-import.ts';
import { readLive } from '../record/live-version.ts';
import { isSameChoice, readStateSettings, storeChoice, storeRules } from './state-settings.ts';

export function fileRuleHandlers({
  store,
}: Pick<ImportPorts, 'store'>): Pick<Handlers<Api>['imports'], 'rules' | 'saveRules'> {
  async function rulesOf(State: AddressState) {
    const partition = store.addresses(State);
    const [{ choice, rules }, live] = await Promise.all([readStateSettings(partition), readLive(partition)]);
    const counties = new Set(live?.manifest.zips.map(([, , county]) => county));
    const Counties = [...counties].filter((county) => county !== '').toSorted();
    return { State, Columns: choice?.columns ?? {}, ...rules, Counties };
  }

  return {
    async rules() {
      return { StateFileRules: await Promise.all(addressStates.map(rulesOf)) };
    },

    async saveRules({ body: { State, Columns, CountyNames, SkippedStates } }, { caller: { person }, now }) {
      if (SkippedStates.includes(State))
        refuse('SkippedStates', 'The rows of the state itself are what is imported.');
      const names = CountyNames.map(({ From, To }) => ({ From: normalizeText(From), To: normalizeText(To) }));
      if (new Set(names.map(({ From }) => From)).size < names.length)
        refuse('CountyNames', 'A county is named twice. Keep one of its lines.');
      const partition = store.addresses(State);
      const { choice } = await readStateSettings(partition);
      await commitImport(partition, [
        storeRules({ CountyNames: names, SkippedStates: [...new Set(SkippedStates)].toSorted() }),
        ...(isSameChoice(choice, Columns) ? [] : [storeChoice(Columns, { person, now })]),
      ]);
      return async ({ work }) => {
        work.audit({ action: 'import.rules-saved', subject: State });
        return { StateFileRules: [await rulesOf(State)] };
      };
    },
  };
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', message, { fields: { [field]: message } });
}
