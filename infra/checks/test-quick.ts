import { spawn } from 'node:child_process';
import { once } from 'node:events';

// `npm run test:quick` runs the quick checks and the quick tests, fast enough to run after every change. Its time is
// shown and fails nothing, because machines differ.

const vitest = 'node_modules/vitest/vitest.mjs';
const startedAt = performance.now();
// Runs both in parallel, because each has phases that keep only one core busy.
const codes = await Promise.all([
  exitCodeOf('infra/local/run-script.ts', 'check', 'quick'),
  exitCodeOf(vitest, 'run', '--project', 'quick', '--tags-filter', '!long', '--reporter=dot'),
]);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`RESULT ${JSON.stringify({ seconds })}\n`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

async function exitCodeOf(...args: string[]): Promise<unknown> {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  return code;
}
