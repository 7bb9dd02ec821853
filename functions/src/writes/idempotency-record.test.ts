import { derive } from '../core/hash.ts';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import {
  answeredRecord,
  identityOf,
  leaseRecord,
  openRecord,
  recordId,
  requireKey,
  type IdempotencyRecord,
  type StoredRecord,
} from './idempotency-record.ts';

const DAY = 86_400;
const now = new Date('2026-11-24T12:00:00.000Z');
const tomorrow = '2026-11-25T12:00:00.000Z';
const inAWeek = '2026-12-01T12:00:00.000Z';
const request = {
  id: 'idem|1',
  fingerprint: 'mine',
  isFingerprint: (stored: string) => stored === 'mine',
  now,
};
const until = new Date(tomorrow);
const unused = { request, before: undefined };
const inState = (state: IdempotencyRecord['state'], found: Parameters<typeof leaseRecord>[0] = unused) =>
  leaseRecord(found, { state, until, body: '{}' });
const afterFailures = (failures: number) => ({ request, before: asRead({ failures }) });

function asRead(fields: Partial<IdempotencyRecord>): StoredRecord {
  return { ...inState('released'), ...fields, etag: 'e1' };
}

const asStored = (fields: Partial<IdempotencyRecord>) => ({
  ...inState('released'),
  ...fields,
  _etag: 'e1',
});

test('an answer is kept for a day, and for a week where something outside was done', () => {
  expect(answeredRecord(unused, '{}')).toMatchObject({
    state: 'done',
    body: '{}',
    ttl: DAY,
    createdAt: now.toISOString(),
    expiresAt: tomorrow,
    leaseUntil: null,
  });
  expect(inState('done')).toMatchObject({ ttl: 7 * DAY, expiresAt: inAWeek });
});

test('a key without a failure is forgotten after a week, and one with failures never', () => {
  for (const state of ['released', 'claimed', 'sent'] as const)
    expect(inState(state)).toMatchObject({ state, failures: 0, ttl: 7 * DAY, expiresAt: inAWeek });
  for (const record of [
    inState('released', afterFailures(1)),
    inState('claimed', afterFailures(1)),
    inState('failed'),
  ])
    expect(record).toMatchObject({ failures: 1, ttl: -1, expiresAt: null });
  expect(inState('failed', afterFailures(2))).toMatchObject({ state: 'failed', failures: 3 });
});

test('only a lease that is held says until when, and only an answer is kept', () => {
  for (const state of ['claimed', 'sent'] as const)
    expect(inState(state)).toMatchObject({ state, leaseUntil: tomorrow, body: null });
  for (const state of ['released', 'failed'] as const)
    expect(inState(state)).toMatchObject({ state, leaseUntil: null, body: null });
  expect(inState('done')).toMatchObject({ leaseUntil: null, body: '{}' });
});

test('a record counts until the moment at which it expires', () => {
  const at = (expiresAt: string | null) => openRecord(asStored({ expiresAt }), request);
  expect(at('2026-11-24T12:00:00.001Z')).toMatchObject({ id: 'idem|1', etag: 'e1' });
  expect(at(now.toISOString())).toBeUndefined();
  expect(at(null)).toBeDefined();
  expect(openRecord(undefined, request)).toBeUndefined();
});

test('a key is refused for another request, once its record is read', () => {
  const other = asStored({ fingerprint: 'another' });
  expect(() => openRecord(other, request)).toThrow('This key was already used for another request.');
  expect(openRecord({ ...other, expiresAt: now.toISOString() }, request)).toBeUndefined();
});

test('each recorded failure and each salt makes different names', () => {
  const first = identityOf(request, undefined);
  const third = identityOf(request, asRead({ failures: 2 }));
  expect([first.attempt, third.attempt]).toEqual([1, 3]);
  const names = [derive(first, 'file'), derive(first, 'note'), derive(third, 'file')];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(derive(identityOf(request, undefined), 'file')).toBe(names[0]);
});

test('a record belongs to one partition, person, call and key', () => {
  const { create, update } = api.partners;
  const named = { partitionKey: 'd:a', oid: 'o', key: 'k' };
  const ids = [
    recordId(create, named),
    recordId(update, named),
    recordId(create, { ...named, partitionKey: 'd:b' }),
    recordId(create, { ...named, oid: 'p' }),
    recordId(create, { ...named, key: 'l' }),
    // The parts of an id cannot run into each other.
    recordId(create, { ...named, partitionKey: 'd:ao', oid: '' }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^idem\|[0-9a-f]{64}$/);
});

const key = '0123456789abcdef';
test.each([
  ['bare', key, key],
  ['in quotes', `"${key}"`, key],
])('a key is accepted %s', (_case, sent, taken) => {
  expect(requireKey(requestWith(sent))).toBe(taken);
});

test.each([
  ['missing', undefined],
  ['too short', key.slice(1)],
  ['not of letters and digits', `${key} `],
])('a key that is %s is refused, with the expected format', (_case, sent) => {
  expect(() => requireKey(requestWith(sent))).toThrow(
    'Send the header Idempotency-Key with 16 to 64 letters, digits, - or _.',
  );
});

const requestWith = (sent: string | undefined) => ({
  method: 'PUT',
  url: '/api/partners/create',
  params: {},
  header: (name: string) => (name === 'Idempotency-Key' ? sent : undefined),
  body: async () => new Uint8Array(),
});
