/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreDrill, type DrillOptions } from './restore-drill.ts';

async function drill(order: NonNullable<DrillOptions['order']>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-drill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return restoreDrill({ folder, agencies: [], order });
}

test('no data of the backup is lost, and work goes on', { timeout: 60_000 }, async () => {
  expect(await drill('records, then files')).toMatchObject({
    recordsLost: 0,
    filesLost: 0,
    auditBroken: 0,
    sealedUnreadable: 0,
    writtenTwice: 0,
  });
});

test('the drill finds a backup that copies files before records', { timeout: 60_000 }, async () => {
  const { recordsLost, filesLost } = await drill('files, then records');
  expect(recordsLost).toBe(0);
  expect(filesLost).toBeGreaterThan(0);
});
