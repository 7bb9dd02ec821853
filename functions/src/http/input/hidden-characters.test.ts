import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';

let handoff: TestApi;
beforeAll(async () => {
  handoff = await freshApi();
}, 60_000);

function createNamed(LastName: string) {
  const { Patient, ...draft } = referralDraft();
  const body = { ...draft, Patient: { ...Patient, LastName }, ClinicalSummary: 'one\u0000\r\n\u200Btwo' };
  return handoff.call(api.referrals.create, { body }, { as: 'ana' });
}

test.each([
  ['zero-width spaces', '\u200B\u200B\uFEFF'],
  ['joiners', '\u200D\u200C'],
  ['a Hangul filler', '\u3164'],
  ['a blank Braille pattern', '\u2800'],
  ['NUL', '\u0000'],
  ['marks that belong to no letter', '\u0301'],
  ['a direction', '\u202E'],
])('a last name of only %s is refused as empty', async (_what, name) => {
  const answer = await createNamed(name);
  expect([answer.status, answer.error().fields]).toEqual([
    400,
    { 'Patient.LastName': 'Enter the last name' },
  ]);
});

test.each([
  ['O\u202E\u2066Neil\u0000\u200B', 'ONeil'],
  ['de\tla\u2028Cruz ', 'de la Cruz'],
  // A joiner and a variant selector shape the letters of these names.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['葛\u{E0100}', '葛\u{E0100}'],
  ['Nuñez-Åström', 'Nuñez-Åström'],
])('the last name %j is stored as %j', async (typed, stored) => {
  const [referral] = (await createNamed(typed)).ok().ReferralInfo;
  expect(referral?.Patient.LastName).toBe(stored);
  expect(referral?.ClinicalSummary).toBe('one \ntwo');
});

test('an agency name of invisible characters is refused', async () => {
  const body = { Name: '\u200B\u202E', Kind: 'Hospital' as const };
  const answer = await handoff.call(api.partners.create, { body }, { as: 'mia' });
  expect([answer.status, answer.error().fields]).toEqual([400, { Name: 'Enter a name' }]);
});
