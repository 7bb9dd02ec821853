import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// `npm run test:quick` runs the quick checks and the quick tests, fast enough to run after every change. Its time is
// shown and fails nothing, because machines differ.

const vitest = 'node_modules/vitest/vitest.mjs';
const startedAt = performance.now();
// Runs both in parallel, because each has phases that keep only one core busy.
const check = spawn(process.execPath, ['infra/local/run-script.ts', 'check', 'quick'], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
// Shown at the end, below the dots of the tests.
const said = [check.stdout, check.stderr].map((stream) => text(stream));
const quick = ['--project', 'quick', '--tags-filter', '!long', '--reporter=dot'];
const tests = spawn(process.execPath, [vitest, 'run', ...quick], { stdio: 'inherit' });
const codes = await Promise.all([check, tests].map(async (child) => (await once(child, 'exit'))[0]));
process.stdout.write(`\nChecks\n${(await Promise.all(said)).join('')}\n`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`RESULT ${JSON.stringify({ seconds })}\n`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
