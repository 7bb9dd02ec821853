import { arrayPathsOf, type IndexingPolicy } from './indexing-policy.ts';
import { jsonPath, type PropertyPath } from './sort-keys.ts';
import { textOf, type Store } from './store.ts';

/**
 * Indexes the texts of an array with their rows, like the service's index of `/tags/[]/?`. Triggers maintain it, so
 * it changes with its document however that is written, expires or is rolled back.
 */
export function elementIndexName(table: string, path: PropertyPath): string {
  return `${table}_in_${path.join('.')}`;
}

/** Builds and drops only what differs, like the other indexes. */
export function setElementIndexes({ db }: Store, table: string, policy: IndexingPolicy): void {
  const wanted = new Map(arrayPathsOf(policy).map((path) => [elementIndexName(table, path), path]));
  const existing = namesOf(db, table);
  for (const name of existing) if (!wanted.has(name)) db.exec(dropped(name));
  for (const [name, path] of wanted) if (!existing.includes(name)) db.exec(built(name, { table, path }));
}

export function dropElementIndexes({ db }: Store, table: string): void {
  for (const name of namesOf(db, table)) db.exec(dropped(name));
}

function namesOf(db: Store['db'], table: string): string[] {
  return db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? || '_in_*'`)
    .all(table)
    .map((row) => textOf(row['name']));
}

function built(name: string, of: { table: string; path: PropertyPath }): string {
  const { table } = of;
  const at = `'${jsonPath(of.path)}'`;
  const elements = (row: string) => `FROM json_each(${row}.body, ${at}) WHERE type = 'text'`;
  const add = (row: string) => `INSERT OR IGNORE INTO "${name}" SELECT value, ${row}.seq ${elements(row)};`;
  const forget = `DELETE FROM "${name}" WHERE seq = OLD.seq AND element IN (SELECT value ${elements('OLD')});`;
  const isListed = (row: string) => `json_type(${row}.body, ${at}) = 'array'`;
  return `
    CREATE TABLE "${name}" (element TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (element, seq)) WITHOUT ROWID;
    INSERT INTO "${name}" SELECT DISTINCT value, seq FROM ${table}, json_each(body, ${at})
      WHERE json_each.type = 'text' ORDER BY 1, 2;
    CREATE TRIGGER "${name}_insert" AFTER INSERT ON ${table} WHEN ${isListed('NEW')} BEGIN ${add('NEW')} END;
    CREATE TRIGGER "${name}_delete" AFTER DELETE ON ${table} WHEN ${isListed('OLD')} BEGIN ${forget} END;
    CREATE TRIGGER "${name}_update" AFTER UPDATE OF body ON ${table}
      WHEN json_extract(OLD.body, ${at}) IS NOT json_extract(NEW.body, ${at})
      BEGIN ${forget} ${add('NEW')} END;
  `;
}

function dropped(name: string): string {
  const triggers = ['insert', 'delete', 'update'].map((event) => `DROP TRIGGER "${name}_${event}";`);
  return `${triggers.join(' ')} DROP TABLE "${name}";`;
}
