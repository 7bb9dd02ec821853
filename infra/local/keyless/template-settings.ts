import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { root } from '../installation.ts';

/** Returns the API settings of the templates, as far as they are known without Azure. */
export async function templateSettings(): Promise<Record<string, string>> {
  const check = ['infra/azure/check/run.ts', '--settings'];
  const { stdout } = await promisify(execFile)(process.execPath, check, { cwd: root });
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
}
