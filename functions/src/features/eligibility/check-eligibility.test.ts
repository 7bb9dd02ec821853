import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { routeFor } from '@handoff/shared/domain/eligibility/route';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../platform/ports.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { countingApi } from '../../testing/counting-provider.ts';
import { checkDraft } from '../../testing/eligibility-examples.ts';
import { referral } from '../../testing/example-records.ts';
import { everythingStored, verifyAuditChains } from '../../testing/stored.ts';

const { medicareEligibility } = api;

type Draft = ReturnType<typeof checkDraft>;

const check = (handoff: TestApi, changes: Partial<Draft> = {}, key: string = randomUUID()) =>
  handoff.call(medicareEligibility.check, { body: checkDraft(changes) }, { as: 'ana', key });

async function history(handoff: TestApi) {
  const answer = await handoff.call(medicareEligibility.history, { query: {} }, { as: 'ana' });
  return answer.ok().HistoricalMedicareSearches;
}

const stories: [nn: string, homeCare: string, other: string][] = [
  ['00', 'eligible', 'eligible'],
  ['01', 'notEligible', 'notEligible'],
  ['03', 'issues', 'issues'],
  ['05', 'issues', 'eligible'],
  ['07', 'issues', 'eligible'],
  ['08', 'eligible', 'eligible'],
  ['73', 'wrongInput', 'wrongInput'],
];

test('each story of the sandbox ends on its page, and in the history', async () => {
  const handoff = await freshApi();
  for (const [nn, homeCare, other] of stories)
    for (const [Category, verdict] of [
      ['Home Care', homeCare],
      ['Other', other],
    ] as const) {
      const result = (await check(handoff, { Mbi: `1EG4TE5MK${nn}`, Category })).ok();
      const [latest] = await history(handoff);
      expect([nn, Category, latest?.Verdict]).toEqual([nn, Category, verdict]);
      expect(latest).toMatchObject({ Id: result.CheckId, Provider: 'sandbox', Attempts: 1 });
      const page = { eligible: 'eligible', issues: 'eligibilityissues', notEligible: 'noteligible' }[verdict];
      expect(routeFor(result, Category)).toBe(page && `/admin/medicare${page}`);
    }
});

test.each([
  ['not a number of Medicare', { Mbi: '123-45-6789A' }, 'Mbi'],
  ['born tomorrow', { DateOfBirth: '2999-01-01' }, 'DateOfBirth'],
])('%s is wrong input, and nobody is asked', async (_what, changes, Field) => {
  const { handoff, asked } = await countingApi();
  const result = (await check(handoff, changes)).ok();
  expect(result).toMatchObject({ isInputWrong: true, Coverage: null, Findings: [{ Field }] });
  expect(asked).toEqual([]);
  expect(await history(handoff)).toMatchObject([{ Verdict: 'wrongInput', HasExchange: false, Attempts: 0 }]);
});

test('a number that is no test number is not found in the sandbox', async () => {
  const handoff = await freshApi();
  const result = (await check(handoff, { Mbi: '2CY9Y98HK77' })).ok();
  expect(result.Findings).toMatchObject([{ Field: 'Mbi', Segment: 'AAA*N**75*C' }]);
});

test.each([
  ['42', 503, 'unavailable'],
  ['51', 502, 'bad_gateway'],
] as const)(
  'a check that Medicare does not complete (%s) fails, and is in the history as that',
  async (nn, status, code) => {
    const handoff = await freshApi();
    const key = randomUUID();
    const Mbi = `1EG4TE5MK${nn}`;
    const [first, second] = [await check(handoff, { Mbi }, key), await check(handoff, { Mbi }, key)];
    expect([first.status, first.error().code, second.status]).toEqual([status, code, status]);
    const past = await history(handoff);
    expect(past).toMatchObject([
      { Verdict: 'notCompleted', ErrorMessage: second.error().ErrorMessage, isPartBEligible: false },
      { Verdict: 'notCompleted', ErrorMessage: first.error().ErrorMessage },
    ]);
    expect(new Set(past.map(({ Id }) => Id)).size).toBe(2);
    const stored = await everythingStored(handoff.store);
    expect(stored.filter(({ type }) => type === 'idem')).toEqual([]);
    await verifyAuditChains(handoff.store);
  },
);

