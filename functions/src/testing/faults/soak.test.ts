import { randomUUID } from 'node:crypto';
import { failAtRandom } from '@handoff/local/cosmos/faults';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { referral } from '../example-records.ts';
import { pdf, referralDraft } from '../examples.ts';
import { buildBundle, startHostProcess, type HostProcess } from '../host-process.ts';
import { HARBOR } from '../people.ts';
import { countByType, storedIn, verifyAuditChains } from '../stored.ts';
import { callHost, type HostCall } from './call-host.ts';
import { isLong, seeded } from './run-size.ts';

const KEYS = isLong ? 3_000 : 40;
/** One of the two processes dies after about so many answers. */
const KILL_AFTER = isLong ? 25 : 15;
const AT_ONCE = 6;
const LOST = 0.03;
/** With a pause each: a process that was killed is back long before. */
const TRIES = 600;
const PAUSE_MS = 100;

beforeAll(buildBundle, 60_000);

test(
  'requests and answers are lost and processes die: nothing is lost, nothing is doubled',
  async () => {
    const random = seeded('soak');
    const handoff = await freshApi();
    const { Id } = await referral(handoff);
    const hosts = await startHosts(handoff);
    const calls = Array.from({ length: KEYS }, (): HostCall => drawCall(random.between(1, 10), Id));
    const { faults } = await sharedPlatform();
    faults.decide = failAtRandom(
      () => random.between(0, 999_999) / 1_000_000,
      [
        { fault: { kind: 'drop-before-commit' }, probability: LOST },
        { fault: { kind: 'lose-answer' }, probability: LOST },
      ],
    );

    let [answered, kills, killAt] = [0, 0, KILL_AFTER];
    const waiting: HostCall[] = [];
    const left = [...calls];
    const texts = new Map<string, Set<string>>();
    const keep = (call: HostCall, text: string) => {
      texts.set(call.key, (texts.get(call.key) ?? new Set()).add(text));
    };

    async function sendUntilDone(call: HostCall): Promise<void> {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const answer = await callHost(handoff, hosts.url(random.between(0, 1)), call).catch(() => undefined);
        if (answer) answered += 1;
        if (answered >= killAt) {
          killAt = answered + random.between(1, 2 * KILL_AFTER);
          kills += 1;
          void hosts.kill(random.between(0, 1));
        }
        if (answer?.status === 200) return keep(call, answer.text);
        // Its owner may be dead: the lease has to run out first.
        if (answer?.text.includes('request_in_progress')) return void waiting.push(call);
        if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      throw new Error(`${call.endpoint.path} was not answered in ${TRIES} tries`);
    }

    async function work(): Promise<void> {
      for (let call = left.shift(); call; call = left.shift()) {
        const copies = random.chance(0.3) ? 2 : 1;
        await Promise.all(Array.from({ length: copies }, () => sendUntilDone(call)));
      }
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      faults.decide = undefined;
      await hosts.stop();
    }
    handoff.advance(61_000);
    for (const call of [...waiting, ...calls]) {
      const answer = await handoff.call(call.endpoint, call.input, { as: call.as, key: call.key });
      expect(answer.status).toBe(200);
      keep(call, answer.text);
    }
    console.log(`soak: ${KEYS} keys, ${answered} answers, ${kills} kills`);
    expect(kills).toBeGreaterThan(0);

    await handoff.app.sweep();
    await verifyAuditChains(handoff.store);
    expect([...texts.values()].filter(({ size }) => size !== 1)).toEqual([]);
    const of = (path: string) => calls.filter(({ endpoint }) => endpoint.path === path).length;
    const harbor = await storedIn(handoff.store, `d:${HARBOR}`);
    expect(countByType(harbor)).toEqual({
      lists: 1,
      audit: 1 + KEYS,
      referral: 1 + of(api.referrals.create.path),
      note: of(api.referrals.updateNotes.path),
      document: of(api.services.uploadFile.path),
    });
    expect(harbor.find(({ id }) => id === Id)).toMatchObject({
      NoteCount: of(api.referrals.updateNotes.path),
    });
  },
  isLong ? 3_600_000 : 120_000,
);

function drawCall(draw: number, ReferralId: string): HostCall {
  const key = randomUUID();
  const from = { as: 'ana', key } as const;
  if (draw <= 5) {
    const body = referralDraft({ ClinicalSummary: key });
    return { ...from, endpoint: api.referrals.create, input: { body } };
  }
  if (draw <= 8) {
    const body = { ReferralId, ReferralNotes: [{ Text: key }] };
    return { ...from, endpoint: api.referrals.updateNotes, input: { body } };
  }
  // Of the intake: a referral holds fifty.
  const fields = { DocumentTypeId: 'orders' };
  return { ...from, endpoint: api.services.uploadFile, input: { fields, file: pdf(key) } };
}

/** Two processes; one that is killed comes back. */
async function startHosts(handoff: TestApi) {
  const signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  const settings = { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString };
  const start = () => startHostProcess(settings);
  const [one, two] = await Promise.all([start(), start()]);
  const running: HostProcess[] = [one, two];
  const starting = new Map<number, Promise<void>>();
  return {
    url: (index: number) => running[index]?.url ?? '',
    async kill(index: number): Promise<void> {
      if (starting.has(index)) return;
      running[index]?.child.kill('SIGKILL');
      const started = start().then((host) => void (running[index] = host));
      starting.set(index, started);
      await started;
      starting.delete(index);
    },
    async stop(): Promise<void> {
      await Promise.all(starting.values());
      for (const { child } of running) child.kill('SIGKILL');
      await signalr.close();
    },
  };
}
