/** @module-tag long */
import * as z from 'zod';
import { randomUUID } from 'node:crypto';
import { scanBlob } from '@handoff/local/malware-scan/scan-blob';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { freshApi, type TestApi } from '../api.ts';
import { sendToHost } from '../faults/call-host.ts';
import { drawFew, isLong } from '../faults/run-size.ts';
import { buildBundle, startHostProcess } from '../host-process.ts';
import { bothKeys, renewAllKeys } from '../key-rotation.ts';
import { HARBOR } from '../people.ts';
import type { Attack, Calls, Target } from './attack.ts';
import { attacks, CALLS_PER_MINUTE, deployedLimits, liveOf } from './attacks.ts';

const LIMIT_MS = 60_000;

let signalr: Awaited<ReturnType<typeof startSignalR>>;
beforeAll(async () => {
  signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
});
afterAll(() => signalr.close());

/** Starts the product in this process, with the limits and the live service of a deployment. */
async function inThisProcess(): Promise<TestApi> {
  const handoff = await withoutAnchors();
  const { platform } = handoff;
  const live = liveOf(signalr.connectionString, platform);
  return { ...handoff, platform: { ...platform, ...live } };
}

/** All share one storage, where the anchors of another database would look like those of a truncated audit trail. */
async function withoutAnchors(): Promise<TestApi> {
  const handoff = await freshApi();
  const { blobs } = handoff.platform;
  const anchors = await blobs.names('audit-anchors', '');
  await Promise.all(anchors.map((name) => blobs.remove('audit-anchors', name)));
  return handoff;
}

function targetOf(handoff: TestApi, withoutDefense: Attack['withoutDefense'] = () => ({})): Target {
  const { settings, timers } = withoutDefense(handoff);
  function instance() {
    const { platform, app } = withoutDefense(handoff);
    const { limits, ...others } = app ?? {};
    return handoff.another(
      { ...handoff.platform, ...platform },
      { ...others, limits: { ...deployedLimits, ...limits } },
    );
  }
  return {
    call: instance().call,
    another: async () => instance(),
    ...heldBy(handoff, timers),
    logged: () => handoff.log.map((line) => JSON.stringify(line)),
    settings: { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString, ...settings },
  };
}

const DAY_MS = 86_400_000;

const heldBy = (handoff: TestApi, timers?: false) => ({
  stolen: handoff.platform,
  token: (...asked: Parameters<TestApi['token']>) => handoff.token(...asked),
  async pass(days: number) {
    const { audit, reading, deleted } = handoff.app.jobs;
    handoff.advance(days * DAY_MS);
    for (const job of timers === false ? [] : [audit, reading, deleted]) await job.run();
  },
  async renewKeys() {
    if (timers !== false) await renewAllKeys(handoff.store, handoff.another({ fieldKeys: bothKeys }));
  },
  async scan(blobName: string, scanResultType: string) {
    const event = await scanBlob(handoff.settings['AzureWebJobsStorage'] ?? '', `${HARBOR}/${blobName}`);
    await handoff.app.recordScan({ ...event, data: { ...event.data, scanResultType } });
  },
});

/** Takes one attack per finding; the long run takes all. */
const chosen = isLong
  ? attacks
  : attacks.filter(({ finding }, n) => attacks.findIndex((other) => other.finding === finding) === n);

describe.skipIf(isLong)('in this process', () => {
  test.each(chosen)('$name: fails', { timeout: LIMIT_MS }, async ({ succeeds }) => {
    expect(await succeeds(targetOf(await inThisProcess()))).toBe(false);
  });
});

describe.runIf(isLong)('against the product in processes of its own', () => {
  beforeAll(buildBundle, LIMIT_MS);

  test.each(chosen)('$name: fails', { timeout: LIMIT_MS }, async ({ succeeds }) => {
    const handoff = await withoutAnchors();
    const settings = {
      ...handoff.settings,
      AzureSignalRConnectionString: signalr.connectionString,
      CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
    };
    const printed: string[][] = [];
    async function another(): Promise<Calls> {
      const { child, url, lines } = await startHostProcess(settings);
      onTestFinished(() => void child.kill('SIGKILL'));
      printed.push(lines);
      return { call: callsTo(handoff, url) };
    }
    const { call } = await another();
    const logged = () => printed.flat();
    expect(await succeeds({ call, another, settings, logged, ...heldBy(handoff) })).toBe(false);
  });
});

test.each(drawFew('controls of attacks', chosen))(
  '$name: succeeds without the defense',
  { timeout: LIMIT_MS },
  async ({ succeeds, withoutDefense }) => {
    const handoff = await inThisProcess();
    expect(await succeeds(targetOf(handoff, withoutDefense))).toBe(true);
  },
);

const callsTo = (handoff: TestApi, url: string): Target['call'] =>
  async function call<E extends Endpoint>(endpoint: E, input: unknown, how: Parameters<Target['call']>[2]) {
    const response = await sendToHost(handoff, url, {
      endpoint,
      input,
      as: how.as ?? 'ana',
      key: how.key ?? randomUUID(),
      ...(how.headers && { headers: how.headers }),
      ...(how.rawBody !== undefined && { rawBody: how.rawBody }),
      ...(how.authorization !== undefined && { token: how.authorization.replace('Bearer ', '') }),
    });
    const { status } = response;
    const text = await response.text();
    return {
      status,
      text,
      headers: Object.fromEntries(response.headers),
      ok: () => {
        if (status !== 200 || endpoint.output === 'file') throw new Error(`${endpoint.path}: ${text}`);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema
        return z.parse(endpoint.output, JSON.parse(text)) as Output<E>;
      },
    };
  };
