import type { StatementSync } from 'node:sqlite';
import { dropElementIndexes, setElementIndexes } from './element-index.ts';
import { indexesOf, type IndexingPolicy } from './indexing-policy.ts';
import { numberOf, textOf, type Store } from './store.ts';

export interface StoredHead {
  seq: number;
  etag: string;
  exp: number | undefined;
}
export interface StoredDocument {
  pk: string;
  id: string;
  etag: string;
  ts: number;
  exp: number | undefined;
  body: string;
}

/**
 * One table per container: dropping it is cheap and its expression indexes burden no other container. `seq` is the
 * sequence number of the creation, so the order of an unsorted query is the order of creation, as in the service.
 */
export function openDocumentTable(store: Store, number: number) {
  const table = `docs_${number}`;
  store.db.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (seq INTEGER PRIMARY KEY, pk TEXT NOT NULL, id TEXT NOT NULL,
      etag TEXT NOT NULL, ts INTEGER NOT NULL, exp INTEGER, body TEXT NOT NULL, UNIQUE (pk, id));
    CREATE INDEX IF NOT EXISTS ${table}_pk ON ${table} (pk);
    CREATE INDEX IF NOT EXISTS ${table}_exp ON ${table} (exp) WHERE exp IS NOT NULL;
  `);
  const prepared = new Map<string, StatementSync>();
  let documents = countUpTo(store.indexedFrom);
  let unbuilt: IndexingPolicy | undefined;
  const sizes = new Map<string, { bytes: number; questions: number }>();

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    // Query texts are few (named constants), but a test may make thousands.
    if (prepared.size > 500) prepared.clear();
    const made = store.db.prepare(sql);
    prepared.set(sql, made);
    return made;
  }

  function countUpTo(most: number): number {
    const some = `SELECT 1 FROM ${table} LIMIT ?`;
    return numberOf(statement(`SELECT count(*) AS n FROM (${some})`).get(most)?.['n']);
  }

  /** Builds and drops only differing indexes, so reopening a file of millions of documents reads none of them. */
  function buildIndexes(policy: IndexingPolicy): void {
    unbuilt = undefined;
    const wanted = new Map(indexesOf(policy).map((columns) => [indexName(table, columns), columns]));
    const existing = store.db
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name LIKE '%_by_%'`)
      .all(table)
      .map((row) => textOf(row['name']));
    for (const name of existing) if (!wanted.has(name)) store.db.exec(`DROP INDEX "${name}"`);
    for (const [name, columns] of wanted) {
      if (!existing.includes(name)) store.db.exec(`CREATE INDEX "${name}" ON ${table} (${columns.sql})`);
    }
    setElementIndexes(store, table, policy);
  }

  return {
    name: table,
    statement,

    head(pk: string, id: string): StoredHead | undefined {
      const row = statement(`SELECT seq, etag, exp FROM ${table} WHERE pk = ? AND id = ?`).get(pk, id);
      if (row === undefined) return undefined;
      const exp = row['exp'];
      return {
        seq: numberOf(row['seq']),
        etag: textOf(row['etag']),
        exp: typeof exp === 'number' ? exp : undefined,
      };
    },

    /** Counted at each hundredth question: the service measures with a delay, too. */
    bytesIn(pk: string): number {
      const known = sizes.get(pk);
      if (known && known.questions < 100) {
        known.questions += 1;
        return known.bytes;
      }
      const sum = `SELECT total(octet_length(body)) AS n FROM ${table} WHERE pk = ?`;
      const bytes = numberOf(statement(sum).get(pk)?.['n']);
      sizes.set(pk, { bytes, questions: 0 });
      return bytes;
    },

    partitionsFrom(bytes: number): { pk: string; bytes: number }[] {
      const sum = 'total(octet_length(body))';
      return statement(`SELECT pk, ${sum} AS n FROM ${table} GROUP BY pk HAVING n >= ? ORDER BY n DESC`)
        .all(bytes)
        .map((row) => ({ pk: textOf(row['pk']), bytes: numberOf(row['n']) }));
    },

    body(seq: number): string {
      return textOf(statement(`SELECT body FROM ${table} WHERE seq = ?`).get(seq)?.['body']);
    },

    insert(seq: number, document: StoredDocument): void {
      const { pk, id, etag, ts, exp, body } = document;
      const sql = `INSERT INTO ${table} (seq, pk, id, etag, ts, exp, body) VALUES (?, ?, ?, ?, ?, ?, ?)`;
      statement(sql).run(seq, pk, id, etag, ts, exp ?? null, body);
      documents += 1;
      if (unbuilt && documents >= store.indexedFrom)
        store.afterCommit(() => unbuilt && buildIndexes(unbuilt));
    },

    update(seq: number, document: StoredDocument): void {
      const { id, etag, ts, exp, body } = document;
      const sql = `UPDATE ${table} SET id = ?, etag = ?, ts = ?, exp = ?, body = ? WHERE seq = ?`;
      statement(sql).run(id, etag, ts, exp ?? null, body, seq);
    },

    remove(seq: number): void {
      statement(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
    },

    purgeExpired(now: number): number {
      const some = `SELECT seq FROM ${table} WHERE exp IS NOT NULL AND exp <= ? LIMIT 1000`;
      return Number(statement(`DELETE FROM ${table} WHERE seq IN (${some})`).run(now).changes);
    },

    /** Applies a changed default time to live: every item without its own gets the new one, from its last write. */
    setDefaultTtl(defaultTtl: number | undefined): void {
      const sql =
        defaultTtl === undefined
          ? `UPDATE ${table} SET exp = NULL WHERE exp IS NOT NULL`
          : `UPDATE ${table} SET exp = ts + nullif(ifnull(json_extract(body, '$.ttl'), ${defaultTtl}), -1)`;
      store.db.exec(sql);
    },

    /** Builds the indexes of a policy now, or as soon as the table has enough documents. */
    setIndexes(policy: IndexingPolicy): void {
      if (documents < store.indexedFrom) unbuilt = policy;
      else buildIndexes(policy);
    },

    isIndexed: () => unbuilt === undefined,

    drop(): void {
      prepared.clear();
      dropElementIndexes(store, table);
      store.db.exec(`DROP TABLE ${table}`);
    },
  };
}

export type DocumentTable = ReturnType<typeof openDocumentTable>;

function indexName(table: string, index: { label: string }): string {
  return `${table}_by_${index.label.replaceAll('"', '')}`;
}
