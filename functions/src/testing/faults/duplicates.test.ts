/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { beforeAll, expect, test } from 'vitest';
import { freshApi } from '../api.ts';
import { everyWrite } from '../examples/endpoint-examples.ts';
import { buildBundle, startHostProcess } from '../host-process.ts';
import { countByType, everythingStored, verifyAuditChains } from '../stored.ts';
import { callBusyHost } from './call-host.ts';
import { isLong } from './run-size.ts';

// stories/replay.test.ts sends twenty to each in one process.

/** In `npm test`, in addition to two-hosts.test.ts. */
const inShort = new Set(['services.uploadFile', 'medicareEligibility.check', 'partners.create']);
const chosen = isLong ? everyWrite : everyWrite.filter(({ name }) => inShort.has(name));
const DUPLICATES = 100;

let signalr: Awaited<ReturnType<typeof startSignalR>>;
beforeAll(async () => {
  signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  await buildBundle();
  return () => signalr.close();
}, 120_000);

test.each(chosen)(
  '$name: 100 concurrent duplicates over two processes have one effect and one answer',
  async (example) => {
    const alone = await freshApi();
    const input = await example.input(alone);
    await alone.call(example.endpoint, input, { as: example.as });
    const expected = countByType(await everythingStored(alone.store));

    const handoff = await freshApi();
    const call = { ...example, input: await example.input(handoff), key: randomUUID() };
    const settings = { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString };
    const hosts = await Promise.all([startHostProcess(settings), startHostProcess(settings)]);
    try {
      const send = (n: number) => callBusyHost(handoff, hosts[n % 2 ? 0 : 1].url, call);
      const answers = await Promise.all(
        // A busy machine may even be too slow to connect.
        Array.from({ length: DUPLICATES }, (_, n) => send(n).catch(() => send(n))),
      );
      const done = answers.filter(({ status }) => status === 200);
      const waiting = answers.filter(({ status }) => status !== 200);
      // Only a lease makes a caller wait.
      const mayWait = example.endpoint.mode === 'lease' ? 'request_in_progress' : 'nothing';
      expect(waiting.filter(({ text }) => !text.includes(mayWait))).toEqual([]);
      // There is no answer when the host ran out of time and said 503.
      expect(done.filter(({ isReplay }) => !isReplay).length).toBeLessThanOrEqual(1);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(countByType(await everythingStored(handoff.store))).toEqual(expected);
      await verifyAuditChains(handoff.store);
    } finally {
      for (const { child } of hosts) child.kill('SIGKILL');
    }
  },
  300_000,
);
