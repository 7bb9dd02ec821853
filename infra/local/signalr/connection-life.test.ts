import { HttpTransportType } from '@microsoft/signalr';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { clientUrl, handshake, negotiate, openSocket } from './raw-client.ts';
import { clientToken, connect, startTestSignalR } from './signalr-for-tests.ts';

test('pings are sent, and a client that stays silent for more than 30 seconds is dropped', async () => {
  let now = Date.now();
  const { url, rest } = await startTestSignalR({ pingMilliseconds: 20, now: () => now });
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await someRounds(frames);
  expect(frames.slice(0, 2)).toEqual(['{}\u001E', '{"type":6}\u001E']);
  now += 30_000;
  await someRounds(frames);
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  now += 1;
  await once(socket, 'close');
  expect(frames.at(-1)).toMatch(/"type":7,"error":/);
  expect(await rest('HEAD', 'users/ada')).toBe(404);
});

test('a client that pings stays, and so does one whose poll waits, though it sends nothing', async () => {
  let now = Date.now();
  const { url, rest } = await startTestSignalR({ pingMilliseconds: 20, now: () => now });
  const ben = await connect(url, 'ben', HttpTransportType.LongPolling);
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  for (let round = 0; round < 3; round += 1) {
    await someRounds(frames);
    now += 20_000;
    socket.send('{"type":6}\u001E');
  }
  await someRounds(frames);
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  await rest('POST', 'users/ben/:send', { body: { target: 'changed', arguments: ['still here'] } });
  await expect.poll(() => ben.received).toEqual(['still here']);
  expect(ben.state.reconnects).toBe(0);
});

/** The service checks for silent clients as often as it pings. */
async function someRounds(frames: readonly string[]): Promise<void> {
  const before = frames.length;
  await expect.poll(() => frames.length).toBeGreaterThan(before + 3);
}

test('a broken WebSocket ends its connection', async () => {
  const { url, rest } = await startTestSignalR();
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await expect.poll(() => frames).toHaveLength(1);
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  socket.terminate();
  await expect.poll(() => rest('HEAD', 'users/ada')).toBe(404);
});

test('a broken event stream ends its connection', async () => {
  const { url, rest } = await startTestSignalR();
  const address = await connectionUrl(url);
  const breaking = new AbortController();
  await fetch(address, { headers: { accept: 'text/event-stream' }, signal: breaking.signal });
  expect((await fetch(address, { method: 'POST', body: handshake })).status).toBe(200);
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  breaking.abort();
  await expect.poll(() => rest('HEAD', 'users/ada')).toBe(404);
});

test('no message is lost between two polls, not even the close message', async () => {
  const { url, rest } = await startTestSignalR();
  const address = await connectionUrl(url);
  const poll = async () => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  expect(await poll()).toEqual({ status: 200, text: '' });
  await fetch(address, { method: 'POST', body: handshake });
  await rest('POST', 'users/ada/:send', { body: { target: 'changed', arguments: [] } });
  await rest('POST', 'users/ada/:closeConnections?reason=moved');
  expect(await rest('HEAD', 'users/ada')).toBe(404);
  expect(await poll()).toEqual({
    status: 200,
    text: '{}\u001E{"type":1,"target":"changed","arguments":[]}\u001E{"type":7,"error":"moved"}\u001E',
  });
  expect(await poll()).toMatchObject({ status: 204 });
  expect(await poll()).toMatchObject({ status: 404 });
});

test('a service that shuts down asks its clients to reconnect', async () => {
  const { url, close } = await startTestSignalR();
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await expect.poll(() => frames).toHaveLength(1);
  await Promise.all([once(socket, 'close'), close()]);
  expect(frames.at(-1)).toBe('{"type":7,"allowReconnect":true}\u001E');
});

async function connectionUrl(url: string): Promise<string> {
  const token = await clientToken(url, 'ada');
  const { connectionToken } = Object(await (await negotiate(url, token)).json());
  return clientUrl(url, { id: String(connectionToken), access_token: token });
}
