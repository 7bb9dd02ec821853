import { readFile, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { api } from '@handoff/shared/contract/api';
import type { SignIn } from '../sign-in.ts';
import { usageOf, type Stand } from './stand.ts';

const FILE_BYTES = 20 * 1024 * 1024;
const UPLOADS = 3;
/** Limit for one copy of the received body, plus the block that is being sent to storage. */
export const uploadLimits = { timesFile: 1.6 };

/** Measures how much memory a state file of 20 MB adds, at its peak, to the process that receives it. */
export async function largeUpload({ stand, signIn }: { stand: Stand; signIn: SignIn }) {
  const token = await signIn.token('ada');
  const addedMb: number[] = [];
  // The very first upload also loads code, which must not count.
  await send(stand.url, { token, content: 'no address file' });
  for (let upload = 0; upload < UPLOADS; upload++) {
    const { pid } = stand;
    // From here on the kernel notes a new peak (proc(5), clear_refs).
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    const before = await residentMb(pid);
    await send(stand.url, { token, content: `no address file ${upload}\n`.padEnd(FILE_BYTES - 1_000, 'x') });
    addedMb.push((await usageOf(pid)).peakRssMb - before);
  }
  const fileMb = FILE_BYTES / 1024 / 1024;
  const timesFile = Number((Math.max(...addedMb) / fileMb).toFixed(2));
  return { name: 'large upload', fileMb, addedMb, timesFile };
}

async function send(url: string, { token, content }: { token: string; content: string }): Promise<void> {
  const { method, path } = api.imports.upload;
  const body = new FormData();
  body.append('state', 'CT');
  body.append('file', new File([content], 'addresses.csv', { type: 'text/csv' }));
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, [IDEMPOTENCY_KEY]: randomUUID() },
    body,
  });
  if (answer.status !== 200) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0') / 1024);
}
