import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { routeFor } from '@handoff/shared/domain/eligibility/result';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { checkedReferral, saturday, timerAt } from '../../../testing/eligibility/reverification.ts';
import { askMedicare, pastChecks, checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { everythingStored, verifyAuditChains } from '../../../testing/stored.ts';
import { exchangeFileName, openExchangeFile } from '../../../records/exchange-files.ts';
import { HARBOR } from '../../../testing/people.ts';

const { medicareEligibility } = api;

const stories: [nn: string, homeCare: string, other: string][] = [
  ['00', 'eligible', 'eligible'],
  ['01', 'notEligible', 'notEligible'],
  ['03', 'issues', 'issues'],
  ['05', 'issues', 'eligible'],
  ['07', 'issues', 'eligible'],
  ['08', 'eligible', 'eligible'],
  ['73', 'wrongInput', 'wrongInput'],
];

test('each sandbox scenario ends on its page, and in the history', async () => {
  const handoff = await freshApi();
  for (const [nn, homeCare, other] of stories)
    for (const [Category, verdict] of [
      ['Home Care', homeCare],
      ['Other', other],
    ] as const) {
      const result = (await askMedicare(handoff, { Mbi: `1EG4TE5MK${nn}`, Category })).ok();
      const [latest] = await pastChecks(handoff);
      expect([nn, Category, latest?.Verdict]).toEqual([nn, Category, verdict]);
      expect(latest).toMatchObject({ Id: result.CheckId, Provider: 'sandbox', Attempts: 1 });
      const page = { eligible: 'eligible', issues: 'eligibilityissues', notEligible: 'noteligible' }[verdict];
      expect(routeFor(result, Category)).toBe(page && `/admin/medicare${page}`);
    }
});

test.each([
  ['not a number of Medicare', { Mbi: '123-45-6789A' }, 'Mbi'],
  ['born tomorrow', { DateOfBirth: '2999-01-01' }, 'DateOfBirth'],
])('%s is wrong input, and no one is asked', async (_what, changes, Field) => {
  const { handoff, asked } = await countingApi();
  const result = (await askMedicare(handoff, changes)).ok();
  expect(result).toMatchObject({ isInputWrong: true, Coverage: null, Findings: [{ Field }] });
  expect(asked).toEqual([]);
  expect(await pastChecks(handoff)).toMatchObject([
    { Verdict: 'wrongInput', HasExchange: false, Attempts: 0 },
  ]);
});

test('a number that is not a test number is not found in the sandbox', async () => {
  const handoff = await freshApi();
  const result = (await askMedicare(handoff, { Mbi: '2CY9Y98HK77' })).ok();
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
    const [first, second] = [
      await askMedicare(handoff, { Mbi }, key),
      await askMedicare(handoff, { Mbi }, key),
    ];
    expect([first.status, first.error().code, second.status]).toEqual([status, code, status]);
    const past = await pastChecks(handoff);
    expect(past).toMatchObject([
      { Verdict: 'notCompleted', FailureMessage: second.error().ErrorMessage, isPartBEligible: false },
      { Verdict: 'notCompleted', FailureMessage: first.error().ErrorMessage },
    ]);
    expect(new Set(past.map(({ Id }) => Id)).size).toBe(2);
    const stored = await everythingStored(handoff.store);
    // There is nothing to replay, but the key is stored with the number of its failures.
    expect(stored.filter(({ type }) => type === 'idem')).toMatchObject([
      { state: 'failed', failures: 2, body: null, expiresAt: null },
    ]);
    await verifyAuditChains(handoff.store);
  },
);

test('after a failure the same key may be sent again, and its answer is stored', async () => {
  const failure = { outcome: 'failed', failure: 'incomplete', reason: 'noX12', mayRepeat: false } as const;
  const { handoff, asked } = await countingApi([failure]);
  const key = randomUUID();
  expect((await askMedicare(handoff, {}, key)).status).toBe(502);
  const answer = await askMedicare(handoff, {}, key);
  expect((await askMedicare(handoff, {}, key)).text).toBe(answer.text);
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ checkId }) => checkId)).size).toBe(2);
  expect((await pastChecks(handoff)).map(({ Verdict }) => Verdict)).toEqual(['eligible', 'notCompleted']);
});

test('a hundred simultaneous requests for one check ask Medicare once', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 100 }, () => askMedicare(handoff, {}, key)));
  expect(asked).toHaveLength(1);
  const codes = answers.filter(({ status }) => status !== 200).map((answer) => answer.error().code);
  expect(new Set(codes)).toEqual(new Set(['request_in_progress']));
  const again = await askMedicare(handoff, {}, key);
  expect(again.headers).toMatchObject({ [IDEMPOTENT_REPLAYED]: 'true' });
  expect([asked.length, (await pastChecks(handoff)).length]).toEqual([1, 1]);
});

