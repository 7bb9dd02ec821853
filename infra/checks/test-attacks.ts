import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';

// `npm run test:long attacks` attacks the API in separate processes and the web app in a browser, and counts both
// together.

const REPORT = '.cache/test-results/tests.json';
const Report = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ),
});

rmSync(REPORT, { force: true });
const folders = ['functions/src/testing/attacks', 'web/e2e/session/attacks'];
const [code] = await once(
  spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...folders], { stdio: 'inherit' }),
  'exit',
);

const { testResults } = Report.parse(JSON.parse(readFileSync(REPORT, 'utf8')));
const attacks = testResults
  .flatMap(({ assertionResults }) => assertionResults)
  // The others are controls, or are left for another way of running them.
  .filter(({ title, status }) => title.endsWith(': fails') && status !== 'skipped' && status !== 'pending');
const succeeded = attacks.filter(({ status }) => status !== 'passed');
process.stdout.write(`${attacks.length} attacks, ${succeeded.length} succeeded\n`);
process.exitCode = code === 0 && attacks.length > 0 ? 0 : 1;
