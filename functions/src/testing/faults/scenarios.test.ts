import { addMs, HOUR_MS } from '../../core/time.ts';
/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { beforeAll, expect, test } from 'vitest';
import { createStediProvider } from '../../features/eligibility/providers/stedi.ts';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { checkedReferral, saturday, timerAt } from '../eligibility/reverification.ts';
import { documented } from '../eligibility/stedi-contract.ts';
import { stediThat } from '../eligibility/stedi-stub.ts';
import { killedTimer } from '../eligibility/timer-process.ts';
import { pdf, referralDraft } from '../examples/drafts.ts';
import { checkDraft, pastChecks } from '../examples/eligibility-examples.ts';
import { referral } from '../examples/example-records.ts';
import { buildBundle, startHostProcess } from '../host-process.ts';
import { HARBOR } from '../people.ts';
import { countByType, everythingStored, storedIn, verifyAuditChains } from '../stored.ts';
import { callBusyHost, type HostCall } from './call-host.ts';
import { countBlobs } from './crash-story.ts';
import { startHostPair } from './host-pair.ts';
import { isLong } from './run-size.ts';

// These stories run over two processes: a host process is killed at a checkpoint, and this one continues with a clock
// that can be advanced. `npm test` runs one checkpoint each.

/** Leaves time for a busy machine. */
const STORY_MS = 120_000;
const CHECK_LEASE_MS = 91_000;
const UPLOAD_LEASE_MS = 61_000;

let signalr: Awaited<ReturnType<typeof startSignalR>>;
beforeAll(async () => {
  signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  await buildBundle();
  return () => signalr.close();
}, STORY_MS);

interface Killed {
  at: string;
  settings?: Record<string, string>;
}

/** Runs the call on a host that is killed at this checkpoint. */
async function dieDuring(handoff: TestApi, call: HostCall, { at, settings }: Killed): Promise<void> {
  const { child, url } = await startHostProcess({
    ...handoff.settings,
    AzureSignalRConnectionString: signalr.connectionString,
    LOCAL_SIGNAL_AT: `SIGKILL@${at}`,
    ...settings,
  });
  const exited = once(child, 'exit');
  const seen = callBusyHost(handoff, url, call).then(
    ({ status, text }) => `${status} ${text}`,
    () => 'connection lost',
  );
  try {
    expect([at, await seen]).toEqual([at, 'connection lost']);
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    child.kill('SIGKILL');
  }
}

const active = readFileSync(
  new URL('../../features/eligibility/fixtures/made-00-parts-a-and-b-active.271', import.meta.url),
  'utf8',
);

