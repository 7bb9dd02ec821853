import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { scripts, type Area } from './script-areas.ts';

// `run-script.ts <script> [area]` runs an area of a script, or lists the areas.

const [, , script = '', name, ...args] = process.argv;
const areas = scripts[script];
if (!areas) throw new Error(`There is no script "${script}" with areas.`);
const area = areas[name ?? 'all'];
if (area) process.exitCode = await run(area);
else if (name === undefined || name === '--help') process.stdout.write(listed(areas));
else {
  process.stderr.write(`There is no area "${name}".\n\n${listed(areas)}`);
  process.exitCode = 1;
}

async function run({ steps, isLong, showsAll }: Area): Promise<number> {
  if (isLong) process.env['SIZE'] = 'long';
  let child: ChildProcess | undefined;
  // Ctrl-C reaches the step directly; signals to this process alone are forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child?.kill(signal));
  const failed: string[] = [];
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    child = spawn(process.execPath, isLast ? [...step, ...args] : step, { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0 && !showsAll) return Number(code ?? 1);
    if (code !== 0) failed.push(nameOf(step));
  }
  if (failed.length > 0) process.stdout.write(`\nFound something: ${failed.join(', ')}\n`);
  return failed.length > 0 ? 1 : 0;
}

function nameOf([file = '']: readonly string[]): string {
  return path.parse(file).name;
}

function listed(of: Record<string, Area>): string {
  const lines = Object.entries(of).map(
    ([known, { does, target }]) => `  ${known.padEnd(15)} ${does}.\n${' '.repeat(18)}Target: ${target}.\n`,
  );
  return `Usage: npm run ${script} <area>\n\n${lines.join('')}`;
}
