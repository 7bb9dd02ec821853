import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalKeys } from './local-keys.ts';

test('the keys are made once, differ between installations and are readable by their owner only', () => {
  const [one, two] = [newFolder(), newFolder()];
  const made = openLocalKeys(one);
  expect(openLocalKeys(one)).toEqual(made);
  expect(openLocalKeys(two).fieldSecrets).not.toEqual(made.fieldSecrets);
  for (const name of ['keys.json', 'field-keys.json'])
    expect(statSync(path.join(one, 'keys', name)).mode % 0o1000).toBe(0o600);
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