test.each(isLong ? ['B1', 'B2', 'B4'] : ['B4'])(
  'a key whose first try failed succeeds at its next one, killed at %s',
  async (at) => {
    const stedi = await stediThat({ status: 403, body: {} }, { body: documented(active) });
    const provider = createStediProvider({ apiKey: 'key', baseUrl: stedi.baseUrl, payerId: 'CMS', fetch });
    const handoff = await freshApi({}, { eligibility: { provider, payerId: 'CMS', submitterId: 'HANDOFF' } });
    const endpoint = api.medicareEligibility.check;
    const call = {
      endpoint,
      input: { body: checkDraft({ DateOfService: '2025-06-10' }) },
      as: 'ana' as const,
      key: randomUUID(),
    };
    const settings = { ELIGIBILITY_PROVIDER: 'stedi', STEDI_URL: stedi.baseUrl, STEDI_API_KEY: 'key' };
    await dieDuring(handoff, call, { at, settings });
    handoff.advance(CHECK_LEASE_MS);
    const send = () => handoff.call(endpoint, call.input, call);
    const answers = [await send(), await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([at === 'B4' ? 200 : 502, 200, 200]);
    const [, done, again] = answers;
    expect([again?.text, again?.headers[IDEMPOTENT_REPLAYED]]).toEqual([done?.text, 'true']);
    expect(stedi.requests).toHaveLength(2);
    expect((await pastChecks(handoff)).map(({ Verdict }) => Verdict)).toEqual(['eligible', 'notCompleted']);
    await verifyAuditChains(handoff.store);
  },
  STORY_MS,
);

const uploadOf = (ReferralId: string, file: File, key: string) => ({
  endpoint: api.services.uploadFile,
  input: { fields: { DocumentTypeId: 'orders', ReferralId }, file },
  as: 'ana' as const,
  key,
});

const upload = (handoff: TestApi, { endpoint, input, as, key }: ReturnType<typeof uploadOf>) =>
  handoff.call(endpoint, input, { as, key });

test.each(isLong ? ['B2', 'B3'] : ['B3'])(
  'a released key cannot be used for other content, killed at %s',
  async (at) => {
    const handoff = await freshApi();
    const { Id } = await referral(handoff);
    const blobsBefore = await countBlobs();
    const key = randomUUID();
    const [one, other] = [uploadOf(Id, pdf('of one patient'), key), uploadOf(Id, pdf('of another'), key)];
    await dieDuring(handoff, one, { at });
    handoff.advance(UPLOAD_LEASE_MS);
    expect((await upload(handoff, other)).error().code).toBe('idempotency_key_reused');
    await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' });
    // The upload is refused and its key released, but the key still belongs to the first content.
    expect((await upload(handoff, one)).status).toBe(404);
    expect((await upload(handoff, other)).error().code).toBe('idempotency_key_reused');
    expect((await upload(handoff, one)).status).toBe(404);
    expect((await countBlobs()) - blobsBefore).toBe(at === 'B3' ? 1 : 0);
    expect(countByType(await everythingStored(handoff.store))['document']).toBeUndefined();
  },
  STORY_MS,
);

test.each(isLong ? ['B2', 'B3'] : ['B3'])(
  'a completion too large for the store ends the lease, and nothing is written, killed at %s',
  async (at) => {
    const handoff = await freshApi();
    const { Id } = await referral(handoff);
    const blobsBefore = await countBlobs();
    const key = randomUUID();
    const one = uploadOf(Id, pdf('of one patient'), key);
    await dieDuring(handoff, one, { at });
    handoff.advance(UPLOAD_LEASE_MS);
    const { faults } = await sharedPlatform();
    let batches = 0;
    faults.decide = ({ kind }) => {
      if (kind !== 'batch') return undefined;
      batches += 1;
      return batches === 3 ? { kind: 'answer', status: 413 } : undefined;
    };
    expect((await upload(handoff, one)).error().code).toBe('too_large');
    // The claim is found, taken over, refused and released.
    expect(batches).toBe(4);
    expect(countByType(await everythingStored(handoff.store))['document']).toBeUndefined();
    expect((await upload(handoff, uploadOf(Id, pdf('of another'), key))).status).toBe(422);
    expect((await upload(handoff, one)).status).toBe(200);
    expect((await countBlobs()) - blobsBefore).toBe(1);
    await verifyAuditChains(handoff.store);
  },
  STORY_MS,
);

test.each(isLong ? ['B3p', 'B4'] : ['B4'])(
  'after two timeouts of scheduled checks a changed answer is recorded, killed at %s',
  async (at) => {
    const { handoff, asked } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK01']);
    for (const days of [31, 70]) {
      await killedTimer(handoff, saturday(days), at);
      await timerAt(handoff, addMs(saturday(days), CHECK_LEASE_MS));
      await timerAt(handoff, addMs(saturday(days), 2 * HOUR_MS));
      // Even if the payer dropped the question, no one asks it again in this interval.
      expect(asked).toHaveLength(1);
    }
    await timerAt(handoff, saturday(110));
    expect((await pastChecks(handoff)).map(({ Verdict }) => Verdict)).toEqual([
      'notEligible',
      'notCompleted',
      'notCompleted',
      'eligible',
    ]);
    await verifyAuditChains(handoff.store);
  },
  STORY_MS,
);

async function statusOfStranger(url: string): Promise<number> {
  const headers = { authorization: 'Bearer no.token.atall', 'x-forwarded-for': '203.0.113.7' };
  return (await fetch(`${url}/api${api.referrals.list.path}`, { headers })).status;
}

test(
  'refused callers run out of calls at each process, and hold up no one else',
  async () => {
    const handoff = await freshApi();
    const hosts = await startHostPair(handoff);
    try {
      const key = randomUUID();
      const create: HostCall = {
        endpoint: api.referrals.create,
        input: { body: referralDraft() },
        as: 'ana',
        key,
      };
      const answers: string[] = [];
      for (let round = 0; round < (isLong ? 3 : 1); round += 1) {
        for (const index of [0, 1]) {
          const statuses = new Set<number>();
          for (let sent = 0; sent < 90; sent += 1) statuses.add(await statusOfStranger(hosts.url(index)));
          expect(statuses).toEqual(new Set([401, 429]));
          answers.push((await callBusyHost(handoff, hosts.url(index), create)).text);
        }
        await hosts.kill(round % 2);
      }
      answers.push((await callBusyHost(handoff, hosts.url(0), create)).text);
      expect(new Set(answers).size).toBe(1);
      expect(countByType(await everythingStored(handoff.store))['referral']).toBe(1);
    } finally {
      await hosts.stop();
    }
  },
  STORY_MS,
);

test(
  'while the sweep of imports hangs and a process is killed, the others deliver every message',
  async () => {
    const handoff = await freshApi();
    const { faults } = await sharedPlatform();
    handoff.breakRealtime(true);
    // The clock goes back a minute, so that the messages are due.
    handoff.advance(-60_000);
    for (let count = 0; count < (isLong ? 30 : 3); count += 1) await referral(handoff);
    const owed = async () =>
      (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'outbox').length;
    expect(await owed()).toBeGreaterThan(0);
    faults.decide = ({ path }) => (path.includes('/addresses') ? { kind: 'hang' } : undefined);
    const hosts = await startHostPair(handoff, ['sweepOutbox', 'sweepImports']);
    try {
      await hosts.kill(0);
      await expect.poll(owed, { timeout: 60_000, interval: 250 }).toBe(0);
    } finally {
      faults.decide = undefined;
      await hosts.stop();
    }
  },
  STORY_MS,
);
