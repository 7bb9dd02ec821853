import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { dispatching } from '../testing/dispatching.ts';
import { HARBOR, people } from '../testing/people.ts';
import { changeUser, storedIn } from '../testing/stored.ts';
import type { Reader } from '../core/unit-of-work.ts';
import { AppError, notFound } from '../core/app-error.ts';
import { createOnce } from '../writes/commit.ts';
import { things } from '../testing/thing-calls.ts';
import { keepAs, thingKind } from '../testing/writes.ts';

const KEY = '0123456789abcdef';
let handoff: TestApi;
let made = 0;
let addresses: readonly string[] = [];
beforeEach(async () => {
  handoff = await freshApi();
  made = 0;
});

const none = { Names: [] };

async function nameOfReferral(find: Reader, refusal: AppError): Promise<string> {
  const found = await find.get({ ...thingKind, type: 'referral' }, 'referral-1');
  if (!found) throw refusal;
  return found.Name;
}

/** Makes the calls with the settings of most tests. */
const calls = (changes: Parameters<typeof dispatching>[3] = {}) =>
  dispatching(
    handoff,
    { things },
    {
      things: {
        list: async ({ query }, { find, caller }) => {
          if (query.Text === 'of a referral')
            return { Names: [await nameOfReferral(find, notFound('The referral'))] };
          if (query.Text === 'unwritable') throw new AppError('conflict', 'No', { current: { count: 1n } });
          if (query.Text === 'in conflict')
            return { Names: [await nameOfReferral(find, new AppError('conflict', 'No'))] };
          const thing = await find.get(thingKind, 't1');
          return { Names: thing ? [thing.Name, caller.person.FullName] : [], Continuation: 'next page' };
        },
        search: async () => ({ ...none, Continuation: 'next page' }),
        keep: async ({ body }, context) => keepAs(body.Name)(context),
        act: async ({ body }, { callerAddresses }) => {
          addresses = callerAddresses;
          return keepAs(body.Name);
        },
        file: async () => ({ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('a,b') }),
        open: async () => ({ made: (made += 1) }),
        reveal: async () => none,
        exported: async (_input, { viewed }) => {
          viewed('things', ['thing-1']);
          return none;
        },
        seen: async (_input, { viewed }) => {
          viewed('thing-1');
          return none;
        },
        guess: async () => none,
      },
    },
    changes,
  );

const thingIn = (partitionKey: string, Name: string) =>
  createOnce(handoff.platform, { partitionKey, kind: thingKind, record: { Id: 't1', Name } });

test("a read finds the records of the caller's agency", async () => {
  await thingIn(`d:${HARBOR}`, 'of Harbor');
  await thingIn('sys', 'of the system');
  const answer = await calls()(things.list, { as: 'ana' });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    { Names: ['of Harbor', 'Ana Intake'], Continuation: 'next page' },
  ]);
});

test('an administrator without an agency reads system records, where the call allows it', async () => {
  await thingIn('sys', 'of the system');
  const call = calls();
  expect(JSON.parse((await call(things.list, { as: 'ada' })).text)).toMatchObject({
    Names: ['of the system', 'Ada Administrator'],
  });
  expect(await call(things.search, { as: 'ada' })).toMatchObject({ status: 403 });
  // Without an agency only administrators read system records; with one, the caller reads the agency's records.
  await changeUser(handoff, 'vic', { roles: [] });
  expect(await call(things.list, { as: 'vic' })).toMatchObject({ status: 403 });
  await changeUser(handoff, 'ada', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Manager' }] });
  expect(JSON.parse((await call(things.list, { as: 'ada' })).text)).toMatchObject({ Names: [] });
});

test('a list links to its next page in a header, with the same query', async () => {
  const call = calls();
  const input = { query: { Text: 'a b', Continuation: 'this page' } };
  const { headers } = await call(things.list, { as: 'ana', input });
  expect(headers['Link']).toBe('</api/things?Text=a+b&Continuation=next+page>; rel="next"');
  // A search in a body must not appear in an address.
  expect((await call(things.search, { as: 'ana' })).headers).not.toHaveProperty('Link');
  expect((await call(things.exported, { as: 'ana' })).headers).not.toHaveProperty('Link');
});

test.each(['keep', 'act'] as const)('a repeated write is marked as a replay: %s', async (name) => {
  const call = calls();
  const send = (Name: string) => call(things[name], { as: 'ana', key: KEY, input: { body: { Name } } });
  const first = await send('one');
  const again = await send('one');
  expect([first.status, first.headers['Idempotent-Replayed']]).toEqual([200, undefined]);
  expect([again.text, again.headers['Idempotent-Replayed']]).toEqual([first.text, 'true']);
  expect(await send('two')).toMatchObject({ status: 422 });
  const lines = handoff.log.filter(({ event }) => event === 'request');
  expect(lines).toMatchObject([
    { outcome: 'first', tries: 1, mode: things[name].mode },
    { outcome: 'replayed' },
    { code: 'idempotency_key_reused' },
  ]);
});

test('one key of two people, or for two calls, counts as different keys', async () => {
  const call = calls();
  const input = { body: { Name: 'one' } };
  const ids = new Set<unknown>();
  for (const [endpoint, as] of [
    [things.keep, 'ana'],
    [things.keep, 'mia'],
    [things.act, 'ana'],
  ] as const)
    ids.add((await call(endpoint, { as, key: KEY, input })).text);
  expect(ids.size).toBe(3);
});

test.each([
  [KEY, KEY],
  [`"${KEY}"`, `"${KEY}"`],
  ['x'.repeat(66), 'x'.repeat(66)],
  ['x'.repeat(67), undefined],
  [`${KEY}<b>`, undefined],
  [`<b>${KEY}`, undefined],
])('a well-formed key is sent back: %s', async (key, echoed) => {
  const { headers } = await calls()(things.list, { as: 'ana', headers: { 'Idempotency-Key': key } });
  expect(headers['Idempotency-Key']).toBe(echoed);
});

test('signed-in calls take a key, and public calls do not', async () => {
  const call = calls();
  const bare = { headers: { 'Idempotency-Key': undefined } };
  const refused = await call(things.list, { as: 'ana', ...bare });
  expect([refused.status, refused.headers]).toEqual([
    400,
    expect.not.objectContaining({ 'Idempotency-Key': '' }),
  ]);
  expect(await call(things.open, bare)).toMatchObject({ status: 200 });
});

test('a constant answer is made once', async () => {
  const call = calls();
  const texts = [(await call(things.open, {})).text, (await call(things.open, {})).text];
  expect([texts, made]).toEqual([['{"made":1}', '{"made":1}'], 1]);
});

test('a file is returned as a file', async () => {
  const { text, headers } = await calls()(things.file, { as: 'ana' });
  expect([text, headers['Content-Type']]).toEqual(['a,b', 'text/csv']);
});

test('a long answer is compressed if the client accepts it', async () => {
  await thingIn(`d:${HARBOR}`, 'x'.repeat(5_000));
  const { headers } = await calls()(things.list, { as: 'ana', headers: { 'accept-encoding': 'gzip' } });
  expect(headers['Content-Encoding']).toBe('gzip');
  const input = { body: { Name: 'x' } };
  expect((await calls()(things.keep, { as: 'ana', input })).headers).not.toHaveProperty('Content-Encoding');
});

const keyOf = (of: string) => ({ as: 'ana', key: of.repeat(16) }) as const;

test('each disclosure is logged, but not its retries', async () => {
  const call = calls();
  for (const of of ['a', 'a', 'b']) await call(things.exported, keyOf(of));
  // The same key is used for another query.
  await call(things.exported, { ...keyOf('a'), input: { query: { Text: 'other' } } });
  const views = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'audit-view');
  expect(views.map(({ action }) => action)).toEqual(Array(3).fill('referrals.exported'));
});

