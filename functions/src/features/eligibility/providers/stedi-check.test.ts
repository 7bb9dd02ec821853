import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { documented } from '../../../testing/eligibility/stedi-contract.ts';
import { stediThat } from '../../../testing/eligibility/stedi-stub.ts';
import { everythingStored, verifyAuditChains } from '../../../testing/stored.ts';
import { createStediProvider } from './stedi.ts';

// Covers a check with Stedi from call to history: lease, adapter and reader. The stub serves Stedi's documented bodies.

const { medicareEligibility } = api;
const KEY = 'the-key-of-the-agency';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.271`, import.meta.url), 'utf8');

async function withStedi(...answers: Parameters<typeof stediThat>) {
  const stedi = await stediThat(...answers);
  const provider = createStediProvider({ apiKey: KEY, baseUrl: stedi.baseUrl, payerId: 'CMS', fetch });
  const eligibility = { provider, payerId: 'CMS', submitterId: 'HANDOFF' };
  return { stedi, handoff: await freshApi({}, { eligibility }) };
}

const check = (handoff: TestApi, key: string = randomUUID()) =>
  handoff.call(
    medicareEligibility.check,
    { body: checkDraft({ DateOfService: '2025-06-10' }) },
    { as: 'ana', key, headers: { 'x-forwarded-for': '203.0.113.9:50123, 10.0.0.4' } },
  );

async function latest(handoff: TestApi) {
  const answer = await handoff.call(medicareEligibility.history, { query: {} }, { as: 'ana' });
  return answer.ok().HistoricalMedicareSearches;
}

test('a check with Stedi ends in a result without a label, and is paid for once', async () => {
  const { stedi, handoff } = await withStedi({ body: documented(fixture('made-00-parts-a-and-b-active')) });
  const key = randomUUID();
  const answers = await Promise.all([check(handoff, key), check(handoff, key)]);
  const result = answers.find(({ status }) => status === 200)?.ok();
  expect(result).toMatchObject({
    isPartBEligible: true,
    Provider: 'stedi',
    Label: null,
    Reference: 'ec_0190c3a2-0000-7000-8000-000000000000',
    Coverage: { PartB: { Status: 'active' } },
  });
  expect((await check(handoff, key)).ok()).toEqual(result);
  expect(stedi.requests).toMatchObject([
    {
      method: 'POST',
      headers: { authorization: KEY, 'x-forwarded-for': '203.0.113.9' },
      body: {
        tradingPartnerServiceId: 'CMS',
        externalPatientId: expect.stringMatching(/^[0-9a-f]{32}$/),
        provider: { organizationName: 'HARBOR HOME CARE', npi: '1999999984' },
        subscriber: { memberId: '1EG4TE5MK00', dateOfBirth: '19480312' },
        encounter: {
          beginningDateOfService: '20240510',
          endDateOfService: '20251010',
          serviceTypeCodes: ['30', '42', '45'],
        },
      },
    },
  ]);
  expect(await latest(handoff)).toMatchObject([
    { Provider: 'stedi', HasExchange: true, Verdict: 'eligible' },
  ]);
  const kept = JSON.stringify([await everythingStored(handoff.store), handoff.log]);
  expect(kept).not.toContain(KEY);
  expect(kept).not.toContain('1EG4TE5MK00');
  await verifyAuditChains(handoff.store);
});

test('a rejection within status 400 is wrong input on its field', async () => {
  const rejected = documented(undefined, { subscriber: { aaaErrors: [{ code: '72' }] } });
  const { handoff } = await withStedi({ status: 400, body: rejected });
  expect((await check(handoff)).ok()).toMatchObject({ isInputWrong: true, Findings: [{ Field: 'Mbi' }] });
});

test('503 is tried a second time, and a second 503 gives no verdict', async () => {
  const fine = { body: documented(fixture('made-00-parts-a-and-b-active')) };
  const better = await withStedi({ status: 503, body: {} }, fine);
  expect((await check(better.handoff)).status).toBe(200);
  expect(better.stedi.requests).toHaveLength(2);
  const down = await withStedi({ status: 503, body: {} });
  expect((await check(down.handoff)).error().code).toBe('unavailable');
  expect(down.stedi.requests).toHaveLength(2);
  expect(await latest(down.handoff)).toMatchObject([{ Verdict: 'notCompleted', isPartBEligible: false }]);
});

test("an error for the administrator does not contain the provider's words", async () => {
  const { handoff } = await withStedi({
    status: 403,
    body: { message: 'the account GREENTREE is blocked' },
  });
  const answer = await check(handoff);
  expect([answer.status, answer.error().code]).toEqual([502, 'bad_gateway']);
  const kept = JSON.stringify([await everythingStored(handoff.store), handoff.log, answer.text]);
  expect(kept).not.toContain('GREENTREE');
});
