import { expect, test } from 'vitest';
import { connect, startTestSignalR, type Listener, type RestOptions } from './signalr-for-tests.ts';

type Rest = (method: string, path: string, options?: RestOptions) => Promise<number>;

test('a connection is in a group from joining to leaving', async () => {
  const { url, rest } = await startTestSignalR();
  const ada = await connect(url, 'ada');
  const member = `groups/domain-1/connections/${ada.connection.connectionId}`;
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  expect(await rest('HEAD', 'groups/domain-1')).toBe(404);
  expect(await rest('PUT', member)).toBe(200);
  expect(await rest('HEAD', 'groups/domain-1')).toBe(200);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(true);
  expect(await heardBy(ada, rest, 'domain-2')).toBe(false);
  expect(await rest('DELETE', member)).toBe(200);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  await rest('PUT', member);
  expect(await rest('DELETE', `connections/${ada.connection.connectionId}/groups`)).toBe(200);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  expect(await rest('PUT', 'groups/domain-1/connections/no one')).toBe(404);
});

test("a user's group includes later connections, and not other users", async () => {
  const { url, rest } = await startTestSignalR();
  expect(await rest('PUT', 'users/ada/groups/domain-1')).toBe(200);
  expect(await rest('HEAD', 'users/ada/groups/domain-1')).toBe(200);
  const [ada, ben] = await Promise.all([connect(url, 'ada'), connect(url, 'ben')]);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(true);
  expect(await heardBy(ben, rest, 'domain-1')).toBe(false);
});

test('a user who leaves a group, or all groups, gets its messages on no connection', async () => {
  const { url, rest } = await startTestSignalR();
  const ada = await connect(url, 'ada');
  await rest('PUT', 'users/ada/groups/domain-1');
  await rest('PUT', `groups/domain-1/connections/${ada.connection.connectionId}`);
  expect(await rest('DELETE', 'users/ada/groups/domain-1')).toBe(200);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  await rest('PUT', 'users/ada/groups/domain-1');
  await rest('PUT', `groups/domain-2/connections/${ada.connection.connectionId}`);
  expect(await rest('DELETE', 'users/ada/groups')).toBe(200);
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  expect(await heardBy(ada, rest, 'domain-2')).toBe(false);
  expect(await rest('HEAD', 'users/ada/groups/domain-1')).toBe(404);
});

test('a membership with a ttl ends after that many seconds', async () => {
  let now = Date.now();
  const { url, rest } = await startTestSignalR({ now: () => now });
  const ada = await connect(url, 'ada');
  expect(await rest('PUT', 'users/ada/groups/domain-1?ttl=10')).toBe(200);
  now += 9000;
  expect(await heardBy(ada, rest, 'domain-1')).toBe(true);
  now += 1000;
  expect(await heardBy(ada, rest, 'domain-1')).toBe(false);
  expect(await rest('HEAD', 'users/ada/groups/domain-1')).toBe(404);
  expect(await rest('PUT', 'users/ada/groups/domain-1?ttl=soon')).toBe(400);
});

/** A message to the connection follows the one to the group, so that a missing one shows without waiting. */
async function heardBy(listener: Listener, rest: Rest, group: string): Promise<boolean> {
  const before = listener.received.length;
  const to = (address: string, argument: string) =>
    rest('POST', `${address}/:send`, { body: { target: 'changed', arguments: [argument] } });
  await to(`groups/${group}`, 'group');
  await to(`connections/${listener.connection.connectionId}`, 'end');
  await expect.poll(() => listener.received.slice(before)).toContain('end');
  return listener.received.slice(before).includes('group');
}
