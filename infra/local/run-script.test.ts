import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

test('an area that shows everything goes on after a step that finds something, and names it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'areas-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(path.join(import.meta.dirname, 'run-script.ts'), path.join(folder, 'run-script.ts'));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const steps = [[file('finds.mjs', 'process.exitCode = 1;')], [file('next.mjs', "console.log('next');")]];
  const areas = { check: { all: { does: '', target: '', showsAll: true, steps } } };
  file('script-areas.ts', `export type Area = any;\nexport const scripts = ${JSON.stringify(areas)};\n`);
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, 'run-script.ts'), 'check'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'next\n\nFound something: finds\n' });
});

test('every area names files that exist', () => {
  const files = Object.values(scripts)
    .flatMap((areas) => Object.values(areas).flatMap(({ steps }) => steps.flat()))
    .filter((word) => word.includes('/'));
  expect(files.filter((file) => globSync(`${file}*`, { cwd: root }).length === 0)).toEqual([]);
});
