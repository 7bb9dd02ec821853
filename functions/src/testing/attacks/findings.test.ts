import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { findings, shownElsewhere } from './findings.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

test('every finding is replayed, here or in another test', () => {
  const here = attacks.map(({ finding }) => finding);
  const replayed = new Set<string>([...here, ...Object.keys(shownElsewhere)]);
  expect([...replayed].toSorted()).toEqual(Object.keys(findings).toSorted());
  for (const [file, title] of Object.values(shownElsewhere).flat())
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(`'${title}'`);
});
