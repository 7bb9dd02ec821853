/** @module-tag long */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../api.ts';
import { everyWrite, type EndpointExample } from '../examples/endpoint-examples.ts';
import { buildBundle, startHostProcess } from '../host-process.ts';
import { countByType, everythingStored, verifyAuditChains } from '../stored.ts';
import { callBusyHost } from './call-host.ts';
import { asksSomebody, crashStory, leaseMs, type Death } from './crash-story.ts';
import { isLong } from './run-size.ts';

// These tests kill (`kill -9`) or suspend real host processes; stories/crash.test.ts simulates a crash for every
// write at every checkpoint.

/** `npm test` runs only these, each at one checkpoint. */
const inShort = new Map([
  ['services.uploadFile', 'B3'],
  ['medicareEligibility.check', 'B2'],
  ['referrals.create', 'A2'],
]);
const chosen = isLong ? everyWrite : everyWrite.filter(({ name }) => inShort.has(name));
/** Leaves time for a busy machine. */
const CASE_MS = 300_000;

let signalr: Awaited<ReturnType<typeof startSignalR>>;
beforeAll(async () => {
  signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  await buildBundle();
  return () => signalr.close();
}, 120_000);

const startHost = (handoff: TestApi, signalAt: string) =>
  startHostProcess({
    ...handoff.settings,
    AzureSignalRConnectionString: signalr.connectionString,
    LOCAL_SIGNAL_AT: signalAt,
  });

const killed: Death = async ({ handoff, example, input, key, checkpoint }) => {
  const { child, url } = await startHost(handoff, `SIGKILL@${checkpoint}`);
  const exited = once(child, 'exit');
  const seen = callBusyHost(handoff, url, { ...example, input, key }).then(
    ({ status, text }) => `${status} ${text}`,
    () => 'connection lost',
  );
  try {
    // The request waits for messages for a second only, so the answer may leave before the process dies.
    const mayAnswer = checkpoint.startsWith('C') && (await seen).startsWith('200');
    if (!mayAnswer) expect([checkpoint, await seen]).toEqual([checkpoint, 'connection lost']);
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    child.kill('SIGKILL');
  }
};

test.each(chosen)(
  '$name: kill -9 at a checkpoint, one effect and one answer',
  async (example) => {
    const only = isLong ? undefined : inShort.get(example.name);
    const ways = { die: killed, ...(only !== undefined && { at: [only] }) };
    expect(await crashStory(example, ways)).not.toEqual([]);
  },
  CASE_MS,
);

/** Returns the checkpoint just before the commit; before asking for calls to a payer, which is not asked again. */
function pauseOf(example: EndpointExample): string {
  if (example.endpoint.mode === 'atomic') return 'A2';
  return asksSomebody(example) ? 'B2' : 'B3';
}

test.each(isLong ? everyWrite : everyWrite.filter(({ name }) => name === 'services.uploadFile'))(
  '$name: an owner stopped past its lease wakes up and finds the one answer there',
  async (example) => {
    const paused = await pauseStory(example, pauseOf(example));
    expect(paused).toEqual({ ...paused, late: { status: 200, isReplay: true, text: paused.text } });
    expect(paused.after).toEqual(paused.before);
  },
  CASE_MS,
);

/** Lets another process take over while the owner is suspended at the checkpoint, and then resumes the owner. */
async function pauseStory(example: EndpointExample, checkpoint: string) {
  const handoff = await freshApi();
  const input = await example.input(handoff);
  const key = randomUUID();
  const { child, url } = await startHost(handoff, `SIGSTOP@${checkpoint}`);
  try {
    const first = callBusyHost(handoff, url, { ...example, input, key });
    const early = first.then(({ status, text }) => {
      throw new Error(`It did not stop at ${checkpoint} but answered ${status} ${text}`);
    });
    await Promise.race([hasStopped(child.pid ?? 0), early]);
    handoff.advance(leaseMs(example) + 1);
    const winner = await handoff.call(example.endpoint, input, { as: example.as, key });
    expect([winner.status, winner.headers[IDEMPOTENT_REPLAYED]]).toEqual([200, undefined]);
    const before = countByType(await everythingStored(handoff.store));
    child.kill('SIGCONT');
    const late = await first;
    await verifyAuditChains(handoff.store);
    const after = countByType(await everythingStored(handoff.store));
    return { text: winner.text, late, before, after };
  } finally {
    child.kill('SIGKILL');
  }
}

async function hasStopped(pid: number): Promise<void> {
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    if (/\) T /.test(stat)) return;
    await setTimeout(10);
  }
}
