import { describe, expect, test } from 'vitest';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { usersApi } from '@handoff/shared/contract/people/users';
import { systemApi } from '@handoff/shared/contract/realtime';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { SignInRequired } from './access-tokens.ts';
import { NO_RESPONSE } from './call-error.ts';
import { type Seen, talkTo } from '../../testing/talk-to.ts';

const how = { key: 'key-of-one-intent-1', domain: 'domain-a' };
const read = usersApi.businessDomains;
const domains = { BusinessDomainInfo: [], CurrentBusinessDomainId: null };
const refused = (code: string, ErrorMessage: string) => ({ ErrorMessage, code, requestId: 'r-1' });
const soon = { 'Retry-After': '3' };
const keysOf = (seen: Seen[]) => seen.map(({ headers }) => headers['idempotency-key']);

describe('a request', () => {
  test('carries token, key, business domain and body as the contract says', async () => {
    const { client, seen } = await talkTo([{ status: 200, body: { ReferralNotes: [] } }]);
    await client.call(
      referralNotesApi.updateNotes,
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
    const file = await client.call(servicesApi.downloadFile, { params: { blobName: 'a b.pdf' } }, how);
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

  test('a document that is being scanned, until its scan is done', async () => {
    const scanning = { status: 409, body: refused('scan_in_progress', 'Wait'), headers: soon };
    const { client, seen, pauses } = await talkTo([
      ...Array.from({ length: 9 }, () => scanning),
      { status: 200, body: 'bytes' },
    ]);
    await client.call(servicesApi.viewFile, { params: { blobName: 'a.pdf' } }, how);
    expect(seen).toHaveLength(10);
    expect(new Set(pauses)).toEqual(new Set([3000]));
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
    await client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, how);
    expect(keysOf(seen)).toEqual([how.key, how.key, how.key]);
  });

  test('and only the first attempt without an answer is reported', async () => {
    const { client, seen, pauses } = await talkTo([
      'hang up',
      'hang up',
      { status: 200, body: { ReferralNotes: [] } },
    ]);
    const triesWhenTold: number[] = [];
    const onNoAnswer = () => void triesWhenTold.push(seen.length);
    await client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, { ...how, onNoAnswer });
    expect([triesWhenTold, pauses.length]).toEqual([[1], 2]);
  });

  test('but a server that says to wait is not one without an answer', async () => {
    const busy = { status: 503, body: refused('unavailable', 'Later'), headers: soon };
    const { client } = await talkTo([busy, { status: 200, body: { ReferralNotes: [] } }]);
    await client.call(
      referralNotesApi.readNote,
      { body: { Id: 'n' } },
      { ...how, onNoAnswer: () => expect.unreachable() },
    );
  });

  test('and in the trace of the one intent, as a span of its own', async () => {
    const key = '0af76519-16cd-43dd-8448-eb211c80319c';
    const { client, seen } = await talkTo(['hang up', { status: 200, body: { ReferralNotes: [] } }]);
    await client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, { ...how, key });
    const parents = seen.map(({ headers }) => headers['traceparent']);
    expect(new Set(parents).size).toBe(2);
    for (const parent of parents)
      expect(parent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  test('and each try goes to the API with the next request, as a span of the page', async () => {
    const key = '0af76519-16cd-43dd-8448-eb211c80319c';
    const { client, seen } = await talkTo(['hang up', { status: 200, body: { ReferralNotes: [] } }]);
    await client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, { ...how, key });
    await client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, how);
    expect(seen[0]?.headers).not.toHaveProperty('x-browser-spans');
    const [first, second] = seen.map(({ headers }) => headers['traceparent']?.slice(36, 52));
    const ofRead = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      route: 'PATCH /referrals/readreferralnotebyid',
    };
    const sent = seen.slice(1).map(({ headers }): unknown => JSON.parse(String(headers['x-browser-spans'])));
    const measured = { took: expect.any(Number), ago: expect.any(Number) };
    expect(sent).toEqual([
      [{ ...ofRead, spanId: first, ...measured }],
      [{ ...ofRead, spanId: second, ...measured, status: 200 }],
    ]);
  });

  test('at most five times', async () => {
    const busy = { status: 503, body: refused('unavailable', 'Later'), headers: soon };
    const { client, seen, pauses } = await talkTo([busy]);
    await expect(client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow('Later');
    expect(seen).toHaveLength(5);
    expect(pauses).toEqual([3000, 3000, 3000, 3000]);
  });

  test('but an eligibility check never by itself: another try may be paid for again', async () => {
    const body = { FirstName: 'A', LastName: 'B', DateOfBirth: '', Mbi: '', Category: 'Other' as const };
    const { client, seen } = await talkTo([
      { status: 503, body: refused('unavailable', 'No answer'), headers: soon },
    ]);
    await expect(client.call(medicareEligibilityApi.check, { body }, how)).rejects.toThrow('No answer');
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['conflict', 409],
    ['not_configured', 503],
    ['internal', 500],
  ])('and %s is final', async (code, status) => {
    const { client, seen } = await talkTo([{ status, body: refused(code, 'No'), headers: soon }]);
    await expect(client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow('No');
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
    await expect(client.call(systemApi.health, {}, how)).rejects.toThrow(NO_RESPONSE);
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

test('a business domain that was switched meanwhile is reported', async () => {
  const { client, domainChanges } = await talkTo([
    { status: 409, body: refused('domain_changed', 'Switched') },
  ]);
  await expect(client.call(referralNotesApi.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow(
    'Switched',
  );
  expect(domainChanges()).toBe(1);
});
