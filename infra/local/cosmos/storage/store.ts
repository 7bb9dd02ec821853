import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

export interface Store {
  db: DatabaseSync;
  now: () => number;
  /** The sequence number of the last write: etags, session tokens and the order of unsorted queries come from it. */
  lastLsn: () => number;
  nextLsn: () => number;
  /** Runs in one `BEGIN IMMEDIATE`; a throw undoes everything, including the sequence numbers. */
  transact: <T>(work: () => T) => T;
  /** Runs after the current transaction, and not if it is undone. */
  afterCommit: (work: () => void) => void;
  /** Tables with fewer documents have no indexes yet: most databases of tests stay small, and never need them. */
  indexedFrom: number;
  partitions: PartitionLimit;
  /** Copies a consistent state while writes continue. */
  backUp: (copy: string) => Promise<void>;
  close: () => void;
}

/** In bytes of the documents. */
export interface PartitionLimit {
  most: number;
}

const GB = 1024 ** 3;

export function openStore(options: {
  file?: string;
  now: () => number;
  indexedFrom?: number;
  partitions?: PartitionLimit;
}): Store {
  if (options.file !== undefined) mkdirSync(dirname(options.file), { recursive: true });
  const owner = options.file === undefined ? undefined : ownerOf(options.file);
  const db = new DatabaseSync(options.file ?? ':memory:');
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  // Otherwise the log of a large import would keep its maximum size.
  db.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536;');
  db.exec(`
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS resources (link TEXT PRIMARY KEY, number INTEGER NOT NULL, body TEXT NOT NULL);
    INSERT OR IGNORE INTO meta VALUES ('lsn', 0);
  `);
  return {
    db,
    now: options.now,
    indexedFrom: options.indexedFrom ?? 0,
    partitions: options.partitions ?? { most: 20 * GB },
    ...sequence(db),
    backUp: (copy) => copyOf(db, copy),
    close() {
      db.close();
      owner?.close();
    },
  };
}

/**
 * A second endpoint on the same file would count the sequence for itself, so it fails at its start. The lock is on a file of
 * its own: that of the documents can be read while the endpoint runs.
 */
function ownerOf(file: string): DatabaseSync {
  const owner = new DatabaseSync(`${file}-owner`);
  owner.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  return owner;
}

const ALL_PAGES = 2 ** 31 - 1;
const MAX_TRIES = 50;

/** A concurrent write aborts the backup, with an error that says "not an error": then it is tried again. */
async function copyOf(db: DatabaseSync, copy: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(db, copy, { rate: ALL_PAGES });
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isBrokenOff(error)) throw error;
      await delay(tries);
    }
  }
}

const isBrokenOff = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 0;

// A sequence from MAX(lsn) would go back after the newest item is deleted, and repeat an etag.
function sequence(db: DatabaseSync) {
  let lsn = numberOf(db.prepare(`SELECT value FROM meta WHERE name = 'lsn'`).get()?.['value']);
  const save = db.prepare(`UPDATE meta SET value = ? WHERE name = 'lsn'`);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const afterwards: (() => void)[] = [];

  function transact<T>(work: () => T): T {
    const before = lsn;
    let result: T;
    begin.run();
    try {
      result = work();
      if (lsn !== before) save.run(lsn);
      commit.run();
    } catch (error) {
      lsn = before;
      afterwards.length = 0;
      if (db.isTransaction) rollback.run();
      throw error;
    }
    for (const more of afterwards.splice(0)) more();
    return result;
  }
  return {
    lastLsn: () => lsn,
    nextLsn: () => ++lsn,
    transact,
    afterCommit: (work: () => void) => void afterwards.push(work),
  };
}

export function numberOf(value: SQLOutputValue | undefined): number {
  if (typeof value !== 'number') throw new TypeError('expected a number from the store');
  return value;
}

export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('expected a text from the store');
  return value;
}
