import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { everyEndpoint } from '@handoff/shared/contract/api';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startAzurite } from '../azurite.ts';
import { root, functionsSettings } from '../installation.ts';
import { readPorts } from '../platform/ports.ts';
import type { LogEntry } from './log.ts';
import { start } from './host.ts';

const Manifest = z.object({ version: z.string() });

test('the folder for Azure is complete in itself: the host runs it from elsewhere, with every call', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'deployed-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'api');
  await mkdir(folder);
  await writeFile(path.join(folder, 'left-over.cjs'), 'of an earlier version');
  await promisify(execFile)(process.execPath, ['functions/package.ts', folder], { cwd: root });
  expect((await readdir(folder)).toSorted()).toEqual([
    'host.json',
    'index.cjs',
    'package.json',
    'sbom.cdx.json',
    'storage-blob.cjs',
  ]);

  const azurite = await startAzurite();
  onTestFinished(() => azurite.close());
  const keys = {
    continuationKey: 'ab'.repeat(32),
    signalrAccessKey: 'key',
    fieldSecrets: makeFieldSecrets(),
  };
  const logged: LogEntry[] = [];
  const host = await start({
    entry: path.join(folder, 'index.cjs'),
    hostJson: path.join(folder, 'host.json'),
    port: 0,
    settings: {
      ...functionsSettings({ ports: readPorts({}), keys, startsEmpty: false }),
      AzureWebJobsStorage: azurite.connectionString,
      // No sweep in the middle: there is no store here.
      SWEEP_SCHEDULE: '0 0 0 1 1 *',
    },
    log: (entry) => logged.push(entry),
  });
  onTestFinished(() => host.close());

  const product = Manifest.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  expect(await (await fetch(`${host.url}/api/health`)).json()).toEqual({ status: 'ok', ...product });
  // The platform reads the severity of a line and whose it is from the invocation.
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

test('frames in the log lead to lines of the source, by the map that is not deployed', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'deployed-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const [folder, maps] = [path.join(parent, 'api'), path.join(parent, 'maps')];
  await promisify(execFile)(process.execPath, ['functions/package.ts', folder, maps], { cwd: root });
  // Without settings it does not start.
  const { stderr } = spawnSync(process.execPath, ['index.cjs'], { cwd: folder, env: {}, encoding: 'utf8' });
  const frames = stderr.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const log = JSON.stringify({ level: 'error', frames });

  const { stdout } = spawnSync(process.execPath, ['functions/frames.ts', maps], {
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

test('azd packs that folder: it builds what `npm run package` does and sends it as it is', async () => {
  const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
  const ours = Scripts.parse(JSON.parse(await text('package.json'))).scripts;
  // azd runs `build` and then `package`, where there is one, in the service's folder.
  const azds = Scripts.parse(JSON.parse(await text('functions/package.json'))).scripts;
  expect(azds).toEqual({ build: `cd .. && ${ours['package']} functions/dist` });
  expect(await text('azure.yaml')).toContain(
    'api:\n    project: functions\n    language: js\n    host: function\n    dist: dist\n    remoteBuild: false\n',
  );
});
