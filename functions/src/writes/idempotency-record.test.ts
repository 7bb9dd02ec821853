import { derive } from '../core/hash.ts';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import {
  doneRecord,
  failedRecord,
  identityOf,
  leasedRecord,
  openRecord,
  recordId,
  releasedRecord,
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
const unused = { request, before: undefined };
const afterFailures = (failures: number) => ({ request, before: asRead({ failures }) });

function asRead(fields: Partial<IdempotencyRecord>): StoredRecord {
  return { ...releasedRecord(unused), ...fields, etag: 'e1' };
}

const asStored = (fields: Partial<IdempotencyRecord>) => ({
  ...releasedRecord(unused),
  ...fields,
  _etag: 'e1',
});

test('an answer is stored for a day, and for a week after an outside effect', () => {
  expect(doneRecord(unused, 'atomic', '{}')).toMatchObject({
    state: 'done',
    body: '{}',
    ttl: DAY,
    createdAt: now.toISOString(),
    expiresAt: tomorrow,
    leaseUntil: null,
  });
  expect(doneRecord(unused, 'lease', '{}')).toMatchObject({ ttl: 7 * DAY, expiresAt: inAWeek });
});

test('a key without a failure expires after a week, and one with failures never', () => {
  const lease = { until: new Date(tomorrow), isAsked: false };
  for (const of of [releasedRecord, (outcome: typeof unused) => leasedRecord(outcome, lease)])
    expect(of(unused)).toMatchObject({ failures: 0, ttl: 7 * DAY, expiresAt: inAWeek });
  for (const record of [
    releasedRecord(afterFailures(1)),
    leasedRecord(afterFailures(1), lease),
    failedRecord(unused),
  ])
    expect(record).toMatchObject({ failures: 1, ttl: -1, expiresAt: null });
  expect(failedRecord(afterFailures(2))).toMatchObject({ state: 'released', failures: 3 });
});

test('a lease has its end, and whether something was sent', () => {
  const until = new Date(tomorrow);
  const leased = leasedRecord(unused, { until, isAsked: false });
  expect(leased).toMatchObject({ state: 'leased', leaseUntil: tomorrow });
  expect(leased).not.toHaveProperty('step');
  expect(leasedRecord(unused, { until, isAsked: true })).toMatchObject({ step: 'asked' });
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
