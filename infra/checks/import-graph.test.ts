import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCycle, reaches, readImports } from './import-graph.ts';

test('a circle of imports is found, whatever kind of import closes it', () => {
  const { graph, at } = project({
    'a.ts': `import {\n  b,\n} from './rooms/b.ts';`,
    'rooms/b.ts': `export { c } from '../c.ts';`,
    'c.ts': `export const load = () => import('./a.ts');`,
  });
  expect(new Set(findCycle(graph))).toEqual(new Set(['a.ts', 'rooms/b.ts', 'c.ts'].map(at)));
});

test('a type that is imported back closes no circle', () => {
  const { graph } = project({
    'a.ts': `import { b } from './b.ts';`,
    'b.ts': `import type { A } from './a.ts';`,
  });
  expect(findCycle(graph)).toBeUndefined();
});

test('a file reaches what its imports import, but not by a type', () => {
  const { graph, at } = project({
    'direct.ts': `import 'node:child_process';`,
    'through.ts': `import { run } from './direct.ts';`,
    'by-type.ts': `import type { Run } from './direct.ts';`,
  });
  const started = new Set(['node:child_process']);
  expect(reaches(graph, at('through.ts'), started)).toBe(true);
  expect(reaches(graph, at('by-type.ts'), started)).toBe(false);
});

function project(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'imports-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const at = (file: string) => path.join(root, file);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  }
  return { graph: readImports(Object.keys(files).map(at)), at };
}
