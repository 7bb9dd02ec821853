import type { FormPart, RawInput } from '../core/request.ts';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { createSigningKeys } from '../platform/signing-keys.ts';
import { fingerprintOf } from './idempotency-record.ts';

const raw = (fields: Partial<RawInput>): RawInput => ({
  params: {},
  query: new URLSearchParams(),
  mediaType: 'application/json',
  bytes: new Uint8Array(),
  parts: [],
  ...fields,
});
const text = (content: string) => new TextEncoder().encode(content);
const of = (
  secrets: string[],
  input: RawInput,
  endpoint: typeof api.referrals.create | typeof api.partners.create = api.referrals.create,
) =>
  fingerprintOf(
    createSigningKeys(async () => secrets),
    endpoint,
    input,
  );
const print = async (fields: Partial<RawInput>) => (await of(['secret'], raw(fields))).fingerprint;

const body = (content: string) => raw({ bytes: text(content) });

test('a request is recognized, but not without the secret', async () => {
  const { fingerprint } = await of(['secret'], body('{"Ssn":"219099999"}'));
  const isKnown = async (secrets: string[], content: string) =>
    (await of(secrets, body(content))).isFingerprint(fingerprint);
  expect(await isKnown(['secret'], '{"Ssn":"219099999"}')).toBe(true);
  expect(await isKnown(['newer', 'secret'], '{"Ssn":"219099999"}')).toBe(true);
  expect(await isKnown(['secret'], '{"Ssn":"219099998"}')).toBe(false);
  expect(await isKnown(['another'], '{"Ssn":"219099999"}')).toBe(false);
});

test.each<[string, Partial<RawInput>, Partial<RawInput>]>([
  ['query', { query: new URLSearchParams('b=2&a=1&c=3') }, { query: new URLSearchParams('c=3&a=1&b=2') }],
  [
    'values of one name',
    { query: new URLSearchParams('a=2&a=1') },
    { query: new URLSearchParams('a=1&a=2') },
  ],
  ['path', { params: { b: '2', a: '1', c: '3' } }, { params: { c: '3', a: '1', b: '2' } }],
])('the order of the %s makes no different request', async (_case, one, other) => {
  expect(await print(one)).toBe(await print(other));
});

const file = (changes: object = {}): FormPart => [
  'file',
  { name: 'orders.pdf', type: 'application/pdf', bytes: text('%PDF'), ...changes },
];
const sent: Partial<RawInput> = {
  params: { id: '1' },
  query: new URLSearchParams('a=1&b=2'),
  parts: [['DocumentTypeId', 'orders'], file()],
};

test.each<[string, Partial<RawInput>]>([
  ['a part of the path', { params: { id: '2' } }],
  ['a name in the query', { query: new URLSearchParams('a=1&c=2') }],
  ['a value in the query', { query: new URLSearchParams('a=1&b=3') }],
  ['a value of another name', { query: new URLSearchParams('a=2&b=1') }],
  ['the media type', { mediaType: 'text/plain' }],
  ['the name of a field', { parts: [['ReferralId', 'orders'], file()] }],
  ['the text of a field', { parts: [['DocumentTypeId', 'notes'], file()] }],
  ['the order of the parts', { parts: [file(), ['DocumentTypeId', 'orders']] }],
  ['the name of a file', { parts: [['DocumentTypeId', 'orders'], file({ name: 'notes.pdf' })] }],
  ['the type of a file', { parts: [['DocumentTypeId', 'orders'], file({ type: 'image/png' })] }],
  ['the bytes of a file', { parts: [['DocumentTypeId', 'orders'], file({ bytes: text('%PDX') })] }],
  [
    'a text in place of a file',
    {
      parts: [
        ['DocumentTypeId', 'orders'],
        ['file', '%PDF'],
      ],
    },
  ],
])('%s makes a different request', async (_case, changed) => {
  expect(await print({ ...sent, ...changed })).not.toBe(await print(sent));
});

test('another boundary around the same parts makes no different request', async () => {
  const [one, other] = [text('--one\r\n'), text('--other\r\n')];
  expect(await print({ ...sent, bytes: one })).toBe(await print({ ...sent, bytes: other }));
});

test('the same body to another call is a different request', async () => {
  const toPartners = await of(['secret'], raw({}), api.partners.create);
  expect(toPartners.fingerprint).not.toBe(await print({}));
});