const refusedViews = async () =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ action }) => action === 'restricted.refused');

test('a restricted record is answered as missing, and the attempt is logged', async () => {
  const Restriction = { Since: '2026-11-01T00:00:00.000Z', People: [] };
  const document = { id: 'referral-1', Id: 'referral-1', type: 'referral', Name: 'One', Restriction };
  await handoff.store.app(`d:${HARBOR}`).commit([{ op: 'create', document }]);
  const call = calls();
  const look = async (as: 'vic' | 'mia', Text = 'of a referral') =>
    JSON.parse((await call(things.list, { as, input: { query: { Text } } })).text);
  // A refusal for another reason is no attempt to see the record.
  expect(await look('vic', 'in conflict')).toMatchObject({ code: 'conflict' });
  expect(await refusedViews()).toEqual([]);
  expect(await look('mia')).toMatchObject({ Names: ['One'] });
  expect(await look('vic')).toMatchObject({ code: 'not_found', ErrorMessage: 'The referral was not found.' });
  expect(await refusedViews()).toMatchObject([{ oid: people.vic.oid, subject: 'referral-1' }]);
});

test('only bulk disclosures of patient data are counted, per person', async () => {
  const counted: string[] = [];
  const count = (what: string) => async (who: string) => {
    counted.push(`${what} ${who}`);
    return [];
  };
  const call = calls({
    limiters: {
      reveals: count('reveal'),
      exports: count('export'),
      emergencySearches: count('search'),
    },
  });
  for (const endpoint of [things.list, things.seen, things.reveal, things.exported, things.guess])
    expect(await call(endpoint, { as: 'ana' })).toMatchObject({ status: 200 });
  // The call was refused before it was counted.
  expect(await call(things.reveal, { as: 'vic' })).toMatchObject({ status: 403 });
  const { oid } = people.ana;
  expect(counted).toEqual([`reveal ${oid}`, `export ${oid}`, `search ${oid}`]);
});

test('calls are counted per person before any lookup, and per address without sign-in', async () => {
  const counted: string[] = [];
  const call = calls({
    limiters: {
      calls: (who) => void counted.push(who),
      anonymous: (from) => void counted.push(from),
    },
  });
  const headers = { 'X-Forwarded-For': '203.0.113.9, 10.0.0.1, 198.51.100.7' };
  expect(await call(things.list, { as: 'sam', headers })).toMatchObject({ status: 403 });
  expect(await call(things.list, { headers })).toMatchObject({ status: 401 });
  expect(await call(things.list, {})).toMatchObject({ status: 401 });
  expect(await call(things.open, {})).toMatchObject({ status: 200 });
  expect(counted).toEqual([people.sam.oid, '198.51.100.7', '']);
});

test('an effect gets the addresses of the request, the nearest last, with any spacing', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9:50123,, 198.51.100.7 , ' };
  await calls()(things.act, { as: 'ana', headers, input: { body: { Name: 'one' } } });
  expect(addresses).toEqual(['203.0.113.9', '198.51.100.7']);
});

test('a write for the agency before a switch is refused', async () => {
  const input = { body: { Name: 'one' } };
  const answer = await calls()(things.keep, { as: 'ana', domain: 'domain-evergreen', input });
  expect(answer).toMatchObject({ status: 409 });
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'domain_changed' });
});

test('a refusal that JSON cannot hold is answered as an internal error', async () => {
  const answer = await calls()(things.list, { as: 'ana', input: { query: { Text: 'unwritable' } } });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([500, { code: 'internal' }]);
  expect(handoff.log.at(-1)).toMatchObject({ event: 'request', code: 'internal', error: 'TypeError' });
});
