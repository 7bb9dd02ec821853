import type { Operation } from '../../platform/ports.ts';
import { AppError, existing } from '../../core/app-error.ts';
import { readImport, replaceImport, subjectOfImport, type StoredImport } from './import-record.ts';
import type { EffectPorts, Committed, RetriedPartition } from '../../core/context.ts';

/** Gives undefined when there is nothing to change. */
export type Change = (
  record: StoredImport,
) => Promise<{ record: StoredImport; more?: Operation[] } | undefined>;

/** Applies the change to the newest version, again after a conflict, and gives what is stored then. */
export async function changeImport(
  { addresses }: Pick<EffectPorts, 'addresses'>,
  importId: string,
  change: Change,
): Promise<StoredImport> {
  const partition = addresses(subjectOfImport(importId));
  for (;;) {
    const found = existing(await readImport(partition, importId), 'The import');
    const changed = await change(found.record);
    if (!changed) return found.record;
    const { record, more = [] } = changed;
    const operations = [replaceImport({ ...found, record }), ...more];
    const result = await commitImport(partition, operations);
    if (result.outcome === 'applied') return record;
  }
}

/** Returns a conflict, which the caller may resolve by reading again; throws every other refusal. */
export async function commitImport(
  partition: RetriedPartition,
  operations: readonly Operation[],
): Promise<Committed> {
  const result = await partition.write(operations);
  if (result.outcome === 'refused' && result.reason === 'tooLarge')
    throw new AppError(
      'too_large',
      'This import is larger than can be stored. Split the file, and import its parts one after the other.',
    );
  return result;
}