test('a request repeated after its record expired is recognized, and not sent and charged again', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  await askMedicare(handoff, {}, key);
  handoff.advance(8 * 24 * 3_600_000);
  const late = await askMedicare(handoff, {}, key);
  expect([late.error().code, asked.length]).toEqual(['conflict', 1]);
});

test('the number is only in the restricted texts, which are sealed', async () => {
  const handoff = await freshApi();
  const answer = await askMedicare(handoff, { Mbi: '1EG4-TE5-MK03' });
  expect(answer.ok().Beneficiary?.Mbi).toBe('****-***-MK03');
  expect(await pastChecks(handoff)).toMatchObject([{ Mbi: '****-***-MK03', LastName: 'Sample' }]);
  const everywhere = JSON.stringify([answer.text, await everythingStored(handoff.store), handoff.log]);
  expect(everywhere).not.toMatch(/1EG4-?TE5-?MK03/);
  expect(everywhere).not.toContain('ISA*00');
  const question = { domainId: HARBOR, checkId: answer.ok().CheckId, part: '270' as const };
  const blob = await handoff.platform.blobs.read('payer-exchanges', exchangeFileName(question));
  const bytes = Buffer.from(blob?.bytes ?? []);
  expect(bytes.toString()).toMatch(/^enc:v1:[\w-]+$/);
  expect(await openExchangeFile(handoff.platform.fieldKeys, question, bytes)).toContain('1EG4TE5MK03');
});

test('a check for a referral gives it the status that the agency set for the verdict', async () => {
  const handoff = await freshApi();
  const { Id: ReferralId } = await referral(handoff);
  const result = (await askMedicare(handoff, { ReferralId, Mbi: '1EG4TE5MK05' })).ok();
  expect(result.EligibilityStatusId).toBe('look');
  const byId = await handoff.call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'vic' });
  expect(byId.ok().ReferralInfo).toMatchObject([
    { EligibilityStatusId: 'look', EligibilityCheckId: result.CheckId },
  ]);
  // No status is set for wrong input, so the last one stays.
  expect((await askMedicare(handoff, { ReferralId, Mbi: 'x' })).ok().EligibilityStatusId).toBeNull();
  await verifyAuditChains(handoff.store);
});

test('about a referral its id is enough: the person, the number, the ordered care and its start are there', async () => {
  const handoff = await freshApi();
  const start = addDays(dayIn(medicareTimeZone, new Date()), 5);
  const draft = referralDraft({ Services: ['Hospice'], Clinical: { RequestedStart: start } });
  const body = { ...draft, Patient: { ...draft.Patient, Mbi: '1EG4TE5MK03' } };
  const created = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  const ReferralId = created.ReferralInfo[0]?.Id;
  const answer = await handoff.call(medicareEligibility.check, { body: { ReferralId } }, { as: 'ana' });
  expect(answer.ok()).toMatchObject({ Category: 'Hospice', isPartBEligible: true });
  const { LastName, DateOfBirth } = draft.Patient;
  const asked = { ReferralId, LastName, DateOfBirth, Category: 'Hospice', DateOfService: start };
  expect(await pastChecks(handoff)).toMatchObject([asked]);
});

test("another agency's referral is unknown, and no inquiry is sent", async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referral(handoff);
  const body = checkDraft({ ReferralId });
  const answer = await handoff.call(medicareEligibility.check, { body }, { as: 'eve' });
  expect([answer.status, asked.length]).toEqual([404, 0]);
});

test('no call or timer sends an inquiry about a deleted patient', async () => {
  const { handoff, asked, Id, CheckId } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK42']);
  const as = { as: 'ana' } as const;
  const { FirstName, LastName, DateOfBirth, Mbi } = checkDraft({});
  const list = {
    Entries: [{ FirstName, LastName, DateOfBirth, Mbi, ReferralId: Id }],
    Category: 'Home Care' as const,
    StartAgain: true,
  };
  const { startBatch, retryBatch, recheck } = medicareEligibility;
  const { Batch: failed } = (await handoff.call(startBatch, { body: list }, as)).ok();
  await handoff.app.jobs.eligibility.run();
  const { Batch: waiting } = (await handoff.call(startBatch, { body: list }, as)).ok();
  expect(asked.length).toBeGreaterThan(0);
  const before = asked.length;

  (await handoff.call(api.referrals.remove, { body: { Id } }, as)).ok();
  await askMedicare(handoff, { ReferralId: Id });
  await handoff.call(recheck, { body: { Id: CheckId, CheckAgain: true } }, as);
  for (const batch of [failed, waiting]) await handoff.call(retryBatch, { body: { Id: batch.Id } }, as);
  await handoff.call(startBatch, { body: list }, as);
  await timerAt(handoff, saturday(31));
  await handoff.app.jobs.eligibility.run();
  expect(asked).toHaveLength(before);

  // The same calls send inquiries again once the patient is restored.
  (await handoff.call(api.referrals.restore, { body: { Id } }, as)).ok();
  (await askMedicare(handoff, { ReferralId: Id })).ok();
  expect(asked.length).toBe(before + 1);
});
