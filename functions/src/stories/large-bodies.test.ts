/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@handoff/shared/contract/api';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { sendToHost } from '../testing/faults/call-host.ts';
import { buildBundle, startHostProcess } from '../testing/host-process.ts';

const MB = 1024 * 1024;
/**
 * An instance in infra/azure/modules/api.bicep has 2,048 MB. Microsoft's host, another process, holds 130 MB for each body of
 * 20 MB, and reads eight of them at once.
 */
const FOR_THE_API_MB = 2_048 - 250 - 8 * 130;

let handoff: TestApi;
beforeAll(buildBundle, 120_000);
beforeEach(async () => {
  handoff = await freshApi();
});

test.each([
  [20, 20],
  [80, 5],
])(
  '%i documents of %i MB at once are stored or asked to come again, and the process lives',
  async (count, megabytes) => {
    const signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
    onTestFinished(() => signalr.close());
    const settings = { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString };
    const { child, url } = await startHostProcess(settings);
    onTestFinished(() => void child.kill('SIGKILL'));
    const bytes = new Uint8Array(megabytes * MB - 2_048).fill(32);
    bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
    const file = new File([bytes], 'fax.pdf', { type: 'application/pdf' });
    const store = async (key: string) => {
      const call = {
        endpoint: api.services.uploadFile,
        input: { fields: {}, file },
        as: 'ana',
        key,
      } as const;
      const { status, headers } = await sendToHost(handoff, url, call);
      return { key, status, wait: Number(headers.get('Retry-After') ?? 0) };
    };
    let left: string[] = Array.from({ length: count }, () => randomUUID());
    const refusals: { status: number; wait: number }[] = [];
    while (left.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- as the browser does, which sends the same key again
      const answers = await Promise.all(left.map(store));
      const refused = answers.filter(({ status }) => status !== 200);
      refusals.push(...refused);
      left = refused.map(({ key }) => key);
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => void setTimeout(resolve, 1000 * (refused[0]?.wait ?? 0)));
    }
    expect(refusals.filter(({ status, wait }) => status !== 503 || wait === 0)).toEqual([]);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    expect(peakMb).toBeLessThan(FOR_THE_API_MB);
  },
  300_000,
);
