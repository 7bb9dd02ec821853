import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
import { closeServer, listenOnLoopback } from '@handoff/local/listen-on-loopback';
import { type AccessTokens, SignInRequired } from './access-tokens.ts';
import { createApiClient } from './api-client.ts';
import { NO_RESPONSE } from './call-error.ts';
import { createIntentKeeper } from './intent.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server that answers the given replies one after the other, and the last one for ever. */
async function talkTo(replies: Reply[], tokens: Partial<AccessTokens> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply === undefined || reply === 'hang up') return void request.socket.destroy();
      response.writeHead(reply.status, reply.headers);
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  const port = await listenOnLoopback(server, 0, 'API');
  closers.push(() => closeServer(server));
  const signedOut: string[] = [];
  const pauses: number[] = [];
  let domainChanges = 0;
  const client = createApiClient({
    base: `http://127.0.0.1:${port}/api`,
    session: {
      token: async (options) => (options?.forceRefresh ? 'fresh' : 'stale'),
      ...tokens,
    },
    onSignedOut: (reason) => signedOut.push(reason),
    onDomainChanged: () => (domainChanges += 1),
    pause: async (ms) => void pauses.push(ms),
  });
  return { client, seen, signedOut, pauses, domainChanges: () => domainChanges };
}

const how = { key: 'key-of-one-intent-1', domain: 'domain-a' };
const read = api.users.businessDomains;
const domains = { BusinessDomainInfo: [], CurrentBusinessDomainId: null };
const refused = (code: string, ErrorMessage: string) => ({ ErrorMessage, code, requestId: 'r-1' });
const soon = { 'Retry-After': '3' };
const keysOf = (seen: Seen[]) => seen.map(({ headers }) => headers['idempotency-key']);

describe('a request', () => {
  test('carries token, key, business domain and body as the contract says', async () => {
    const { client, seen } = await talkTo([{ status: 200, body: { ReferralNotes: [] } }]);
    await client.call(
      api.referrals.updateNotes,
      { body: { ReferralId: 'r', ReferralNotes: [{ Text: 'a' }] } },
      how,
    );
    expect(seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/referrals/updatereferralnotes',
      body: '{"ReferralId":"r","ReferralNotes":[{"Text":"a"}]}',
      headers: {
        authorization: 'Bearer stale',
        'idempotency-key': how.key,
        'x-business-domain': 'domain-a',
        'content-type': 'application/json',
      },
    });
  });

  test('names no business domain where the call belongs to none, and leaves out what is not asked for', async () => {
    const { client, seen } = await talkTo([{ status: 200, body: domains }]);
    await client.call(read, { query: { Continuation: undefined } }, how);
    expect(seen[0]?.url).toBe('/api/users/getbussinessdomaininformation');
    expect(seen[0]?.headers).not.toHaveProperty('x-business-domain');
  });

  test('puts parameters into the path', async () => {
    const { client, seen } = await talkTo([
      { status: 200, body: 'bytes', headers: { 'Content-Disposition': 'attachment; filename="a.pdf"' } },
    ]);
    const file = await client.call(api.services.downloadFile, { params: { blobName: 'a b.pdf' } }, how);
    expect(seen[0]?.url).toBe('/api/services/downloadfile/a%20b.pdf');
    expect(file).toMatchObject({ name: 'a.pdf', bytes: new TextEncoder().encode('bytes') });
  });
});

