import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { longTests } from './test-projects.ts';

// `npm test`: the tests of the API, then the main stories in a browser, and the static checks on what both leave idle.
// Its time is shown and fails nothing, because machines differ.

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const ofTheApi = [
  ...['quick', 'storage', 'processes'].flatMap((project) => ['--project', project]),
  ...longTests().flatMap((file) => ['--exclude', file]),
  '--tags-filter',
  '!long',
];
const onlyMain = [
  ...globSync('web/e2e/**/*.e2e.ts').filter((file) => readFileSync(file, 'utf8').includes("tags: ['main']")),
  '--tags-filter',
  'main',
  '--outputFile.json=.cache/test-results/browser.json',
];

// The type checker and the lint that needs types are written in Go, and take a third less of the machine on one.
const onOneProcessor = { GOMAXPROCS: '1' };

const startedAt = performance.now();
const checks = start(['infra/local/run-script.ts', 'check'], onOneProcessor);
setPriority(checks.pid, constants.priority.PRIORITY_LOW);
const api = await start([...vitest, ...ofTheApi]).passed;
const browser = await start([...vitest, '--project', 'browser', ...onlyMain]).passed;
const passed = [api, browser, await checks.passed];
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`RESULT ${JSON.stringify({ seconds })}\n`);
process.exitCode = passed.every(Boolean) ? 0 : 1;

function start(args: string[], environment = {}) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  return { pid: child.pid ?? 0, passed: once(child, 'exit').then(([code]) => code === 0) };
}
