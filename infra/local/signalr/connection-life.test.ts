import { HttpTransportType } from '@microsoft/signalr';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { clientUrl, handshake, negotiate, openSocket } from './raw-client.ts';
import { clientToken, connect, startTestSignalR } from './signalr-for-tests.ts';

test('pings are sent, and a client that stays silent is dropped', async () => {
  const { url, rest } = await startTestSignalR({ pingMilliseconds: 30, silenceMilliseconds: 150 });
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await once(socket, 'close');
  expect(frames[0]).toBe('{}\u001E');
  expect(frames).toContain('{"type":6}\u001E');
  expect(frames.at(-1)).toMatch(/"type":7,"error":/);
  expect(await rest('HEAD', 'users/ada')).toBe(404);
});

test('a client that pings stays', async () => {
  const { url, rest } = await startTestSignalR({ pingMilliseconds: 20, silenceMilliseconds: 200 });
  const { socket, frames } = await openSocket(url);
  socket.on('message', () => socket.send('{"type":6}\u001E'));
  socket.send(handshake);
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(20), { timeout: 5000 });
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  socket.close();
});

test('a long-polling client stays while its poll waits, though it sends nothing', async () => {
  const { url, rest } = await startTestSignalR({ silenceMilliseconds: 300 });
  const ben = await connect(url, 'ben', HttpTransportType.LongPolling);
  const { socket } = await openSocket(url);
  socket.send(handshake);
  // The other client is as silent and was last heard later: when it is gone, the first had its chance to go.
  await once(socket, 'close');
  await rest('POST', 'users/ben/:send', { body: { target: 'changed', arguments: ['still here'] } });
  await vi.waitFor(() => expect(ben.received).toEqual(['still here']));
  expect(ben.state.reconnects).toBe(0);
});

test('a WebSocket that breaks takes its connection along', async () => {
  const { url, rest } = await startTestSignalR();
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  socket.terminate();
  await vi.waitFor(async () => expect(await rest('HEAD', 'users/ada')).toBe(404));
});

test('an event stream that breaks takes its connection along', async () => {
  const { url, rest } = await startTestSignalR();
  const address = await connectionUrl(url);
  const breaking = new AbortController();
  await fetch(address, { headers: { accept: 'text/event-stream' }, signal: breaking.signal });
  expect((await fetch(address, { method: 'POST', body: handshake })).status).toBe(200);
  expect(await rest('HEAD', 'users/ada')).toBe(200);
  breaking.abort();
  await vi.waitFor(async () => expect(await rest('HEAD', 'users/ada')).toBe(404));
});

test('between two polls nothing is lost, not even the goodbye', async () => {
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

test('a service that goes away tells its clients to come back', async () => {
  const { url, close } = await startTestSignalR();
  const { socket, frames } = await openSocket(url);
  socket.send(handshake);
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  await Promise.all([once(socket, 'close'), close()]);
  expect(frames.at(-1)).toBe('{"type":7,"allowReconnect":true}\u001E');
});

async function connectionUrl(url: string): Promise<string> {
  const token = await clientToken(url, 'ada');
  const { connectionToken } = Object(await (await negotiate(url, token)).json());
  return clientUrl(url, { id: String(connectionToken), access_token: token });
}
