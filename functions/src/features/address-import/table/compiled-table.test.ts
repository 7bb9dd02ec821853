/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the table that runs is what its sources give', { timeout: 60_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['functions/build-table.ts', '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
