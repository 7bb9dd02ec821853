import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { functionsSettings, root } from '../installation.ts';
import { readPorts } from '../platform/ports.ts';
import { loadApp } from './app/load-app.ts';

// `npm run count:package`: what a Function App is given, and how long a cold start takes to load it.
const MAX_BYTES = 2_000_000;
const MAX_MS = 200;
const TIMES = 9;

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

function measure(): void {
  // Another program's work would be counted as ours.
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
  const packed = mkdtempSync(path.join(tmpdir(), 'handoff-package-'));
  try {
    run('functions/package.ts', packed);
    const bytes = readdirSync(packed).reduce((sum, name) => sum + statSync(path.join(packed, name)).size, 0);
    // The quickest: the others measure what else the machine does.
    const loadMs = Math.min(
      ...Array.from({ length: TIMES }, () => Number(run(import.meta.filename, packed))),
    );
    const result = { bytes, maxBytes: MAX_BYTES, loadMs, maxLoadMs: MAX_MS, busyMachine: isBusy };
    process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
    process.exitCode = bytes > MAX_BYTES || (loadMs > MAX_MS && !isBusy) ? 1 : 0;
  } finally {
    rmSync(packed, { recursive: true });
  }
}

async function load(entry: string): Promise<void> {
  const keys = {
    continuationKey: 'ab'.repeat(32),
    signalrAccessKey: 'key',
    fieldSecrets: makeFieldSecrets(),
  };
  Object.assign(process.env, functionsSettings({ ports: readPorts({}), keys, startsEmpty: false }));
  const startedAt = performance.now();
  await loadApp(entry, () => {});
  process.stdout.write(String(Math.round(performance.now() - startedAt)));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) measure();
else await load(path.join(folder, 'index.cjs'));
