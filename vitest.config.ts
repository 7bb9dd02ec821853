import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,functions,web}/src/**/*.test.{ts,tsx}', 'infra/local/**/*.test.ts'],
    testTimeout: 20_000,
    // Counted by .ci/run.
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/test-results/unit.json' },
  },
});
