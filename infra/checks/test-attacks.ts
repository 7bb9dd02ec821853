import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';

// `npm run test:attacks`: on the API in processes of its own and on the web app in a browser, counted together.

const REPORT = '.cache/test-results/tests.json';
const Report = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ),
});

rmSync(REPORT, { force: true });
const folders = ['functions/src/testing/attacks', 'web/e2e/session/attacks'];
const [code] = await once(spawn('npx', ['vitest', 'run', ...folders], { stdio: 'inherit' }), 'exit');

const { testResults } = Report.parse(JSON.parse(readFileSync(REPORT, 'utf8')));
const attacks = testResults
  .flatMap(({ assertionResults }) => assertionResults)
  // The others are the controls, and those that were left out for another way of running them.
  .filter(({ title, status }) => title.endsWith(': fails') && status !== 'skipped' && status !== 'pending');
const succeeded = attacks.filter(({ status }) => status !== 'passed');
process.stdout.write(`${attacks.length} attacks, ${succeeded.length} succeeded\n`);
process.exitCode = code === 0 && attacks.length > 0 ? 0 : 1;
