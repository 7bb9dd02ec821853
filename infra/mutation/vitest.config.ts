import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Stryker works on a copy of the tree, whose node_modules lead back to the original: packages of ours are named here.
const packages = {
  '@handoff/shared': 'shared/src',
  '@handoff/functions': 'functions/src',
  '@handoff/local': 'infra/local',
};

export default defineConfig({
  root: process.cwd(),
  resolve: {
    alias: Object.entries(packages).map(([name, folder]) => ({
      find: new RegExp(`^${name}/(.*)$`),
      replacement: `${resolve(folder)}/$1.ts`,
    })),
  },
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    testTimeout: 20_000,
    isolate: false,
    env: { SIZE: 'short' },
  },
});
