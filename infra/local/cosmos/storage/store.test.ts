import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './store.ts';

const COPIES = 100;

test('a backup during writes is complete, any number of times', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-store-'));
  const store = openStore({ file: path.join(folder, 'store.db'), now: () => 0 });
  onTestFinished(async () => {
    store.close();
    await rm(folder, { recursive: true });
  });
  store.db.exec('CREATE TABLE pairs (number INTEGER, half INTEGER)');
  const insert = store.db.prepare('INSERT INTO pairs VALUES (?, ?)');
  const over = new AbortController();
  const writing = (async () => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      store.transact(() => [1, 2].map((half) => insert.run(number, half)));
      await setImmediate();
    }
  })();

  const halves: unknown[] = [];
  for (let copies = 0; copies < COPIES; copies += 1) {
    const file = path.join(folder, `copy-${copies}.db`);
    await store.backUp(file);
    const copy = new DatabaseSync(file);
    const alone =
      'SELECT count(*) AS alone FROM (SELECT number FROM pairs GROUP BY number HAVING count(*) <> 2)';
    halves.push(copy.prepare(alone).get()?.['alone']);
    copy.close();
  }
  over.abort();
  await writing;
  expect(halves).toEqual(Array.from({ length: COPIES }, () => 0));
});