describe('what is sent again, always under the same key', () => {
  test('after a 401 once, with a fresh token', async () => {
    const { client, seen, signedOut } = await talkTo([{ status: 401 }, { status: 200, body: domains }]);
    await client.call(read, {}, how);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(keysOf(seen)).toEqual([how.key, how.key]);
    expect(signedOut).toEqual([]);
  });

  test('a second 401 ends the session', async () => {
    const { client, seen, signedOut } = await talkTo([
      { status: 401, body: refused('not_signed_in', 'Sign in') },
    ]);
    await expect(client.call(read, {}, how)).rejects.toThrow('Sign in');
    expect([seen.length, signedOut]).toEqual([2, ['Sign in']]);
  });

  test.each([
    ['a lost connection', 'hang up' as const],
    ['a request in progress', { status: 409, body: refused('request_in_progress', 'Wait'), headers: soon }],
    ['too many requests', { status: 429, body: refused('too_many_requests', 'Wait'), headers: soon }],
    ['a store that is busy', { status: 503, body: refused('unavailable', 'Later'), headers: soon }],
  ])('%s', async (_, reply) => {
    const { client, seen } = await talkTo([reply, reply, { status: 200, body: { ReferralNotes: [] } }]);
    await client.call(api.referrals.readNote, { body: { Id: 'n' } }, how);
    expect(keysOf(seen)).toEqual([how.key, how.key, how.key]);
  });

  test('at most five times', async () => {
    const busy = { status: 503, body: refused('unavailable', 'Later'), headers: soon };
    const { client, seen, pauses } = await talkTo([busy]);
    await expect(client.call(api.referrals.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow('Later');
    expect(seen).toHaveLength(5);
    expect(pauses).toEqual([3000, 3000, 3000, 3000]);
  });

  test('but an eligibility check never by itself: another try may be paid for again', async () => {
    const body = { FirstName: 'A', LastName: 'B', DateOfBirth: '', Mbi: '', Category: 'Other' as const };
    const { client, seen } = await talkTo([
      { status: 503, body: refused('unavailable', 'No answer'), headers: soon },
    ]);
    await expect(client.call(api.medicareEligibility.check, { body }, how)).rejects.toThrow('No answer');
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['conflict', 409],
    ['not_configured', 503],
    ['internal', 500],
  ])('and %s is final', async (code, status) => {
    const { client, seen } = await talkTo([{ status, body: refused(code, 'No'), headers: soon }]);
    await expect(client.call(api.referrals.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow('No');
    expect(seen).toHaveLength(1);
  });
});

describe('the text of a failure', () => {
  test.each([
    [{ status: 400, body: { ErrorMessage: 'One', errorMessage: 'Two', message: 'Three' } }, 'One'],
    [{ status: 400, body: { errorMessage: 'Two', message: 'Three' } }, 'Two'],
    [{ status: 400, body: { message: 'Three' } }, 'Three'],
    [{ status: 400, body: 'no json' }, 'Bad Request'],
    [{ status: 200, body: { ErrorMessage: 'A success that says this is a failure' } }, 'A success that says'],
  ])('%j', async (reply, text) => {
    const { client } = await talkTo([reply]);
    await expect(client.call(read, {}, how)).rejects.toThrow(text);
  });

  test('without a response is the first of the specification', async () => {
    const { client } = await talkTo(['hang up']);
    await expect(client.call(api.system.health, {}, how)).rejects.toThrow(NO_RESPONSE);
  });

  test('keeps the fields and the request id', async () => {
    const body = {
      ...refused('invalid_request', 'Enter'),
      fields: { 'Patient.LastName': 'Enter the last name' },
    };
    const { client } = await talkTo([{ status: 400, body }]);
    await expect(client.call(read, {}, how)).rejects.toMatchObject({
      code: 'invalid_request',
      requestId: 'r-1',
      fields: { 'Patient.LastName': 'Enter the last name' },
    });
  });
});

test('a session that needs the person ends; one that cannot reach its provider does not', async () => {
  const ended = await talkTo([{ status: 200 }], { token: () => Promise.reject(new SignInRequired('Again')) });
  await expect(ended.client.call(read, {}, how)).rejects.toThrow('Again');
  expect(ended.signedOut).toEqual(['Again']);
  const offline = await talkTo([{ status: 200 }], { token: () => Promise.reject(new Error('offline')) });
  await expect(offline.client.call(read, {}, how)).rejects.toThrow(NO_RESPONSE);
  expect(offline.signedOut).toEqual([]);
});

test('a business domain that was switched meanwhile is told', async () => {
  const { client, domainChanges } = await talkTo([
    { status: 409, body: refused('domain_changed', 'Switched') },
  ]);
  await expect(client.call(api.referrals.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow('Switched');
  expect(domainChanges()).toBe(1);
});

const note = (Text: string) => ({ body: { ReferralId: 'r', ReferralNotes: [{ Text }] } });

describe('an intent', () => {
  const saved = { status: 200, body: { ReferralNotes: [] } };
  const lost: Reply[] = ['hang up', 'hang up', 'hang up', 'hang up', 'hang up'];

  async function button(replies: Reply[]) {
    const { client, seen } = await talkTo(replies);
    const keeper = createIntentKeeper<typeof api.referrals.updateNotes>();
    const press = (Text: string, afterLostAnswer?: () => undefined) =>
      keeper.run(note(Text), {
        endpoint: api.referrals.updateNotes,
        domain: 'domain-a',
        send: (request, options) => client.send<typeof api.referrals.updateNotes>(request, options),
        afterLostAnswer,
      });
    const sent = () => seen.map(({ headers, body }) => [headers['idempotency-key'], body.includes('two')]);
    return { press, sent };
  }

  test('pressed twice is sent once', async () => {
    const { press, sent } = await button([saved]);
    await Promise.all([press('one'), press('one')]);
    expect(sent()).toHaveLength(1);
  });

  test('gets a new key after a success and after a refusal', async () => {
    const no = { status: 400, body: refused('invalid_request', 'No') };
    const { press, sent } = await button([saved, no, saved]);
    await press('one');
    await expect(press('one')).rejects.toThrow('No');
    await press('one');
    expect(new Set(sent().map(([key]) => key)).size).toBe(3);
  });

  test('keeps its key while its outcome is unknown', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('one');
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  test('is settled as it was before a changed one is sent under a new key', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('two');
    const [first, again, changed] = sent();
    expect(again).toEqual(first);
    expect(changed?.[1]).toBe(true);
    expect(changed?.[0]).not.toBe(first?.[0]);
  });

  test('that turns out to be saved is not made a second time where that would make a twin', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('two', () => undefined);
    expect(sent().map(([, isChanged]) => isChanged)).toEqual([false, false]);
  });

  test('whose answer stays lost says so and is not overtaken', async () => {
    const { press, sent } = await button([...lost, { status: 500, body: refused('internal', 'Oops') }]);
    await expect(press('one')).rejects.toThrow(NO_RESPONSE);
    await expect(press('two')).rejects.toThrow('Oops');
    expect(sent().some(([, isChanged]) => isChanged)).toBe(false);
  });
});
