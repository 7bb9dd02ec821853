import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { secondTries } from './infra/checks/second-tries.ts';
import { sortTests } from './infra/checks/test-projects.ts';

const { quick = [], storage = [], processes = [] } = sortTests();
// Tests wait for processes and answers more than they compute: two side by side keep even two cores busy.
const maxWorkers = Math.max(2, availableParallelism() - 1);
// Files of one worker share their modules, its Azurite and its browser: loading them for each took half of the time.
const shared = { maxWorkers, isolate: false };
// A busy machine takes several times as long, and no claim depends on it.
const waiting = { expect: { poll: { timeout: 20_000 } } };
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };
const together = { ...waiting, sequence: { groupOrder: 0 } };

// Of the loops over all calls each commit takes another twelfth (functions/src/testing/faults/run-size.ts).
const { stdout: commits } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' });
process.env['TWELFTH'] ??= String(Number(commits ?? 0) % 12);

export default defineConfig({
  test: {
    // Counted by .ci/run.
    reporters: ['default', 'json', secondTries],
    outputFile: { json: '.cache/test-results/tests.json' },
    tags: [
      {
        name: 'main',
        description: 'A browser story of what people do all day: `npm test` runs it.',
      },
      {
        name: 'long',
        description: 'Runs in `npm run test:long` and for each pull request, not in `npm test`.',
      },
    ],
    projects: [
      { test: { name: 'quick', include: quick, testTimeout: 20_000, ...shared, ...together } },
      { test: { name: 'storage', include: storage, ...patient, ...shared, ...together } },
      // Each file has a worker of its own, because it starts processes or changes its environment.
      { test: { name: 'processes', include: processes, ...patient, maxWorkers, ...together } },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          globalSetup: ['web/e2e/platform.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Two browsers on a busy machine: the run names the stories that needed it.
          retry: 1,
          ...waiting,
          ...shared,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