test('after a failure the same key asks again and its answer is kept', async () => {
  const failure = { outcome: 'failed', failure: 'incomplete', reason: 'noX12', mayRepeat: false } as const;
  const { handoff, asked } = await countingApi([failure]);
  const key = randomUUID();
  expect((await check(handoff, {}, key)).status).toBe(502);
  const answer = await check(handoff, {}, key);
  expect((await check(handoff, {}, key)).text).toBe(answer.text);
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ checkId }) => checkId)).size).toBe(2);
  expect((await history(handoff)).map(({ Verdict }) => Verdict)).toEqual(['eligible', 'notCompleted']);
});

test('a hundred of one check at once: Medicare is asked once', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 100 }, () => check(handoff, {}, key)));
  expect(asked).toHaveLength(1);
  const codes = answers.filter(({ status }) => status !== 200).map((answer) => answer.error().code);
  expect(new Set(codes)).toEqual(new Set(['request_in_progress']));
  const again = await check(handoff, {}, key);
  expect(again.headers).toMatchObject({ [IDEMPOTENT_REPLAYED]: 'true' });
  expect([asked.length, (await history(handoff)).length]).toEqual([1, 1]);
});

test('sent again after its record is over it is known, not asked and paid for again', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  await check(handoff, {}, key);
  handoff.advance(8 * 24 * 3_600_000);
  const late = await check(handoff, {}, key);
  expect([late.error().code, asked.length]).toEqual(['conflict', 1]);
});

/** Dies at the checkpoint, is sent again while the lease is held, after it, and once more by a person. */
async function diesAt(checkpoint: string) {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const died = handoff.crashAt(checkpoint);
  void check(handoff, {}, key);
  await died;
  const askedFirst = asked.length;
  const early = await check(handoff, {}, key);
  handoff.advance(90_001);
  const retry = await check(handoff, {}, key);
  const askedByItself = asked.length - askedFirst;
  const past = await history(handoff);
  const decided = await check(handoff, {}, key);
  await verifyAuditChains(handoff.store);
  return {
    statuses: [early.status, retry.status, decided.status],
    waitsFor: Number(early.headers['Retry-After'] ?? 0),
    asked: [askedFirst, askedByItself, asked.length],
    past: past.map(({ ErrorMessage }) => ErrorMessage?.slice(0, 14)),
  };
}

test('who dies before it claimed the key leaves nothing', async () => {
  expect(await diesAt('B1')).toMatchObject({ statuses: [200, 200, 200], asked: [0, 1, 1] });
});

test('who dies before asking is taken over, and Medicare is asked then', async () => {
  const { waitsFor, ...rest } = await diesAt('B2');
  expect(waitsFor).toBeGreaterThan(80);
  expect(rest).toEqual({ statuses: [409, 200, 200], asked: [0, 1, 1], past: [undefined] });
});

test.each([
  ['about to ask', 'B3a', [0, 0, 1]],
  ['having asked', 'B3p', [1, 0, 2]],
  ['with the answer', 'B3', [1, 0, 2]],
])('who dies %s is recorded as unanswered, and only a person asks again', async (_what, point, asked) => {
  const { waitsFor, ...rest } = await diesAt(point);
  expect(waitsFor).toBeGreaterThan(80);
  expect(rest).toEqual({ statuses: [409, 503, 200], asked, past: ['No answer came'] });
});

