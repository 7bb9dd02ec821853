import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const hostMain = join(root, 'infra/local/functions-host/main.ts');
const bundle = join(root, '.cache/host/index.cjs');

/**
 * Builds the deployed bundle, and puts it in place in one step, because other test files start their hosts from it
 * meanwhile.
 */
export async function buildBundle(): Promise<void> {
  const fresh = join(root, `.cache/host/${randomUUID()}`);
  await promisify(execFile)(process.execPath, ['functions/build.ts', join(fresh, 'index.cjs')], {
    cwd: root,
  });
  for (const name of ['storage-blob.cjs', 'file-thread.cjs', 'index.cjs'])
    await rename(join(fresh, name), join(bundle, '..', name));
  await rm(fresh, { recursive: true });
}

export type HostProcess = Awaited<ReturnType<typeof startHostProcess>>;

interface HostProcessOptions {
  /** The only timers that run: housekeeping runs by the time of day, and would write into a story at ten past. */
  timers?: string[];
}

/** Starts the local Functions host with the bundle as a separate process; the caller ends it. */
export async function startHostProcess(
  settings: Record<string, string>,
  { timers = [] }: HostProcessOptions = {},
) {
  const options = ['--port', '0', '--entry', bundle, '--timers', timers.join(',')];
  const child = spawn(process.execPath, [hostMain, ...options], {
    cwd: root,
    // Compiling the bundle is half of the start.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, '.cache/host/compiled'),
      // An import that ends by itself could no longer be canceled by a story.
      'AzureWebJobs.importStateFile.Disabled': 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const [, ready] = /is ready at (http:[^ :]+:\d+):/.exec(line) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    void exited.then(() => reject(new Error(`The host ended: ${lines.slice(-5).join(' | ')}`)));
  });
  /** `lines` has everything that the process printed. */
  return { child, url, lines };
}
