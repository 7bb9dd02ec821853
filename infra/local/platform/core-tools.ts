import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeOptions } from '@handoff/functions/config';
import * as z from 'zod';
import { functionsSettings, root, type Installation } from '../installation.ts';
import { writePrivateJson } from '../secrets.ts';
import type { Part } from './run-part.ts';

// `npm run dev -- --host func`: the API in Azure Functions Core Tools, which reload a rebuilt bundle by themselves.

const READY_MS = 180_000;
const file = path.join(root, 'local.settings.json');
const LocalSettings = z.object({ Values: z.record(z.string(), z.string()) });

/** Throws when Core Tools are not installed. */
export function checkCoreTools(environment: NodeJS.ProcessEnv): void {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(path.delimiter);
  const names = process.platform === 'win32' ? ['func.cmd', 'func.exe'] : ['func'];
  if (folders.some((folder) => names.some((name) => existsSync(path.join(folder, name))))) return;
  throw new Error(
    'Azure Functions Core Tools are not installed: there is no `func`. Install them with ' +
      '`npm install -g azure-functions-core-tools@4`, or leave out `--host func`.',
  );
}

/** Writes local.settings.json, and runs `func start` until it answers. */
export async function startCoreTools(installation: Installation, inspectPort?: number): Promise<Part> {
  const { FUNCTIONS_PORT: port } = installation.ports;
  const former = existsSync(file)
    ? LocalSettings.parse(JSON.parse(readFileSync(file, 'utf8'))).Values
    : undefined;
  writePrivateJson(file, localSettings(installation, former));
  const debug = inspectPort !== undefined && {
    languageWorkers__node__arguments: `--inspect=127.0.0.1:${inspectPort}`,
  };
  const child = spawn('func', ['start', '--port', String(port)], {
    cwd: root,
    env: { ...process.env, ...debug },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  // Stopped before it answers, it would go on and keep its port.
  process.once('exit', () => child.kill('SIGTERM'));
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const failure = await Promise.race([answers(`http://127.0.0.1:${port}/api/health`), ended]);
  if (failure !== undefined) {
    await stop();
    throw new Error(`func start did not answer (${failure}).`);
  }
  return { name: 'functions', logFile: 'its output above', ended, send: () => {}, stop };
}

/** Settings that are not ours, such as those of an eligibility provider, stay. */
export function localSettings(installation: Installation, former: Record<string, string> = {}) {
  return {
    IsEncrypted: false,
    Values: {
      FUNCTIONS_WORKER_RUNTIME: 'node',
      FUNCTIONS_NODE_BLOCK_ON_ENTRY_POINT_ERROR: 'true',
      NODE_OPTIONS: nodeOptions,
      ...former,
      ...functionsSettings(installation),
    },
    Host: { LocalHttpPort: installation.ports.FUNCTIONS_PORT },
  };
}

async function answers(url: string): Promise<string | undefined> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    const isOk = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOk) return undefined;
    await sleep(200);
  }
  return `${READY_MS / 1000} seconds`;
}
