import { randomUUID } from 'node:crypto';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referralDraft } from '../testing/examples.ts';
import { buildBundle, startHostProcess, type HostProcess } from '../testing/host-process.ts';
import { HARBOR } from '../testing/people.ts';
import { countByType, storedIn, verifyAuditChains } from '../testing/stored.ts';

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
}, 60_000);

test('100 concurrent duplicates of a referral create over two host processes → one referral, identical bodies', async () => {
  const hosts = [one, two];
  const headers = {
    authorization: `Bearer ${await handoff.token('ana')}`,
    'content-type': 'application/json',
    [IDEMPOTENCY_KEY]: randomUUID(),
  };
  const body = JSON.stringify(referralDraft());
  const { method, path } = api.referrals.create;
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const response = await fetch(`${hosts[index % 2]?.url}/api${path}`, { method, headers, body });
      return {
        host: index % 2,
        status: response.status,
        replayed: response.headers.get(IDEMPOTENT_REPLAYED),
        text: await response.text(),
      };
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const first = answers.filter(({ replayed }) => replayed === null);
  expect(first).toHaveLength(1);
  expect(new Set(answers.map(({ host }) => host)).size).toBe(2);

  const harbor = countByType(await storedIn(handoff.store, `d:${HARBOR}`));
  expect(harbor).toEqual({ lists: 1, referral: 1, audit: 1 });
  await verifyAuditChains(handoff.store);
  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
  expect(list.ok().ReferralInfo).toEqual(JSON.parse(first[0]?.text ?? '').ReferralInfo);
});

test('kill -9 of a host in the middle of its writes: each happens once on the other', async () => {
  const authorization = `Bearer ${await handoff.token('ana')}`;
  const keys = Array.from({ length: 15 }, () => randomUUID());
  const { method, path } = api.referrals.create;
  const send = async (url: string, key: string) => {
    const headers = { authorization, 'content-type': 'application/json', [IDEMPOTENCY_KEY]: key };
    const body = JSON.stringify(referralDraft({ ClinicalSummary: key }));
    return (await fetch(`${url}/api${path}`, { method, headers, body })).status;
  };
  const sending = keys.map((key) => send(one.url, key).catch(() => 'reset' as const));
  await Promise.race(sending);
  one.child.kill('SIGKILL');
  const first = await Promise.all(sending);
  expect(first).toContain('reset');
  expect(first).toContain(200);

  const retried = await Promise.all(keys.map((key) => send(two.url, key)));
  expect(retried).toEqual(keys.map(() => 200));
  const harbor = await storedIn(handoff.store, `d:${HARBOR}`);
  const saved = harbor.flatMap((document) =>
    document.type === 'referral' ? [String(document['ClinicalSummary'])] : [],
  );
  expect(saved).toHaveLength(1 + keys.length);
  expect(new Set(saved)).toEqual(new Set([referralDraft().ClinicalSummary, ...keys]));
  await verifyAuditChains(handoff.store);
});
