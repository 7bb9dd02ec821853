import { records } from '@handoff/functions/records/registry';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `node infra/checks/protection-table.ts` writes the kinds of records into `infra/protection.md`, as they are declared.

const file = path.resolve(import.meta.dirname, '../protection.md');
const HEAD = '| Kind | Level | Holds | Kept |\n| --- | --- | --- | --- |\n';

/** The page with the table of all kinds; those that say the same share a row. */
export function withKinds(page: string): string {
  const rows = Map.groupBy(
    records,
    ({ levels, holds, retention }) => `${levels.join(', ')} | ${holds} | ${retention.kept}`,
  );
  const table = [...rows].map(
    ([said, kinds]) => `| ${kinds.map(({ type }) => `\`${type}\``).join(', ')} | ${said} |\n`,
  );
  const [before = '', after = ''] = page.split(HEAD);
  return `${before}${HEAD}${table.join('')}${after.slice(after.search(/^(?!\|)/m))}`;
}

if (import.meta.main) writeFileSync(file, withKinds(readFileSync(file, 'utf8')));
