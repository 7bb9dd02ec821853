import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

// `npm run test:quick`: the static checks and the quick tests, for between two thoughts.

/** On an idle machine with two cores. */
const MAX_SECONDS = 90;

// Another program's work would be counted as ours.
const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2;
const startedAt = performance.now();
const isGreen = [
  ['npm', 'run', '--silent', 'check'],
  ['npx', 'vitest', 'run', '--project', 'quick', '--reporter=dot'],
].every(([program = '', ...args]) => spawnSync(program, args, { stdio: 'inherit' }).status === 0);
const seconds = Math.round((performance.now() - startedAt) / 1000);
const isLate = seconds > MAX_SECONDS && !isBusy;

process.stdout.write(`RESULT ${JSON.stringify({ seconds, limit: MAX_SECONDS, busyMachine: isBusy })}\n`);
if (isLate) process.stderr.write(`It took more than ${MAX_SECONDS} s: something in it is not quick.\n`);
process.exitCode = isGreen && !isLate ? 0 : 1;
