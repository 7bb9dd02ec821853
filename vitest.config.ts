import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Counted by .ci/run.
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/test-results/tests.json' },
    projects: [
      {
        test: {
          name: 'code',
          include: ['{shared,functions,web}/src/**/*.test.{ts,tsx}', 'infra/{local,mutation}/**/*.test.ts'],
          testTimeout: 20_000,
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
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
