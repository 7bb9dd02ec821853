import { readFileSync } from 'node:fs';
import { readImports, reaches, sourceFiles } from './import-graph.ts';

export const tests = ['{shared,functions,web}/src/**/*.test.{ts,tsx}', 'infra/**/*.test.ts'];

const processes = new Set(['node:child_process', 'esbuild', 'playwright-core', '@stryker-mutator/core']);
const storage = new Set(['infra/local/azurite.ts']);

/** Sorts the tests by what they start, as their imports tell: nothing, Azurite in their process, or processes. */
export function sortTests() {
  const files = sourceFiles(tests);
  const graph = readImports(files);
  return Object.groupBy(files, (file) => {
    if (reaches(graph, file, processes)) return 'processes';
    return reaches(graph, file, storage) ? 'storage' : 'quick';
  });
}

/** The files of which each test is left to `npm run test:long`: loading them takes seconds, too. */
export const longTests = (): string[] =>
  sourceFiles(tests).filter((file) => readFileSync(file, 'utf8').startsWith('/** @module-tag long */'));
