import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the tests of a sample notice 85 % of the mistakes planted into it', { timeout: 600_000 }, () => {
  const command = ['infra/mutation/run.ts', '--sample', 'eligibility'];
  const { stdout, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stdout).toMatch(/^RESULT \{"worst":\d/m);
  expect(status).toBe(0);
});
