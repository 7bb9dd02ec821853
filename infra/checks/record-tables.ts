import { records } from '@handoff/functions/records/registry';
import type { Bound } from '@handoff/functions/records/declare-record';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npx node infra/checks/record-tables.ts` writes the kinds of records into the pages that list them, as they are declared.

interface KindTable {
  file: string;
  head: string;
  /** Cells of each row; kinds whose other cells are equal share a row. */
  cells: (kind: (typeof records)[number]) => string[];
}

const partitionKeys = {
  agency: '`d:<agency>`',
  system: '`sys`',
  person: '`u:<oid>`',
  state: '`<state>`',
  month: '`d:<agency>|<month>`',
};

const inDocs = (name: string) => path.resolve(import.meta.dirname, '../docs', name);

export const protection: KindTable = {
  file: inDocs('protection.md'),
  head: '| Kind | Level | Holds | Kept |\n| --- | --- | --- | --- |\n',
  cells: ({ levels, holds, retention }) => [levels.join(', '), holds, retention.kept],
};

export const dataModel: KindTable = {
  file: inDocs('data-model.md'),
  head: '| Kind | Partition | Belongs to | Files | Sealed |\n| --- | --- | --- | --- | --- |\n',
  cells: ({ partitions, belongsTo, files, sealed }) => [
    partitions.map((partition) => partitionKeys[partition]).join(', '),
    belongsTo
      ? `\`${belongsTo.kind.type}\` by \`${belongsTo.by}\`; ${belongsTo.atPurge} at purge, ${belongsTo.atMerge} at merge`
      : '',
    files ? `\`${files.container}\`` : '',
    sealed.map((field) => `\`${field}\``).join(', '),
  ],
};

const bounds: Record<Bound, string> = {
  time: 'its time: the store or a job removes it',
  one: 'one record, which the next one replaces',
  setup: 'what people enter by hand: it grows with the agency, not with the years',
  file: 'the newest versions of a file',
  referral: 'its referral, with which it is removed',
  years: 'the years that the agency sets; nothing, while it sets none',
  month: 'the month, which leaves an agency’s partition for one of its own',
  nothing: 'nothing',
};

export const bounded: KindTable = {
  file: dataModel.file,
  head: '| Kind | Bounded by |\n| --- | --- |\n',
  cells: ({ boundedBy }) => [bounds[boundedBy]],
};

/** The page with the table of all kinds. */
export function withKinds(page: string, { head, cells }: KindTable): string {
  const rows = Map.groupBy(records, (kind) => cells(kind).join(' | '));
  const table = [...rows].map(
    ([said, kinds]) => `| ${kinds.map(({ type }) => `\`${type}\``).join(', ')} | ${said} |\n`,
  );
  const [before = '', after = ''] = page.split(head);
  return `${before}${head}${table.join('')}${after.slice(after.search(/^(?!\|)/m))}`;
}

if (import.meta.main)
  for (const table of [protection, dataModel, bounded])
    writeFileSync(table.file, withKinds(readFileSync(table.file, 'utf8'), table));
