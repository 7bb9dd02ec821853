import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';

// `npm run test:quick` runs the quick checks and the quick tests, fast enough to run after every change.

/** The limit holds on an idle machine with two cores. */
const MAX_SECONDS = 90;

// Other programs' work would be counted as ours.
const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
const startedAt = performance.now();
// Runs both in parallel, because each has phases that keep only one core busy.
const codes = await Promise.all([
  exitCodeOf('infra/local/run-script.ts', 'check', 'quick'),
  exitCodeOf(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'quick',
    '--tags-filter',
    '!long',
    '--reporter=dot',
  ),
]);
const isGreen = codes.every((code) => code === 0);
const seconds = Math.round((performance.now() - startedAt) / 1000);
const isLate = seconds > MAX_SECONDS && !isBusy;

process.stdout.write(`RESULT ${JSON.stringify({ seconds, limit: MAX_SECONDS, busyMachine: isBusy })}\n`);
if (isLate) process.stderr.write(`It took more than ${MAX_SECONDS} s: something in it is not quick.\n`);
process.exitCode = isGreen && !isLate ? 0 : 1;

async function exitCodeOf(...args: string[]): Promise<unknown> {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  return code;
}
