import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findQuickTests, tests } from './infra/checks/quick-tests.ts';
import { secondTries } from './infra/checks/second-tries.ts';
import { slowFiles } from './infra/checks/slow-files.ts';

const quick = findQuickTests();
// Tests wait for processes and answers more than they compute: two side by side keep even two cores busy.
const workers = Math.max(2, availableParallelism() - 1);
// Quick files share the modules of their worker, and stories its browser and sign-ins: loading them for each file took
// half of the time. Tests that start processes need a worker of their own.
const isolate = false;

export default defineConfig({
  test: {
    // Counted by .ci/run.
    reporters: ['default', 'json', slowFiles, secondTries],
    outputFile: { json: '.cache/test-results/tests.json' },
    projects: [
      {
        test: {
          name: 'quick',
          include: quick,
          testTimeout: 20_000,
          maxWorkers: workers,
          isolate,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'platform',
          include: tests,
          exclude: quick,
          // A busy machine takes several times as long, and no claim depends on it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          globalSetup: ['web/e2e/platform.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Two browsers on a busy machine: the run names the stories that needed it.
          retry: 1,
          // What another person's screen shows arrives when it arrives.
          expect: { poll: { timeout: 20_000 } },
          // Each with a platform of its own.
          maxWorkers: 2,
          isolate,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
