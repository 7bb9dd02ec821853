import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './import-graph.ts';

/** Kinds of records whose actions are made of their type and what was done. */
const kinds = ['partner', 'contracted-payer', 'advantage-plan', 'service-area', 'insurance'];

test('every action that the server writes into the audit has its words', () => {
  const server = sourceFiles(['functions/src/**/*.ts', 'shared/src/contract/**/*.ts'])
    .filter((file) => !/test|testing/.test(file))
    .flatMap((file) => actionsIn(readFileSync(file, 'utf8')));
  const labels = readFileSync('web/src/text/labels/change-labels.ts', 'utf8');
  const known = new Set([...labels.matchAll(/^ {2}\['([^']+)', /gm)].map(([, action]) => action));
  expect(server.length).toBeGreaterThan(80);
  expect([...new Set(server)].filter((action) => !known.has(action))).toEqual([]);
});

/** Reads `action: 'a.b'`, `action: isSo ? 'a.b' : 'a.c'`, `audit: 'a.b'` and templates that begin with the type. */
function actionsIn(source: string): string[] {
  const values = [...source.matchAll(/\b(?:action|audit): ([^;{]*?)(?:,\n|,? [a-z]+[:,]|\n| \})/g)].map(
    ([, value = '']) => value,
  );
  return values.flatMap((value) => [
    ...[...value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, action = '']) => action),
    ...[...value.matchAll(/`\$\{kind\.type\}\.([a-z]+)`/g)].flatMap(([, done = '']) =>
      kinds.map((kind) => `${kind}.${done}`),
    ),
  ]);
}
