import type { Api } from '@handoff/shared/contract/api';
import { FileRules } from '@handoff/shared/domain/address/state-file-import';
import * as z from 'zod';
import { addressStates, type AddressState } from '@handoff/shared/domain/address/us-state';
import { AppError } from '../../../core/app-error.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import type { Partition } from '../../../platform/ports.ts';
import { normalizeText } from '../rows/address-text.ts';
import { readLive } from '../versions/live-version.ts';
import { commitImport } from './change-import.ts';
import { readChoice, rememberColumns } from './column-choice.ts';

const ID = 'rules';
const noRules: FileRules = { CountyNames: [], SkippedStates: [] };
const StoredRules = z.object(FileRules.shape);

/** What the files of a state are read with, beside their columns. */
export async function readRules(partition: Pick<Partition, 'read'>): Promise<FileRules> {
  const document = await partition.read(ID);
  return document ? StoredRules.parse(document) : noRules;
}

export function fileRuleHandlers(ports: ImportPorts): Pick<Handlers<Api>['imports'], 'rules' | 'saveRules'> {
  async function rulesOf(State: AddressState) {
    const partition = ports.store.addresses(State);
    const [choice, rules, live] = await Promise.all([
      readChoice(partition),
      readRules(partition),
      readLive(partition),
    ]);
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
      const partition = ports.store.addresses(State);
      const former = await readChoice(partition);
      const areColumnsKept = JSON.stringify(former?.columns ?? {}) === JSON.stringify(Columns);
      const document = {
        id: ID,
        type: ID,
        CountyNames: names,
        SkippedStates: [...new Set(SkippedStates)].toSorted(),
      };
      const by = { Id: person.Id, FullName: person.FullName };
      await commitImport(partition, [
        { op: 'upsert', document },
        ...(areColumnsKept ? [] : [rememberColumns(Columns, { person: by, now })]),
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
