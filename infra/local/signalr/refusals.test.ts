import { once } from 'node:events';
import { expect, test } from 'vitest';
import { clientUrl, negotiate, openSocket, upgradeStatus } from './raw-client.ts';
import {
  accessKey,
  clientToken,
  connect,
  hub,
  signToken,
  startTestSignalR,
  webOrigin,
} from './signalr-for-tests.ts';

const body = { target: 'changed', arguments: [] };

test('health needs no token', async () => {
  const { url } = await startTestSignalR();
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
});

test.each([
  ['another key', { key: `${accessKey}!` }],
  ['an expired token', { expiresIn: -1 }],
  ['a token without expiry', { expiresIn: 'never' as const }],
  ['the address of another call', { audience: 'http://localhost/api/hubs/handoff/users/ada/:send' }],
])('%s opens neither REST nor a connection', async (_, token) => {
  const { url, rest } = await startTestSignalR();
  expect(await rest('POST', ':send', { body, token })).toBe(401);
  expect((await negotiate(url, await clientToken(url, 'ada', token))).status).toBe(401);
});

test('a token of another hub is refused, and so are a missing token and alg none', async () => {
  const { url } = await startTestSignalR();
  expect((await negotiate(url, await signToken(`${url}/client/?hub=other`))).status).toBe(401);
  expect((await negotiate(url, '')).status).toBe(401);
  const none = [{ alg: 'none' }, { aud: `${url}/client/?hub=${hub}`, exp: 4_000_000_000 }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  expect((await negotiate(url, `${none}.`)).status).toBe(401);
});

test('REST refuses what the real service refuses', async () => {
  const { url, rest } = await startTestSignalR();
  expect(await rest('POST', ':send', { body, version: 'no=version' })).toBe(400);
  expect(await rest('POST', ':send', { body: { arguments: [] } })).toBe(400);
  expect(await rest('POST', ':send', { body: 'x'.repeat(1024 * 1024) })).toBe(413);
  expect(await rest('POST', ':generateToken', { body })).toBe(404);
  expect(await rest('GET', 'users/ada')).toBe(404);
  expect(await rest('POST', 'users//:send', { body })).toBe(404);
  expect(await rest('POST', 'users/%ZZ/:send', { body })).toBe(400);
  expect((await fetch(`${url}/client/other`)).status).toBe(404);
  expect((await fetch(`${url}/`)).status).toBe(404);
});

test('a message of almost 1 MB passes', async () => {
  const { url, rest } = await startTestSignalR();
  const ada = await connect(url, 'ada');
  const text = 'x'.repeat(1_000_000);
  expect(await rest('POST', 'users/ada/:send', { body: { target: 'changed', arguments: [text] } })).toBe(202);
  await expect.poll(() => ada.received).toEqual([text]);
});

test('a connection of another user cannot be continued, on any transport', async () => {
  const { url } = await startTestSignalR();
  const { connectionToken, connectionId } = Object(
    await (await negotiate(url, await clientToken(url, 'ada'))).json(),
  );
  const bens = await clientToken(url, 'ben');
  const adas = await clientToken(url, 'ada');
  const poll = (id: unknown, token: string) => fetch(clientUrl(url, { id: String(id), access_token: token }));
  expect((await poll(connectionToken, bens)).status).toBe(404);
  expect((await poll(connectionId, adas)).status).toBe(404);
  expect(await upgradeStatus(url, { id: String(connectionToken), access_token: bens })).toBe(404);
  expect((await poll(connectionToken, adas)).status).toBe(200);
});

test('only the web app may read answers and open WebSockets from a browser', async () => {
  const { url } = await startTestSignalR();
  const token = await clientToken(url, 'ada');
  const preflight = (origin: string) =>
    fetch(clientUrl(url, {}), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'authorization,x-signalr-user-agent' },
    });
  const allowed = await preflight(webOrigin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(webOrigin);
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
  expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization,x-signalr-user-agent');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  expect(await upgradeStatus(url, { id: 'any', access_token: token }, 'https://evil.example')).toBe(403);
  expect(await upgradeStatus(url, { id: 'any', access_token: token }, webOrigin)).toBe(404);
});

test.each([
  ['MessagePack', '{"protocol":"messagepack","version":1}\u001E'],
  ['stateful reconnect', '{"protocol":"json","version":2}\u001E'],
  ['no JSON at all', 'hello\u001E'],
  ['binary frames', Buffer.from('{"protocol":"json","version":1}\u001E')],
  ['an unfinished frame', '{"protocol":"json","version":1} '],
])('a handshake with %s is answered with an error and closed', async (_, text) => {
  const { url } = await startTestSignalR();
  const { socket, frames } = await openSocket(url);
  socket.send(text);
  await once(socket, 'close');
  expect(frames).toEqual(['{"error":"Only the JSON hub protocol is spoken here."}\u001E']);
});
