import { api } from '@handoff/shared/contract/api';
import {
  defaultAgencySettings,
  type AgencyEligibilitySettings,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { HARBOR } from '../../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../../testing/stored.ts';

const { medicareEligibility } = api;

const twoYearsAgo = `${new Date().getUTCFullYear() - 2}-06-01`;

const read = async (handoff: TestApi) =>
  (await handoff.call(medicareEligibility.settings, {}, { as: 'ana' })).ok();

async function change(handoff: TestApi, changes: Partial<AgencyEligibilitySettings>) {
  const { Etag, SettingsEligibilityInfo: before } = await read(handoff);
  const body = { Etag, SettingsEligibilityInfo: { ...before, ...changes } };
  return handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' });
}

const check = async (handoff: TestApi, changes: Partial<ReturnType<typeof checkDraft>> = {}) =>
  (await handoff.call(medicareEligibility.check, { body: checkDraft(changes) }, { as: 'ana' })).ok();

test('an agency begins with our proposals and its registered NPI', async () => {
  const { SettingsEligibilityInfo, Etag } = await read(await freshApi());
  expect([SettingsEligibilityInfo, Etag]).toEqual([
    { ...defaultAgencySettings, OwnNpis: ['1999999984'] },
    '',
  ]);
  expect(SettingsEligibilityInfo).toMatchObject({
    MonthsBack: 48,
    MonthsAhead: 4,
    ServiceTypes: ['30', '42', '45'],
    ExchangeRetentionMonths: 13,
    HomeHealthLookBackDays: 60,
    HospiceLookBackDays: 90,
    Reverification: { IsOn: false },
  });
});

test('a manager changes a setting, and the next check follows it', async () => {
  const { handoff, asked } = await countingApi();
  expect(await check(handoff, { Mbi: '1EG4TE5MK09' })).toMatchObject({ isProblematic: true });
  expect(await check(handoff, { DateOfService: twoYearsAgo })).toMatchObject({ isInputWrong: false });
  const { Severities } = defaultAgencySettings;
  const secondaryPayer = { ...Severities.secondaryPayer, 'Home Care': 'notice' } as const;
  const changed = await change(handoff, {
    MonthsBack: 12,
    ServiceTypes: ['30', '42'],
    Severities: { ...Severities, secondaryPayer },
  });
  expect(changed.ok().SettingsEligibilityInfo.MonthsBack).toBe(12);
  expect(await check(handoff, { Mbi: '1EG4TE5MK09' })).toMatchObject({ isProblematic: false });
  expect(await check(handoff, { DateOfService: twoYearsAgo })).toMatchObject({ isInputWrong: true });
  expect(asked.map(({ serviceTypes }) => serviceTypes.length)).toEqual([3, 3, 2]);

  const audit = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ action }) => action === 'settings.updated',
  );
  expect(audit.map(({ entry }) => String(entry))).toEqual([expect.stringContaining('MonthsBack')]);
  expect(handoff.sent).toContainEqual(
    expect.objectContaining({ message: expect.objectContaining({ topic: 'settings' }) }),
  );
  await verifyAuditChains(handoff.store);
});

test('a home health period under a second NPI of ours is no longer a conflict', async () => {
  const { handoff, asked } = await countingApi();
  expect(await check(handoff, { Mbi: '1EG4TE5MK07' })).toMatchObject({ isProblematic: true });
  await change(handoff, { OwnNpis: ['1234567893', '1427038314'] });
  expect(await check(handoff, { Mbi: '1EG4TE5MK07' })).toMatchObject({ isProblematic: false });
  expect(asked.map(({ agency }) => agency.npi)).toEqual(['1999999984', '1234567893']);
});

test('without an NPI no inquiry is sent, and the error says what is missing', async () => {
  const { handoff, asked } = await countingApi();
  await change(handoff, { OwnNpis: [] });
  const refused = await handoff.call(medicareEligibility.check, { body: checkDraft() }, { as: 'ana' });
  expect([refused.error().code, asked.length]).toEqual(['not_configured', 0]);
  expect(refused.error().ErrorMessage).toContain('NPI');
});

test.each<[string, Partial<AgencyEligibilitySettings>]>([
  ['an identifier with a wrong check digit', { OwnNpis: ['1999999985'] }],
  ['an identifier twice', { OwnNpis: ['1999999984', '1999999984'] }],
  ['no service type', { ServiceTypes: [] }],
  ['a separator as service type', { ServiceTypes: ['3^'] }],
  ['raw texts for ever', { ExchangeRetentionMonths: 0 }],
  ['a re-verification each night', { Reverification: { IsOn: true, IntervalDays: 1 } }],
])('%s is refused', async (_what, changes) => {
  const handoff = await freshApi();
  expect((await change(handoff, changes)).error().code).toBe('invalid_request');
});

test('an edit of older settings gets the conflicts, and intake staff do not edit them', async () => {
  const handoff = await freshApi();
  const { Etag, SettingsEligibilityInfo } = await read(handoff);
  await change(handoff, { MonthsBack: 24 });
  const body = { Etag, SettingsEligibilityInfo: { ...SettingsEligibilityInfo, MonthsBack: 6 } };
  const late = await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' });
  expect([late.error().code, late.error().fields]).toMatchObject([
    'conflict',
    { MonthsBack: expect.anything() },
  ]);
  const byIntake = await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'ana' });
  expect(byIntake.status).toBe(403);
});
