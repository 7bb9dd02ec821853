/** @module-tag long */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { bundleSource, openJournal, openStorage, startHost } from './testing/fixture.ts';

// Measured at Microsoft's host 4.1037 with worker 3.9.1.

async function startWithWorker() {
  const [storage, journal] = await Promise.all([openStorage(), openJournal()]);
  const onEnded = vi.fn<() => void>();
  const host = await startHost({
    settings: {
      AzureWebJobsStorage: storage.connectionString,
      JOURNAL: journal.path,
      QUEUE_NAME: 'work-queue',
    },
    hasWorkerProcess: true,
    onEnded,
  });
  const call = (path: string) => fetch(`${host.url}/api/${path}`);
  const workerPid = async () => z.object({ pid: z.number() }).parse(await (await call('worker')).json()).pid;
  return { storage, journal, host, onEnded, call, workerPid };
}

test('requests under way when the worker is killed get an empty 500 at once, and the next wait for a new worker', async () => {
  const { call, journal, workerPid } = await startWithWorker();
  const first = await workerPid();
  expect(first).not.toBe(process.pid);
  const underWay = call('slow?ms=60000');
  await expect.poll(() => journal.read()).toEqual([{ slow: 'started' }]);
  process.kill(first, 'SIGKILL');
  // The call itself would have taken a minute, as long as a test may take.
  const response = await underWay;
  expect([response.status, await response.text()]).toEqual([500, '']);
  expect(await workerPid()).not.toBe(first);
});

test('a message whose worker crashed is handled again', async () => {
  const { storage, journal, call } = await startWithWorker();
  await storage.writeFile('state-files', 'i1/CT.csv', 'wait 2000');
  const run = { importId: 'i1', fileName: 'CT', text: 'wait 2000' };
  await expect.poll(() => journal.read()).toEqual([run]);
  expect((await call('crash')).status).toBe(500);
  await expect.poll(() => journal.read()).toEqual([run, run, { ended: 'CT' }]);
});

test('bodies of requests and responses reach and leave the worker unchanged', async () => {
  const { call, host } = await startWithWorker();
  const body = new FormData();
  body.append('file', new Blob([Buffer.alloc(300_000, 1)]), 'a.bin');
  const uploaded = await fetch(`${host.url}/api/upload`, { method: 'POST', body });
  expect(await uploaded.json()).toEqual({ files: [300_000] });
  const downloaded = Buffer.from(await (await call('download')).arrayBuffer());
  expect(downloaded.equals(Buffer.alloc(20 * 1024 * 1024, 7))).toBe(true);
  expect((await call('hooked')).headers.get('server')).toBe('Kestrel');
  expect(host.logs).toContainEqual(expect.objectContaining({ message: 'said by the hook' }));
});

test('the host ends after three crashes in a row, and not after three with successes between', async () => {
  const { call, onEnded, workerPid } = await startWithWorker();
  for (let crash = 1; crash <= 4; crash += 1) {
    expect((await call('crash')).status).toBe(500);
    await workerPid();
  }
  expect(onEnded).not.toHaveBeenCalled();
  await call('crash');
  await call('crash');
  await call('crash');
  await expect.poll(() => onEnded).toHaveBeenCalledOnce();
  await expect(call('worker')).rejects.toThrow('fetch failed');
});

test('a reload lets the calls under way end, and the next ones reach a new worker', async () => {
  const { call, host, journal, workerPid } = await startWithWorker();
  const first = await workerPid();
  const [short, long] = [call('slow?ms=500'), call('slow?ms=60000')];
  await expect.poll(() => journal.read()).toHaveLength(2);
  const reloaded = host.reload();
  const next = workerPid();
  expect((await short).status).toBe(200);
  expect((await long).status).toBe(500);
  expect(await reloaded).toBe(true);
  expect(await next).not.toBe(first);
});

test('an app that does not load answers with an empty 500 until it is reloaded', async () => {
  const entry = await bundleSource(
    `import { app } from '@azure/functions';
     app.http('hello', { authLevel: 'anonymous', handler: async () => ({ body: 'hello' }) });`,
  );
  const host = await startHost({ settings: {}, entry, hasWorkerProcess: true });
  const hello = async () => (await fetch(`${host.url}/api/hello`)).text();
  const source = await readFile(entry, 'utf8');
  await writeFile(entry, 'throw new Error("broken on purpose");');
  for (const _ of [1, 2, 3, 4]) await expect(host.reload()).rejects.toThrow('broken on purpose');
  expect(await hello()).toBe('');
  await writeFile(entry, source);
  expect(await host.reload()).toBe(true);
  expect(await hello()).toBe('hello');
});

test('the worker ends with its host', async () => {
  const { host, journal, workerPid } = await startWithWorker();
  const pid = await workerPid();
  await host.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await journal.text()).toContain('{"app":"terminated"}');
});
