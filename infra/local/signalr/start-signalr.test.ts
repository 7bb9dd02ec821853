import { HttpTransportType } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { connect, startTestSignalR } from './signalr-for-tests.ts';

const hint = (argument: unknown) => ({ body: { target: 'changed', arguments: [argument] } });
const transports: [string, HttpTransportType][] = [
  ['WebSockets', HttpTransportType.WebSockets],
  ['server-sent events', HttpTransportType.ServerSentEvents],
  ['long polling', HttpTransportType.LongPolling],
];

test.each(transports)(
  'over %s a broadcast arrives in order, and the client can leave',
  async (_, transport) => {
    const { url, rest } = await startTestSignalR();
    const ada = await connect(url, 'ada', transport);
    for (const count of [1, 2, 3])
      expect(await rest('POST', ':send', hint({ count, text: 'Ünï\n' }))).toBe(202);
    await expect.poll(() => ada.received).toHaveLength(3);
    expect(ada.received).toEqual([1, 2, 3].map((count) => ({ count, text: 'Ünï\n' })));
    expect(await rest('HEAD', 'users/ada')).toBe(200);
    await ada.connection.stop();
    await expect.poll(() => rest('HEAD', 'users/ada')).toBe(404);
  },
);

test.each(transports)(
  'over %s clients come back when the service restarts on its port',
  async (_, transport) => {
    const before = await startTestSignalR();
    const ada = await connect(before.url, 'ada', transport);
    await before.close();
    const after = await startTestSignalR({ port: before.port });
    await expect.poll(() => ada.state.reconnects).toBe(1);
    await after.rest('POST', 'users/ada/:send', hint('after'));
    await expect.poll(() => ada.received).toEqual(['after']);
  },
);

test.each(transports)(
  'over %s a connection closed for a reason ends, without one it reconnects',
  async (_, transport) => {
    const { url, rest } = await startTestSignalR();
    const ada = await connect(url, 'ada', transport);
    const first = ada.connection.connectionId;
    expect(await rest('DELETE', `connections/${first}`)).toBe(200);
    await expect.poll(() => ada.state.reconnects).toBe(1);
    expect(ada.connection.connectionId).not.toBe(first);
    expect(await rest('HEAD', `connections/${first}`)).toBe(404);
    expect(await rest('DELETE', `connections/${ada.connection.connectionId}?reason=role+removed`)).toBe(200);
    await expect.poll(() => ada.state.isClosed).toBe(true);
    expect(ada.state.closedWith?.message).toContain('role removed');
  },
);

test.each(transports)(
  'over %s a client that calls the hub is disconnected: serverless',
  async (_, transport) => {
    const { url } = await startTestSignalR();
    const ada = await connect(url, 'ada', transport);
    await expect(ada.connection.invoke('save')).rejects.toThrow('serverless');
    await expect.poll(() => ada.state.isClosed).toBe(true);
  },
);

test('messages reach a user on all their connections, one connection, and no one else', async () => {
  const { url, rest } = await startTestSignalR();
  const [ada, sameAda, ben] = await Promise.all([
    connect(url, 'ada'),
    connect(url, 'ada'),
    connect(url, 'ben'),
  ]);
  await rest('POST', 'users/ada/:send', hint('user'));
  await rest('POST', `connections/${ada.connection.connectionId}/:send`, hint('connection'));
  await rest('POST', `:send?excluded=${ada.connection.connectionId}`, hint('others'));
  await rest('POST', ':send', hint('end'));
  await expect
    .poll(() => [ada, sameAda, ben].map((one) => one.received.at(-1)))
    .toEqual(['end', 'end', 'end']);
  expect(ada.received).toEqual(['user', 'connection', 'end']);
  expect(sameAda.received).toEqual(['user', 'others', 'end']);
  expect(ben.received).toEqual(['others', 'end']);
});

test('closing all connections of a group leaves the others', async () => {
  const { url, rest } = await startTestSignalR();
  const [ada, ben] = await Promise.all([connect(url, 'ada'), connect(url, 'ben')]);
  await rest('PUT', `groups/domain-1/connections/${ada.connection.connectionId}`);
  expect(await rest('POST', 'groups/domain-1/:closeConnections?reason=moved')).toBe(204);
  await expect.poll(() => ada.state.isClosed).toBe(true);
  expect(await rest('HEAD', 'users/ben')).toBe(200);
  expect(ben.state.isClosed).toBe(false);
});

test('the connection string is the one of the official emulator', async () => {
  const { connectionString, port } = await startTestSignalR();
  expect(connectionString).toMatch(`Endpoint=http://localhost;Port=${port};AccessKey=`);
  expect(connectionString).toMatch(/;Version=1\.0;$/);
});
