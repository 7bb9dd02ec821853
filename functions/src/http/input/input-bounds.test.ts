import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { everythingStored } from '../../testing/stored.ts';

const MAX_REFUSAL = 64 * 1024;

let handoff: TestApi;
beforeAll(async () => {
  handoff = await freshApi();
}, 60_000);

const numbered = (count: number, name = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, '1']));

const body = {
  FullName: 'Sam Stranger',
  Email: 'sam@example.org',
  TenantId: '',
  LocalAccountId: '00000000-0000-4000-8000-000000000008',
};

/** Everyone who can sign in may send this call. */
async function refusalOf(rawBody: string) {
  const answer = await handoff.call(api.users.check, { body }, { as: 'sam', rawBody });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(MAX_REFUSAL);
  return answer.error();
}

test('a hundred unknown fields are refused with five names, each with its own text', async () => {
  const { ErrorMessage, fields } = await refusalOf(JSON.stringify({ ...body, ...numbered(100) }));
  const names = ['k0', 'k1', 'k10', 'k11', 'k12'];
  expect(fields).toEqual(
    Object.fromEntries(names.map((name) => [name, `${name} is not a field of this call`])),
  );
  expect(ErrorMessage).toBe(names.map((name) => `${name} is not a field of this call`).join('; '));
});

test.each([
  ['4,000 fields', JSON.stringify(numbered(4_000)), /more than 500 fields/],
  ['60,000 fields', JSON.stringify(numbered(60_000)), /more than 500 fields/],
  [
    'a name of half a megabyte',
    JSON.stringify({ ...body, ['k'.repeat(500_000)]: 1 }),
    /k… is not a field of this call$/,
  ],
  ['400,000 levels', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, /more than 20 levels/],
  ['400,000 values', JSON.stringify({ Notes: Array.from({ length: 400_000 }, () => 1) }), /more than 50,000/],
])('a body of %s is refused with a short answer', async (_what, rawBody, message) => {
  expect((await refusalOf(rawBody)).ErrorMessage).toMatch(message);
});

test('many unknown fields in many objects are refused with a short answer', async () => {
  const ReferralNotes = Array.from({ length: 190 }, () => ({ Text: 'a', ...numbered(100) }));
  const sent = { body: { ReferralId: 'referral-1', ReferralNotes } };
  const answer = await handoff.call(api.referrals.updateNotes, sent, { as: 'ana' });
  expect([answer.status, answer.text.length < MAX_REFUSAL]).toEqual([400, true]);
  expect(Object.keys(answer.error().fields ?? {}).length).toBeLessThanOrEqual(50);
});

test('an address with 900 parameters is refused with a short answer', async () => {
  const query = { id: 'referral-1', ...numbered(900, 'a') };
  const answer = await handoff.call(api.referrals.byId, { query }, { as: 'ana' });
  expect(answer.status).toBe(400);
  expect(answer.error().ErrorMessage).toBe('The request has more than 50 parameters. Send less.');
});

test('half a character is refused wherever it is, and never stored', async () => {
  const before = await everythingStored(handoff.store);
  const draft = referralDraft();
  for (const broken of [
    { ...draft, ClinicalSummary: 'ends in \ud83d' },
    { ...draft, Patient: { ...draft.Patient, LastName: '\udc00' } },
    { ...draft, ['\ud800']: 1 },
  ]) {
    const rawBody = JSON.stringify(broken);
    // oxlint-disable-next-line no-await-in-loop
    const answer = await handoff.call(api.referrals.create, { body: draft }, { as: 'ana', rawBody });
    expect(answer.status).toBe(400);
    expect(answer.error().ErrorMessage).toMatch(/half a character/);
  }
  expect(await everythingStored(handoff.store)).toEqual(before);
});
