// Installs what is missing and runs infra/local/<command>.ts, if one is named, with the project's own Node. A fresh clone has only the
// machine's Node, which may be 20 and cannot run TypeScript: so this file is plain JavaScript and imports nothing that
// has to be installed.
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

/** Whether node_modules holds every package in the version that package-lock.json names. */
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
  // npm, when it started this, says where it is. It runs on the machine's Node, for it is about to delete the project's.
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
  // Ctrl-C reaches the child by itself; what is sent to this process alone is forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
