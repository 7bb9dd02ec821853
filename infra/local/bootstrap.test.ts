import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test('a fresh clone is installed, and an installed one is left alone', async () => {
  const clone = await newClone();
  expect(await clone.run()).toEqual({ installs: 1, printed: 'ran with one two' });
  expect(await clone.run()).toEqual({ installs: 0, printed: 'ran with one two' });
});

test('a change of package-lock.json is installed', async () => {
  const clone = await newClone();
  await clone.run();
  await clone.lock({ zod: { version: '4.6.8' } });
  expect((await clone.run()).installs).toBe(1);
  await clone.lock({ zod: { version: '4.6.8' }, hono: { version: '4.0.0' } });
  expect((await clone.run()).installs).toBe(1);
});

test('a package for another platform is not missed, and neither is a workspace', async () => {
  const clone = await newClone();
  await clone.lock({ 'esbuild-win32': { version: '1.0.0', optional: true }, '@handoff/web': { link: true } });
  await clone.run();
  expect((await clone.run()).installs).toBe(0);
});

test('a failed installation ends the command', async () => {
  const clone = await newClone();
  await writeFile(clone.npm, 'process.exit(1)');
  await expect(clone.run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('could not be installed'),
  });
});

type Packages = Record<string, { version?: string; optional?: boolean; link?: boolean }>;

/** Creates a separate clone with one command, and an npm that installs everything except optional packages. */
async function newClone() {
  const root = await mkdtemp(path.join(tmpdir(), 'clone-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'infra/local'), { recursive: true });
  const bootstrap = path.join(root, 'infra/local/bootstrap.mjs');
  await copyFile(path.join(import.meta.dirname, 'bootstrap.mjs'), bootstrap);
  await writeFile(
    path.join(root, 'infra/local/command.ts'),
    `console.log('ran with', ...process.argv.slice(2))`,
  );
  const npm = path.join(root, 'npm.mjs');
  await writeFile(npm, installer);

  async function lock(packages: Packages): Promise<void> {
    const named = Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry]);
    const lockfile = { packages: { '': { version: '0.1.0' }, ...Object.fromEntries(named) } };
    await writeFile(path.join(root, 'package-lock.json'), JSON.stringify(lockfile));
  }

  await lock({ zod: { version: '4.6.7' } });
  return {
    npm,
    lock,
    async run() {
      const log = path.join(root, 'npm.log');
      await writeFile(log, '');
      const { stdout } = await promisify(execFile)(process.execPath, [bootstrap, 'command', 'one', 'two'], {
        env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
      });
      const installs = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
      expect(installs.every((line) => line.startsWith('ci '))).toBe(true);
      return { installs: installs.length, printed: stdout.trim().split('\n').at(-1) };
    },
  };
}

const installer = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.optional && !entry.link);
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/node/bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
symlinkSync(process.execPath, 'node_modules/node/bin/node');
`;
