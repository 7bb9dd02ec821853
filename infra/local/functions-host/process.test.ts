/** @module-tag long */
import { spawn as spawnProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { bundleFixture, bundleSource, openJournal, openStorage, writeHostJson } from './testing/fixture.ts';

const main = join(import.meta.dirname, 'main.ts');

async function prepare() {
  const [storage, journal, hostJson] = await Promise.all([openStorage(), openJournal(), writeHostJson()]);
  const settings = {
    AzureWebJobsStorage: storage.connectionString,
    JOURNAL: journal.path,
    QUEUE_NAME: 'unused-queue',
  };
  return {
    storage,
    journal,
    spawn: (...args: string[]) => spawnHost(['--host-json', hostJson, ...args], settings),
    spawnOnFullDisk: (port: number) =>
      spawnWithFullDisk(['--host-json', hostJson, '--port', String(port)], settings),
  };
}

/** Starts a host whose log writes all fail, so it cannot say when it is ready. */
async function spawnWithFullDisk(args: string[], settings: Record<string, string>) {
  const full = openSync('/dev/full', 'w');
  const child = spawnProcess(process.execPath, [main, '--entry', await bundleFixture(), ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function spawnHost(args: string[], settings: Record<string, string>) {
  const entry = await bundleFixture();
  const child = spawnProcess(
    process.execPath,
    [main, '--port', '0', '--blob-poll-ms', '50', '--entry', entry, ...args],
    { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const [, ready] = /is ready at (http:[^ :]+:\d+):/.exec(line) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    void exited.then(() => resolve('none: it ended'));
  });
  return { child, url, lines, exited, closed };
}

test('SIGTERM lets a request end and then the process, with 0', async () => {
  const { journal, spawn } = await prepare();
  const { child, url, exited } = await spawn();
  const answer = fetch(`${url}/api/slow?ms=400`);
  await expect.poll(() => journal.read()).toEqual([{ slow: 'started' }]);
  child.kill('SIGTERM');
  child.kill('SIGINT');
  expect(await (await answer).text()).toBe('done');
  expect(await exited).toEqual([0, null]);
  expect(await journal.text()).toContain('{"app":"terminated"}');
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('SIGTERM releases a long import at once, so the next host need not wait for its lease', async () => {
  const { storage, journal, spawn } = await prepare();
  const first = await spawn('--grace-ms', '100', '--queue-lease-seconds', '60');
  await storage.writeFile('state-files', 'i1/CT.csv', 'wait 60000');
  const run = { importId: 'i1', fileName: 'CT', text: 'wait 60000' };
  await expect.poll(() => journal.read()).toEqual([run]);
  first.child.kill('SIGTERM');
  expect(await first.exited).toEqual([0, null]);
  await spawn();
  await expect.poll(() => journal.read()).toEqual([run, run]);
});

test('an import whose host was killed runs again when its lease is over', async () => {
  const { storage, journal, spawn } = await prepare();
  const first = await spawn('--queue-lease-seconds', '2');
  await storage.writeFile('state-files', 'i1/CT.csv', 'wait 500');
  const run = { importId: 'i1', fileName: 'CT', text: 'wait 500' };
  await expect.poll(() => journal.read()).toEqual([run]);
  first.child.kill('SIGKILL');
  expect(await first.exited).toEqual([null, 'SIGKILL']);
  await spawn();
  await expect.poll(() => journal.read()).toEqual([run, run, { ended: 'CT' }]);
});

test('the worker process of a killed host ends by itself, in the midst of a request', async () => {
  const { journal, spawn } = await prepare();
  const { child, url, closed } = await spawn('--worker-process');
  const underWay = fetch(`${url}/api/slow?ms=60000`).catch(() => 'cut');
  await expect.poll(() => journal.read()).toEqual([{ slow: 'started' }]);
  child.kill('SIGKILL');
  expect(await underWay).toBe('cut');
  // The worker writes to the same pipe, which closes when both have ended. Its process id may outlive it: in a
  // container whose first process collects no orphans, it stays a zombie.
  await closed;
});

test('a full disk loses log lines, but the host keeps running', async () => {
  const { spawnOnFullDisk } = await prepare();
  const reserved = createServer();
  const port = await listenOnLoopback(reserved, 0, 'a free port');
  await closeServer(reserved);
  const child = await spawnOnFullDisk(port);
  const call = () => fetch(`http://127.0.0.1:${port}/api/things/special`);
  await expect.poll(async () => (await call()).status).toBe(200);
  expect((await call()).status).toBe(200);
  expect(child.exitCode).toBe(null);
});

test('an unsupported app ends the process with the reason', async () => {
  const { spawn } = await prepare();
  const entry = await bundleSource(
    `import { app } from '@azure/functions'; app.warmup('f', { handler: () => {} });`,
  );
  const { exited, lines } = await spawn('--entry', entry);
  expect(await exited).toEqual([1, null]);
  expect(lines.join()).toContain('warmupTrigger');
});
