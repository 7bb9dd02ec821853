import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../installation.ts';

interface Build {
  name: string;
  /** Arguments of this Node, run at the root. */
  args: string[];
  /** Files and folders from which it is built. */
  sources: string[];
  result: string;
}

const lockfile = 'package-lock.json';

const builds: Build[] = [
  {
    name: 'API',
    args: ['functions/build.ts'],
    sources: ['functions', 'shared/src', lockfile],
    result: 'functions/dist/index.cjs',
  },
  {
    name: 'web app',
    args: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'error'],
    sources: ['web', 'shared/src', lockfile],
    result: 'web/dist/index.html',
  },
];

/** Builds each part that is older than its sources. */
export async function buildProduct(): Promise<void> {
  await Promise.all(builds.filter((build) => !isFresh(build)).map((build) => run(build)));
}

async function run(build: Build): Promise<void> {
  const startedAt = new Date();
  // Always builds for deployment: a test runner's NODE_ENV would bundle the libraries' development builds.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, build.args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`The ${build.name} could not be built:\n${Buffer.concat(output).toString()}`);
  // The stamp has the start time, because files saved during the build are not in it.
  const stamp = stampOf(build);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

function isFresh(build: Build): boolean {
  const builtAt = changedAt(stampOf(build));
  return (
    changedAt(path.join(root, build.result)) > 0 &&
    build.sources.every((source) => newest(path.join(root, source)) < builtAt)
  );
}

const stampOf = (build: Build) => path.join(root, '.cache/builds', `${build.name.replace(' ', '-')}.built`);

/**
 * Returns the newest change of the file or in the folder; folders count as well, because they change when a file is
 * deleted.
 */
function newest(source: string): number {
  const own = changedAt(source);
  if (!statSync(source).isDirectory()) return own;
  const inside = readdirSync(source, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules', 'e2e'].includes(entry.name))
    .map((entry) => newest(path.join(source, entry.name)));
  // Writing `dist` also changes its parent folder, which must not count.
  return Math.max(...inside, ...(hasResult(source) ? [] : [own]));
}

const hasResult = (folder: string) =>
  builds.some((build) => path.join(root, path.dirname(path.dirname(build.result))) === folder);

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
