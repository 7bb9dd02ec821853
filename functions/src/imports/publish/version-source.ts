import { createHash } from 'node:crypto';
import type { ColumnChoice, FileRules } from '@handoff/shared/domain/address/state-file-import';
import type { Manifest } from '../../records/kinds/address-versions.ts';
import type { StoredImport } from '../record/import-record.ts';
import type { ImportRun } from '../record/import-run.ts';
import { readLive } from '../record/live-version.ts';
import type { FileSettings } from '../record/file-settings.ts';

/** Raised when other rules would make other documents of the same file: then the file is not `unchanged`. */
const RULES = 7;

/** Identifies what a version is made from: a file, its chosen columns and its names of counties. */
export function sourceOf(
  { SourceSha256 }: Pick<StoredImport, 'SourceSha256'>,
  { columns = {}, rules }: { columns?: ColumnChoice | undefined; rules: FileRules | null },
): string {
  const counties = rules?.CountyNames.map(({ From, To }) => `${From}=${To}`).toSorted() ?? [];
  const named = counties.length === 0 ? [] : [`counties=${shortHash(counties.join('\n'))}`];
  return [RULES, SourceSha256, ...chosenParts(columns), ...named].join(':');
}

const chosenParts = (columns: ColumnChoice) =>
  Object.entries(columns)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([field, names]) => `${field}=${names?.join('+')}`);

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function hasOtherColumns({ Format }: StoredImport, version: Manifest | undefined): boolean {
  const chosen = Format?.choice?.isApplied === true ? chosenParts(Format.choice.columns) : [];
  return chosen.some((part) => !`:${version?.source}:`.includes(`:${part}:`));
}

export const sourceRead = (record: StoredImport) =>
  sourceOf(record, {
    columns: record.Format?.choice?.isApplied === true ? record.Format.choice.columns : {},
    rules: record.Rules,
  });

export async function isLiveAlready(
  { partition, record }: ImportRun,
  { choice, rules }: FileSettings,
): Promise<boolean> {
  const live = await readLive(partition);
  return live?.manifest?.source === sourceOf(record, { columns: choice?.columns, rules });
}
