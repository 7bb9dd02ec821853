import {
  ColumnChoice,
  FileRules,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import { Person } from '@handoff/shared/domain/access/user';
import * as z from 'zod';
import type { Operation, Partition } from '../../platform/ports.ts';
import { columnsRecord, rulesRecord } from '../../records/kinds/server-records.ts';

// Stores the settings of administrators for the files of a state, in its partition of container `addresses`. A list has none.

const COLUMNS = columnsRecord.type;
const RULES = rulesRecord.type;

const StoredChoice = z.object({ columns: ColumnChoice, by: Person, at: z.string() });
const StoredRules = z.object(FileRules.shape);

export type KnownChoice = Pick<
  NonNullable<NonNullable<StateFileImport['Format']>['choice']>,
  'columns' | 'by' | 'at'
>;

export interface FileSettings {
  /** The columns chosen where the names alone mislead. */
  choice: KnownChoice | undefined;
  rules: FileRules;
}

export async function readFileSettings(partition: Pick<Partition, 'read'>): Promise<FileSettings> {
  const [choice, rules] = await Promise.all([partition.read(COLUMNS), partition.read(RULES)]);
  return {
    choice: choice && knownChoice(StoredChoice.parse(choice)),
    rules: rules ? StoredRules.parse(rules) : { CountyNames: [], SkippedStates: [] },
  };
}

function knownChoice({ columns, by, at }: z.infer<typeof StoredChoice>): KnownChoice | undefined {
  return Object.keys(columns).length === 0 ? undefined : { columns, by: by.FullName, at };
}

/** Whether a choice is the same as the one before; none and an empty one are the same. */
export const isSameChoice = (known: KnownChoice | undefined, columns: ColumnChoice) =>
  JSON.stringify(known?.columns ?? {}) === JSON.stringify(columns);

export function storeChoice(
  columns: ColumnChoice,
  { person: { Id, FullName }, now }: { person: Person; now: Date },
): Operation {
  const document = { id: COLUMNS, type: COLUMNS, columns, by: { Id, FullName }, at: now.toISOString() };
  return { op: 'upsert', document };
}

export function storeRules(rules: FileRules): Operation {
  return { op: 'upsert', document: { id: RULES, type: RULES, ...rules } };
}
