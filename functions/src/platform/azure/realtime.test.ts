import { HUB, type RealtimeMessage } from '@handoff/shared/contract/realtime';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Realtime } from '../ports.ts';
import { systemClock } from '../process.ts';
import { createSignalR } from './realtime.ts';

let realtime: Realtime;
let stop: () => Promise<void>;

const accessKey = 'YSBrZXkgd2l0aCBlcXVhbHMgc2lnbnMgYXQgaXRzIGVuZA==';
const hint = (userId: string): RealtimeMessage => ({ topic: 'notification', id: userId });

beforeAll(async () => {
  const signalr = await startSignalR({ port: 0, accessKey, webOrigins: [] });
  stop = async () => signalr.close();
  realtime = createSignalR({ connectionString: signalr.connectionString, hub: HUB, clock: systemClock });
});
afterAll(async () => stop());

/** Connects a browser as this user: it negotiates with the service, sends the handshake and listens. */
async function listen(user: string) {
  const { url, accessToken } = await realtime.connection(user);
  const negotiation = await fetch(url.replace('/?', '/negotiate?') + '&negotiateVersion=1', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { connectionToken }: { connectionToken: string } = JSON.parse(await negotiation.text());
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}&id=${connectionToken}&access_token=${accessToken}`,
  );
  onTestFinished(() => socket.close());
  const frames: unknown[] = [];
  socket.addEventListener('message', ({ data }) => {
    const text = String(data).split('\u001e').filter(Boolean);
    frames.push(...text.map((frame): unknown => JSON.parse(frame)));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  socket.send('{"protocol":"json","version":1}\u001e');
  await expect.poll(() => frames).toEqual([{}]);
  return {
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    received: () => frames.filter((frame) => JSON.stringify(frame).includes('"type":1')),
  };
}

const received = (message: RealtimeMessage) => ({ type: 1, target: 'message', arguments: [message] });

test('a message to a user reaches that user only', async () => {
  const [ada, ben] = await Promise.all([listen('ada'), listen('ben')]);
  await realtime.send({ user: 'ada' }, hint('ada'));
  await realtime.send({ user: 'ben' }, hint('ben'));
  await expect.poll(() => ben.received()).toEqual([received(hint('ben'))]);
  await expect.poll(() => ada.received()).toEqual([received(hint('ada'))]);
});

test('a disconnected user is offline and out of all groups', async () => {
  const fay = await listen('fay');
  await realtime.joinGroup('fay', 'domain-d2');
  await realtime.disconnect('fay');
  await expect.poll(() => fay.isClosed()).toBe(true);
  const [again, gus] = await Promise.all([listen('fay'), listen('gus')]);
  await realtime.joinGroup('gus', 'domain-d2');
  await realtime.send({ group: 'domain-d2' }, hint('group'));
  await expect.poll(() => gus.received()).toEqual([received(hint('group'))]);
  expect(again.received()).toEqual([]);
});

test('a message to a group reaches its members and not those who left', async () => {
  const [cleo, dan] = await Promise.all([listen('cleo'), listen('dan')]);
  await realtime.joinGroup('cleo', 'domain-d1');
  await realtime.joinGroup('dan', 'domain-d1');
  await realtime.leaveGroup('cleo', 'domain-d1');
  await realtime.send({ group: 'domain-d1' }, hint('group'));
  await expect.poll(() => dan.received()).toEqual([received(hint('group'))]);
  await realtime.send({ user: 'cleo' }, hint('last'));
  await expect.poll(() => cleo.received()).toEqual([received(hint('last'))]);
});

test('a name that would need encoding is refused before it is sent', async () => {
  for (const user of ['a/b', 'a b', '', '../x', 'ü'])
    await expect(realtime.send({ user }, hint('x'))).rejects.toThrow(TypeError);
});

async function serviceThat(answers: RequestListener, clock = systemClock): Promise<Realtime> {
  const { port } = await listening(answers);
  const connectionString = `Endpoint=http://127.0.0.1;Port=${port};AccessKey=${accessKey};Version=1.0;`;
  return createSignalR({ connectionString, hub: HUB, clock });
}

async function listening(answers: RequestListener): Promise<AddressInfo> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  return server.address() as AddressInfo;
}

test('a send rejects within about a second when the service refuses, hangs or is down', async () => {
  const refusing = await serviceThat((_, response) => response.writeHead(429).end('secret detail'));
  await expect(refusing.send({ user: 'ada' }, hint('x'))).rejects.toMatchObject({ code: 429 });
  const hanging = await serviceThat(() => {});
  // A busy machine delays both timers, and does not change their order.
  const twoSeconds = setTimeout(2_000, 'too late');
  const failure = hanging.send({ user: 'ada' }, hint('x')).catch((error: unknown) => error);
  expect(await Promise.race([failure, twoSeconds])).toMatchObject({ name: 'AbortError' });
  const gone = createSignalR({
    connectionString: `Endpoint=http://127.0.0.1:1/;AccessKey=${accessKey};Version=1.0;`,
    hub: HUB,
    clock: systemClock,
  });
  await expect(gone.send({ user: 'ada' }, hint('x'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test("one token serves an audience's messages for half of its lifetime", async () => {
  const tokens: (string | undefined)[] = [];
  let ms = Date.now();
  const clock = { ...systemClock, now: () => new Date(ms) };
  const service = await serviceThat(({ headers }, response) => {
    tokens.push(headers.authorization);
    response.writeHead(202).end();
  }, clock);
  for (const waited of [0, 149_000, 2_000]) {
    ms += waited;
    await service.send({ user: 'ada' }, hint('x'));
  }
  await service.send({ user: 'ben' }, hint('x'));
  expect(tokens[1]).toBe(tokens[0]);
  expect(new Set(tokens).size).toBe(3);
});

test("Azure's form of the connection string gives the address of the service", async () => {
  const azure = createSignalR({
    connectionString: `Endpoint=https://handoff.service.signalr.net/;AccessKey=${accessKey};Version=1.0;`,
    hub: 'Handoff',
    clock: systemClock,
  });
  const { url } = await azure.connection('ada');
  expect(url).toBe('https://handoff.service.signalr.net/client/?hub=handoff');
});

test('a connection string without a key stops the start, without showing it', () => {
  expect(() =>
    createSignalR({ connectionString: 'Endpoint=http://canary', hub: HUB, clock: systemClock }),
  ).toThrow(/lacks Endpoint or AccessKey$/);
});

test("in Azure the app's identity sends, and the service issues browser tokens", async () => {
  const asked: string[] = [];
  const { port } = await listening(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.authorization}`);
    response.writeHead(200).end(url?.includes(':generateToken') ? '{"token":"of a browser"}' : '');
  });
  const scopes: unknown[] = [];
  const getToken = async (scope: string | string[]) => {
    scopes.push(scope);
    return { token: 'of the app', expiresOnTimestamp: Infinity };
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const service = createSignalR({ endpoint, credential: { getToken }, hub: 'Handoff', clock: systemClock });
  await service.send({ group: 'd_1' }, hint('x'));
  expect(await service.connection('ada')).toEqual({
    url: `${endpoint}/client/?hub=handoff`,
    accessToken: 'of a browser',
  });
  const hub = '/api/hubs/handoff';
  expect(asked).toEqual([
    `POST ${hub}/groups/d_1/:send?api-version=2024-12-01 Bearer of the app`,
    `POST ${hub}/:generateToken?api-version=2024-12-01&userId=ada&minutesToExpire=2 Bearer of the app`,
  ]);
  expect(new Set(scopes)).toEqual(new Set(['https://signalr.azure.com/.default']));
});
