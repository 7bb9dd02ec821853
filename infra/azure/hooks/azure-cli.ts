import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sends a request to the Azure Resource Manager as the operator. */
export type ManagementRequest = (method: 'post' | 'put', uri: string, body?: object) => Promise<unknown>;

/**
 * Uses `az rest`, which signs in and renews tokens. A body is passed in a file, because it may contain a key, and
 * arguments are visible.
 */
export const azRest: ManagementRequest = async (method, uri, body) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-'));
  try {
    const file = path.join(folder, 'body.json');
    if (body) await writeFile(file, JSON.stringify(body), { mode: 0o600 });
    const { stdout } = await run('az', [
      'rest',
      '--method',
      method,
      '--uri',
      `https://management.azure.com${uri}`,
      ...(body ? ['--body', `@${file}`] : []),
    ]);
    return stdout.trim() === '' ? undefined : JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
};
