import { readImports, reaches, sourceFiles } from './import-graph.ts';

export const tests = ['{shared,functions,web}/src/**/*.test.{ts,tsx}', 'infra/**/*.test.ts'];

const slow = new Set([
  'node:child_process',
  'node:worker_threads',
  'esbuild',
  'playwright-core',
  '@stryker-mutator/core',
  'infra/local/azurite.ts',
]);

/** Selects tests that start no process, no Azurite and no browser, by their imports. */
export function findQuickTests(): string[] {
  const files = sourceFiles(tests);
  const graph = readImports(files);
  return files.filter((file) => !reaches(graph, file, slow));
}
