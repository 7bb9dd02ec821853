import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createManagedIdentity, IdentityUnavailable } from './managed-identity.ts';

const header = 'secret of the instance';
const clientId = '00000000-0000-4000-8000-000000000001';

/** Starts the endpoint that Azure gives every instance; it answers these statuses in turn, then 200. */
async function identity(...statuses: number[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const status = request.headers['x-identity-header'] === header ? (statuses.shift() ?? 200) : 401;
    const expires = Math.floor(time / 1000) + 3600;
    const token = { access_token: `token ${asked.length}`, expires_on: String(expires) };
    response.writeHead(status).end(JSON.stringify(token));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  let time = Date.parse('2026-11-01T10:00:00Z');
  const clock = { now: () => new Date(time), sleep: async (ms: number) => void (time += ms) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return { asked, options: { endpoint, header, clientId, clock }, wait: (ms: number) => void (time += ms) };
}

test('concurrent callers share one token request per service', async () => {
  const { asked, options } = await identity();
  const { getToken } = createManagedIdentity(options);
  const tokens = await Promise.all([
    getToken('https://storage.azure.com/.default'),
    getToken(['https://storage.azure.com/.default']),
    getToken('https://vault.azure.net/.default'),
  ]);
  expect(tokens.map(({ token }) => token)).toEqual(['token 1', 'token 1', 'token 2']);
  expect(asked).toEqual(
    ['storage.azure.com', 'vault.azure.net'].map(
      (host) => `/token?api-version=2019-08-01&resource=https%3A%2F%2F${host}&client_id=${clientId}`,
    ),
  );
});

test('a token is renewed once, before it expires', async () => {
  const { options, wait } = await identity();
  const { getToken } = createManagedIdentity(options);
  const token = async () => (await getToken('https://storage.azure.com/.default')).token;
  expect(await token()).toBe('token 1');
  wait(54 * 60_000);
  expect(await token()).toBe('token 1');
  wait(2 * 60_000);
  expect(await Promise.all([token(), token(), token()])).toEqual(['token 2', 'token 2', 'token 2']);
});

test('an endpoint that has not started is asked again', async () => {
  const { asked, options } = await identity(404, 503);
  expect((await createManagedIdentity(options).getToken('https://vault.azure.net')).token).toBe('token 3');
  expect(asked).toHaveLength(3);
});

test('an identity that refuses, fails or is missing has its own error code, and is asked again later', async () => {
  const refusing = await identity();
  const stranger = createManagedIdentity({ ...refusing.options, header: 'another' });
  await expect(stranger.getToken('https://vault.azure.net')).rejects.toThrow(IdentityUnavailable);
  expect(refusing.asked).toHaveLength(1);

  const down = await identity(500, 500, 500);
  const { getToken } = createManagedIdentity(down.options);
  await expect(getToken('https://vault.azure.net')).rejects.toMatchObject({ code: 'IDENTITY_UNAVAILABLE' });
  expect((await getToken('https://vault.azure.net')).token).toBe('token 4');

  const gone = createManagedIdentity({ ...down.options, endpoint: 'http://127.0.0.1:9/token' });
  await expect(gone.getToken('https://vault.azure.net')).rejects.toThrow(IdentityUnavailable);
});
