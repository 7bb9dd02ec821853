import { randomUUID } from 'node:crypto';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { freshApi, type TestApi } from '../api.ts';
import { callHost } from '../faults/call-host.ts';
import { isLong } from '../faults/run-size.ts';
import { buildBundle, startHostProcess } from '../host-process.ts';
import { attacks, deployedLimits, liveOf, type Attack, type Target } from './attacks.ts';

const LIMIT_MS = 60_000;

let signalr: Awaited<ReturnType<typeof startSignalR>>;
beforeAll(async () => {
  signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
});
afterAll(() => signalr.close());

/** The product in this process, with the limits and the live service that it has when deployed. */
async function inThisProcess(): Promise<TestApi> {
  const handoff = await freshApi();
  const { platform } = handoff;
  const live = liveOf(signalr.connectionString, platform);
  return { ...handoff, platform: { ...platform, ...live } };
}

function targetOf(
  handoff: TestApi,
  { platform, app, settings }: Partial<ReturnType<Attack['withoutCure']>> = {},
): Target {
  const { limits, ...others } = app ?? {};
  const instance = handoff.another(
    { ...handoff.platform, ...platform },
    { ...others, limits: { ...deployedLimits, ...limits } },
  );
  return {
    call: instance.call,
    settings: { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString, ...settings },
  };
}

describe.skipIf(isLong)('in this process', () => {
  test.each(attacks)('$name: fails', { timeout: LIMIT_MS }, async ({ succeeds }) => {
    expect(await succeeds(targetOf(await inThisProcess()))).toBe(false);
  });
});

test.each(attacks)(
  '$name: succeeds without the cure',
  { timeout: LIMIT_MS },
  async ({ succeeds, withoutCure }) => {
    const handoff = await inThisProcess();
    expect(await succeeds(targetOf(handoff, withoutCure(handoff)))).toBe(true);
  },
);

describe.runIf(isLong)('against the product in processes of its own', () => {
  test('none succeeds', { timeout: 10 * LIMIT_MS }, async () => {
    await buildBundle();
    const succeeded: string[] = [];
    for (const { name, succeeds } of attacks) {
      const handoff = await freshApi();
      const settings = { ...handoff.settings, AzureSignalRConnectionString: signalr.connectionString };
      const { child, url } = await startHostProcess(settings);
      if (await succeeds({ call: callsTo(handoff, url), settings })) succeeded.push(name);
      child.kill('SIGKILL');
    }
    console.log(`${attacks.length} attacks, ${succeeded.length} succeeded`);
    expect(succeeded).toEqual([]);
  });
});

const callsTo = (handoff: TestApi, url: string): Target['call'] =>
  async function call<E extends Endpoint>(endpoint: E, input: unknown, how: Parameters<Target['call']>[2]) {
    const answer = await callHost(handoff, url, {
      endpoint,
      input,
      as: how.as ?? 'ana',
      key: how.key ?? randomUUID(),
      ...(how.authorization !== undefined && { token: how.authorization.replace('Bearer ', '') }),
    });
    return {
      ...answer,
      ok: () => {
        if (answer.status !== 200 || endpoint.output === 'file')
          throw new Error(`${endpoint.path}: ${answer.text}`);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema
        return endpoint.output.parse(JSON.parse(answer.text)) as Output<E>;
      },
    };
  };
