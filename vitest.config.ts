import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,functions,web}/src/**/*.test.{ts,tsx}', 'infra/local/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
