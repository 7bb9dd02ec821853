/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referralDraft } from '../testing/examples/drafts.ts';
import { callBusyHost, type HostCall } from '../testing/faults/call-host.ts';
import { buildBundle, startHostProcess, type HostProcess } from '../testing/host-process.ts';
import { HARBOR } from '../testing/people.ts';
import { countByType, storedIn, verifyAuditChains } from '../testing/stored.ts';

/** Leaves time for a busy machine. */
const STORY_MS = 90_000;

let handoff: TestApi;
let one: HostProcess;
let two: HostProcess;

beforeAll(async () => {
  const [fresh, signalr] = await Promise.all([
    freshApi(),
    startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] }),
    buildBundle(),
  ]);
  handoff = fresh;
  const settings = { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString };
  [one, two] = await Promise.all([startHostProcess(settings), startHostProcess(settings)]);
  return () => {
    for (const host of [one, two]) host.child.kill('SIGKILL');
    return signalr.close();
  };
}, 120_000);

const create = (key: string): HostCall => ({
  endpoint: api.referrals.create,
  input: { body: referralDraft({ ClinicalSummary: key }) },
  as: 'ana',
  key,
});

test(
  '100 concurrent duplicates of a referral create over two host processes → one referral, identical bodies',
  async () => {
    const call = create(randomUUID());
    const hosts = [one.url, two.url];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => hosts.map((url) => callBusyHost(handoff, url, call))).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    // There is no answer when the host ran out of time and said 503.
    expect(answers.filter(({ isReplay }) => !isReplay).length).toBeLessThanOrEqual(1);

    const harbor = countByType(await storedIn(handoff.store, `d:${HARBOR}`));
    expect(harbor).toEqual({ lists: 1, 'key-renewal': 1, referral: 1, audit: 1 });
    await verifyAuditChains(handoff.store);
    const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
    expect(JSON.parse(answers[0]?.text ?? '').ReferralInfo).toMatchObject(list.ok().ReferralInfo);
  },
  STORY_MS,
);

test(
  'after kill -9 of a host during its writes, each happens once on the other one',
  async () => {
    const calls = Array.from({ length: 15 }, () => create(randomUUID()));
    const sending = calls.map((call) =>
      callBusyHost(handoff, one.url, call).then(
        ({ status }) => status,
        () => 'reset',
      ),
    );
    await Promise.race(sending);
    one.child.kill('SIGKILL');
    const first = await Promise.all(sending);
    expect(first).toContain('reset');
    expect(first).toContain(200);

    const retried = await Promise.all(calls.map((call) => callBusyHost(handoff, two.url, call)));
    expect(retried.map(({ status }) => status)).toEqual(calls.map(() => 200));
    const harbor = await storedIn(handoff.store, `d:${HARBOR}`);
    const saved = harbor.flatMap((document) =>
      document.type === 'referral' ? [String(document['ClinicalSummary'])] : [],
    );
    expect(saved.filter((text) => calls.some(({ key }) => key === text)).toSorted()).toEqual(
      calls.map(({ key }) => key).toSorted(),
    );
    await verifyAuditChains(handoff.store);

    const printed = [...one.lines, ...two.lines];
    const requests = printed.filter((line) => line.includes('PUT /referrals/create'));
    expect(requests.length).toBeGreaterThan(100);
    const ofPatients = [referralDraft().Patient.LastName, ...saved];
    expect(printed.filter((line) => ofPatients.some((text) => line.includes(text)))).toEqual([]);
  },
  STORY_MS,
);
