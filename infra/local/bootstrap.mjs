// Runs infra/local/<command>.ts with the project's own Node. A fresh clone has only the machine's, which may be 20 and
// cannot run TypeScript: so this file is plain JavaScript and imports nothing that has to be installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projectNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command, ...args] = process.argv.slice(2);

process.chdir(root);
install();
run(join(root, 'infra/local', `${command}.ts`));

function install() {
  if (existsSync(projectNode)) return;
  process.stdout.write('Installing the packages Handoff needs; this takes a minute or two, once.\n');
  // npm says where it is when it started us; it runs on the machine's Node.
  const npm = process.env['npm_execpath'];
  const ci = ['ci', '--loglevel=error'];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...ci], { stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', ci, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (result.status === 0 && existsSync(projectNode)) return;
  process.stderr.write(
    'The packages could not be installed (npm ci). Its messages are above; `npm ci` shows more.\n',
  );
  process.exit(1);
}

function run(file) {
  const child = spawn(projectNode, [resolve(file), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself; what is sent to this process alone is handed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
