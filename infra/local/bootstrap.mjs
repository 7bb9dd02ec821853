// Installs missing packages and runs infra/local/<command>.ts, if one is named, with the project's own Node. A fresh
// clone has only the machine's Node, which may be 20 and cannot run TypeScript, so this file is plain JavaScript and
// imports nothing that must be installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projectNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command, ...args] = process.argv.slice(2);

process.chdir(root);
if (!isInstalled()) install();
if (command !== undefined) run(join(root, 'infra/local', `${command}.ts`));

/** Tells whether node_modules has every package in the version of package-lock.json. */
function isInstalled() {
  if (!existsSync(projectNode)) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(([path, { version, link, optional }]) => {
    // Workspaces are links, and an optional package may be for another kind of machine.
    if (!path.startsWith('node_modules/') || link) return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

function install() {
  process.stdout.write('Installing the packages Handoff needs; this takes a minute or two.\n');
  const ci = ['ci', '--loglevel=error'];
  const { npm_execpath: npm, npm_node_execpath: nodeOfNpm } = process.env;
  // npm tells its path when it started this. It runs on the machine's Node, because it is about to delete the
  // project's.
  const result = npm
    ? spawnSync(nodeOfNpm ?? process.execPath, [npm, ...ci], { stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', ci, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (result.status === 0 && existsSync(projectNode)) return;
  process.stderr.write(
    'The packages could not be installed (npm ci). Its messages are above; `npm ci` shows more.\n',
  );
  process.exit(1);
}

function run(file) {
  const child = spawn(projectNode, [file, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the child directly; signals to this process alone are forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
