import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './installation.ts';
import { scripts } from './script-areas.ts';

const runScript = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'run-script.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });

test('a script without an area lists its areas and their targets', () => {
  const { status, stdout } = runScript('test:long');
  expect(status).toBe(0);
  expect(stdout).toContain('Usage: npm run test:long <area>');
  const words = stdout.split(/\s+/).join(' ');
  for (const [name, { does, target }] of Object.entries(scripts['test:long'] ?? {}))
    expect(words).toContain(` ${name} ${does}. Target: ${target}.`);
});

test('an unknown area is named, and the known ones follow', () => {
  const { status, stderr } = runScript('bench', 'speed');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^There is no area "speed"\.\n\nUsage: npm run bench <area>\n/);
});

test('an area runs its steps with the arguments of the command line and returns the exit code', () => {
  const { stdout } = runScript('check', 'infra', '--settings');
  expect(JSON.parse(stdout)).toMatchObject({ COSMOS_DATABASE: 'handoff' });
  expect(runScript('build', 'frames', 'no-such-folder').status).toBe(1);
});

test('every area names files that exist', () => {
  const files = Object.values(scripts)
    .flatMap((areas) => Object.values(areas).flatMap(({ steps }) => steps.flat()))
    .filter((word) => word.includes('/'));
  expect(files.filter((file) => globSync(`${file}*`, { cwd: root }).length === 0)).toEqual([]);
});
