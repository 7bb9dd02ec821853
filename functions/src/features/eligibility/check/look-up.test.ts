import { api } from '@handoff/shared/contract/api';
import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import { beforeAll, expect, test } from 'vitest';
import type { TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { askMedicare, pastChecks } from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { exchangeFileName, openExchangeFile } from '../../../records/exchange-files.ts';
import { HARBOR } from '../../../testing/people.ts';
import { everythingStored, storedIn } from '../../../testing/stored.ts';

const { medicareEligibility } = api;
const SSN = '219099907';

let handoff: TestApi;
let asked: Awaited<ReturnType<typeof countingApi>>['asked'];
beforeAll(async () => {
  ({ handoff, asked } = await countingApi());
});

const activity = async (id: string) =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ type, subject }) => type === 'audit' && subject === id,
  );

async function allow(MbiLookUp: boolean): Promise<void> {
  const { Etag, SettingsEligibilityInfo } = (
    await handoff.call(medicareEligibility.settings, {}, { as: 'mia' })
  ).ok();
  const body = { Etag, SettingsEligibilityInfo: { ...SettingsEligibilityInfo, MbiLookUp } };
  (await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' })).ok();
}

test('no number is looked up until a manager allows it', async () => {
  expect(defaultAgencySettings.MbiLookUp).toBe(false);
  const refused = (await askMedicare(handoff, { Mbi: '', LookUp: { Ssn: SSN } })).ok();
  expect(refused).toMatchObject({ isInputWrong: true, Findings: [{ Field: 'Mbi' }] });
  expect(asked).toHaveLength(0);
  await allow(true);
});

test('a number is found by the social security number, which is not stored', async () => {
  const { Id: ReferralId } = await referral(handoff);
  const found = (await askMedicare(handoff, { Mbi: '', LookUp: { Ssn: '219-09-9907' }, ReferralId })).ok();
  expect(found).toMatchObject({ isPartBEligible: true, isProblematic: true });
  expect(asked.at(-1)?.inquiry.lookUp).toEqual({ Ssn: SSN });
  const [check] = await pastChecks(handoff);
  expect(check).toMatchObject({
    Id: found.CheckId,
    Mbi: '****-***-MK07',
    HasNumber: true,
    Verdict: 'issues',
  });
  expect((await activity(found.CheckId)).map(({ action }) => action)).toContain('number.looked-up');

  const again = await handoff.call(
    medicareEligibility.recheck,
    { body: { Id: found.CheckId } },
    { as: 'ana' },
  );
  expect(again.ok()).toMatchObject({ isProblematic: true, PreviousCheckId: found.CheckId });
  expect(asked.at(-1)?.inquiry).toMatchObject({ mbi: '1EG4TE5MK07' });
  const kept = JSON.stringify([await everythingStored(handoff.store), handoff.log]);
  expect(kept).not.toMatch(/219-?09-?9907/);
  expect(kept).not.toContain('1EG4TE5MK07');
  for (const part of ['270', '271'] as const) {
    const of = { domainId: HARBOR, checkId: found.CheckId, part };
    const blob = await handoff.platform.blobs.read('payer-exchanges', exchangeFileName(of));
    const bytes = blob?.bytes ?? new Uint8Array();
    const text = await openExchangeFile(handoff.platform.fieldKeys, of, bytes);
    expect([text.slice(0, 3), text.includes(SSN)]).toEqual(['ISA', false]);
  }
});

test('without a social security number the state is enough, and a person who is not found has no verdict', async () => {
  const byState = (await askMedicare(handoff, { Mbi: '', LookUp: { State: 'NJ' } })).ok();
  expect(byState).toMatchObject({ isPartBEligible: true, isProblematic: false });
  const unknown = (await askMedicare(handoff, { Mbi: '', LookUp: { Ssn: '123456789' } })).ok();
  expect(unknown).toMatchObject({ isInputWrong: true, Findings: [{ Segment: 'AAA*N**75*C' }] });
});

test.each([
  ['both', { Ssn: SSN, State: 'NJ' }],
  ['neither', {}],
  ['a number that was never assigned', { Ssn: '000-12-3456' }],
])('a look-up with %s is refused', async (_, LookUp) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the contract does not allow
  const body = { Mbi: '', LookUp } as Parameters<typeof askMedicare>[1];
  expect((await askMedicare(handoff, body)).status).toBe(400);
});
