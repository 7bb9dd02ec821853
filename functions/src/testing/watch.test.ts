/** @module-tag long */
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const source = path.join(root, 'functions/src/core/time.ts');

test('a source that an editor replaces by another file is bundled, each time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-watch-'));
  const text = await readFile(source, 'utf8');
  const child = fork('functions/build.ts', ['--watch', path.join(folder, 'index.cjs')], { cwd: root });
  let bundled = 0;
  child.on('message', () => void (bundled += 1));
  async function replace(content: string) {
    await writeFile(`${source}.new`, content);
    await rename(`${source}.new`, source);
  }
  onTestFinished(async () => {
    child.kill();
    await replace(text);
  });
  await expect.poll(() => bundled).toBe(1);
  for (const time of [1, 2, 3]) {
    // oxlint-disable no-await-in-loop -- each save follows the bundle of the one before it
    await replace(`${text}\n// Saved ${time} times.\n`);
    await expect.poll(() => bundled, { timeout: 10_000 }).toBeGreaterThan(time);
    // oxlint-enable no-await-in-loop
  }
}, 120_000);