/** Another instance that cannot keep answers, and the same store. */
function withoutBlobs(handoff: TestApi, error: Error) {
  const { blobs } = handoff.platform;
  const putIfAbsent: typeof blobs.putIfAbsent = async (container, name, content) => {
    if (name.endsWith('.271')) throw error;
    return blobs.putIfAbsent(container, name, content);
  };
  return { ...handoff, ...handoff.another({ blobs: { ...blobs, putIfAbsent } }) };
}

test('who fails after asking still owes the answer: it is not asked for again by itself', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  expect((await check(withoutBlobs(handoff, new Error('a mistake')), {}, key)).status).toBe(500);
  expect((await check(handoff, {}, key)).error().code).toBe('request_in_progress');
  handoff.advance(90_001);
  expect([(await check(handoff, {}, key)).status, asked.length]).toEqual([503, 1]);
});

test('an answer counts also while its text cannot be kept', async () => {
  const { handoff } = await countingApi();
  const down = withoutBlobs(handoff, new StoreUnavailable('down', { retryAfterMs: 1 }));
  expect((await check(down)).ok()).toMatchObject({ isPartBEligible: true });
  expect(handoff.log).toContainEqual({ level: 'warn', event: 'payer-answer-not-kept' });
});

test('after the answer was committed a crash loses nothing', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const died = handoff.crashAt('B4');
  void check(handoff, {}, key);
  await died;
  const retry = await check(handoff, {}, key);
  expect([retry.status, retry.headers[IDEMPOTENT_REPLAYED], asked.length]).toEqual([200, 'true', 1]);
});

test('an owner who wakes up after a takeover changes nothing', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const held = handoff.holdAt('B3p');
  const slow = check(handoff, {}, key);
  await held.reached;
  handoff.advance(90_001);
  expect((await check(handoff, {}, key)).status).toBe(503);
  held.letGo();
  expect([(await slow).error().code, asked.length]).toEqual(['request_in_progress', 1]);
  expect(await history(handoff)).toMatchObject([{ Verdict: 'notCompleted' }]);
});

test('the number is nowhere but in the restricted texts', async () => {
  const handoff = await freshApi();
  const answer = await check(handoff, { Mbi: '1EG4-TE5-MK03' });
  expect(answer.ok().Beneficiary?.Mbi).toBe('****-***-MK03');
  expect(await history(handoff)).toMatchObject([{ Mbi: '****-***-MK03', LastName: 'Sample' }]);
  const everywhere = JSON.stringify([answer.text, await everythingStored(handoff.store), handoff.log]);
  expect(everywhere).not.toMatch(/1EG4-?TE5-?MK03/);
  expect(everywhere).not.toContain('ISA*00');
  const blob = await handoff.platform.blobs.read(
    'payer-exchanges',
    `domain-harbor/${answer.ok().CheckId}.270`,
  );
  expect(Buffer.from(blob?.bytes ?? []).toString()).toContain('1EG4TE5MK03');
});

test('a check for a referral gives it the status that the agency set for the verdict', async () => {
  const handoff = await freshApi();
  const { Id: ReferralId } = await referral(handoff);
  const result = (await check(handoff, { ReferralId, Mbi: '1EG4TE5MK05' })).ok();
  expect(result.EligibilityStatusId).toBe('look');
  const byId = await handoff.call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'vic' });
  expect(byId.ok().ReferralInfo).toMatchObject([
    { EligibilityStatusId: 'look', EligibilityCheckId: result.CheckId },
  ]);
  // No status is set for wrong input: the last word stays.
  expect((await check(handoff, { ReferralId, Mbi: 'x' })).ok().EligibilityStatusId).toBeNull();
  await verifyAuditChains(handoff.store);
});

test("another agency's referral is unknown, and nobody is asked", async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referral(handoff);
  const body = checkDraft({ ReferralId });
  const answer = await handoff.call(medicareEligibility.check, { body }, { as: 'eve' });
  expect([answer.status, asked.length]).toEqual([404, 0]);
});
