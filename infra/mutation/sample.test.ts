/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const isLong = process.env['SIZE'] === 'long';

test.runIf(isLong)('the tests of a sample notice 85 % of the planted mistakes', { timeout: 600_000 }, () => {
  const command = ['infra/mutation/run.ts', '--sample', 'eligibility'];
  const { stdout, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stdout).toMatch(/^RESULT \{"worst":\d/m);
  expect(status).toBe(0);
});
