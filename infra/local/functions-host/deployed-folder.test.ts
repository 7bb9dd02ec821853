/** @module-tag long */
import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { everyEndpoint } from '@handoff/shared/contract/api';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startAzurite } from '../azurite.ts';
import { root, functionsSettings } from '../installation.ts';
import { readPorts } from '../platform/ports.ts';
import type { LogEntry } from './log.ts';
import { start } from './host.ts';

const Manifest = z.object({ version: z.string() });

let parent = '';
const inParent = (name: string) => path.join(parent, name);

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'deployed-'));
  await mkdir(inParent('api'));
  await writeFile(inParent('api/left-over.cjs'), 'of an earlier version');
  const packaging = ['functions/package.ts', inParent('api'), inParent('maps')];
  await promisify(execFile)(process.execPath, packaging, { cwd: root });
}, 60_000);
afterAll(() => rm(parent, { recursive: true, force: true }));

async function startDeployed() {
  const azurite = await startAzurite();
  onTestFinished(() => azurite.close());
  const keys = {
    continuationKey: 'ab'.repeat(32),
    signalrAccessKey: 'key',
    fieldSecrets: makeFieldSecrets(),
  };
  const logged: LogEntry[] = [];
  const host = await start({
    entry: inParent('api/index.cjs'),
    hostJson: inParent('api/host.json'),
    port: 0,
    settings: {
      ...functionsSettings({ ports: readPorts({}), keys, startsEmpty: false }),
      AzureWebJobsStorage: azurite.connectionString,
    },
    // No sweep may run, because there is no store here.
    timers: [],
    log: (entry) => logged.push(entry),
  });
  onTestFinished(() => host.close());
  return { host, logged };
}

test('the folder for Azure is complete: the host runs it from elsewhere, with every call', async () => {
  expect((await readdir(inParent('api'))).toSorted()).toEqual([
    'file-thread.cjs',
    'host.json',
    'index.cjs',
    'package.json',
    'sbom.cdx.json',
    'storage-blob.cjs',
  ]);
  const { host, logged } = await startDeployed();

  const product = Manifest.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  expect(await (await fetch(`${host.url}/api/health`)).json()).toEqual({ status: 'ok', ...product });
  // The platform reads the severity of a line and its owner from the invocation.
  expect(logged.find(({ message }) => message.includes('"event":"request"'))).toMatchObject({
    level: 'information',
    category: 'user',
    functionName: 'system-health',
  });
  const document = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await fetch(`${host.url}/api/openapi.json`)).json());
  const calls = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(calls).toHaveLength(everyEndpoint().length);
  const ready = logged.find((entry) => entry.message.includes('ready'))?.message;
  for (const name of ['importStateFile', 'sweepOutbox', 'sweepImports', 'sweepEligibility'])
    expect(ready).toContain(name);
});

test("every call reaches its own function, with routes in the real host's order", async () => {
  const { host, logged } = await startDeployed();
  const reached = async (method: string, at: string) => {
    logged.length = 0;
    await (await fetch(`${host.url}/api${at}`, { method })).arrayBuffer();
    return logged.find(({ message }) => message.includes('succeeded'))?.functionName;
  };
  const calls = everyEndpoint().map(({ area, call, endpoint }) => ({ name: `${area}-${call}`, ...endpoint }));
  const wrong: unknown[] = [];
  for (const { name, method, path: template } of calls) {
    const found = await reached(method, template.replaceAll(/\{\w+\}/g, 'some'));
    if (found !== name) wrong.push([name, found]);
  }
  expect(wrong).toEqual([]);
  expect(await reached('GET', '/no/such/call')).toBe('zzUnknown');
});

test('the function that takes every path has the last name of all', async () => {
  const { logged } = await startDeployed();
  const ready = logged.find(({ message }) => message.includes('is ready'))?.message ?? '';
  const names = ready.replace(/^.*?: (?=\w)/, '').split(', ');
  expect(names.length).toBeGreaterThan(everyEndpoint().length);
  expect(names.toSorted((one, other) => (one.toUpperCase() < other.toUpperCase() ? -1 : 1)).at(-1)).toBe(
    'zzUnknown',
  );
});

test('frames in the log map to source lines, by the map that is not deployed', async () => {
  // It does not start without settings.
  const { stderr } = spawnSync(process.execPath, ['index.cjs'], {
    cwd: inParent('api'),
    env: {},
    encoding: 'utf8',
  });
  const frames = stderr.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const log = JSON.stringify({ level: 'error', frames });

  const { stdout } = spawnSync(process.execPath, ['functions/frames.ts', inParent('maps')], {
    cwd: root,
    input: log,
    encoding: 'utf8',
  });
  const config = (await text('functions/src/config.ts')).split('\n');
  const [, line] = /functions\/src\/config\.ts:(\d+)/.exec(stdout) ?? [];
  expect(config[Number(line) - 1]).toContain('new Error(');
  expect(stdout).not.toContain('index.cjs');
});

const text = (name: string) => readFile(path.join(root, name), 'utf8');

test('azd packs that folder: it builds like `npm run package` and sends it unchanged', async () => {
  const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
  const ours = Scripts.parse(JSON.parse(await text('package.json'))).scripts;
  // azd runs `build` and then `package`, where there is one, in the service's folder.
  const azds = Scripts.parse(JSON.parse(await text('functions/package.json'))).scripts;
  expect(azds).toEqual({ build: `cd .. && ${ours['package']} functions/dist` });
  expect(await text('azure.yaml')).toContain(
    'api:\n    project: functions\n    language: js\n    host: function\n    dist: dist\n    remoteBuild: false\n',
  );
});
