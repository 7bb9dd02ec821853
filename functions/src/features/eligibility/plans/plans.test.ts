import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { payerDraft } from '../../../testing/examples/drafts.ts';
import { askMedicare } from '../../../testing/examples/eligibility-examples.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const ada = { as: 'ada' } as const;
const { medicareEligibility } = api;

const preview = async (Csv: string) =>
  (await handoff.call(medicareEligibility.previewPlans, { body: { Csv } }, ada)).ok();
const importPlans = async (Csv: string) =>
  (await handoff.call(medicareEligibility.importPlans, { body: { Csv } }, ada)).ok();

/** The header of CMS's own file. */
const CMS = 'Contract ID,Plan ID,Organization Type,Plan Type,SNP Plan,Plan Name,Parent Organization';

test('a file is previewed with each rejected row, and its additions and changes are imported once', async () => {
  const file = [
    CMS,
    'H5521,42,Local CCP,HMO/HMOPOS,No,Harbor Choice,Harbor Inc.',
    'H5521,043,Local CCP,Local PPO,Yes,Harbor Care,Harbor Inc.',
    'H0001,,Local CCP,Regional PPO,No,Whole Contract,Harbor Inc.',
    'X12,001,Local CCP,PFFS,No,Wrong Contract,',
    'H2001,1234,Local CCP,PFFS,No,Wrong Plan,',
    'H2001,001,Local CCP,PFFS,No,,',
    'H2001,002,Local CCP,Balloon,No,Unknown Kind,',
    'h5521,042,Local CCP,PFFS,No,Twice,',
  ].join('\r\n');
  expect(await preview(file)).toEqual({
    Added: [
      { Line: 2, Name: 'H5521-042 Harbor Choice', Changes: [] },
      { Line: 3, Name: 'H5521-043 Harbor Care', Changes: [] },
      { Line: 4, Name: 'H0001 Whole Contract', Changes: [] },
    ],
    Changed: [],
    Unchanged: 0,
    Rejected: [
      expect.objectContaining({ Line: 5, Name: 'X12 001 Wrong Contract' }),
      expect.objectContaining({ Line: 6, Reason: 'The plan number has at most three digits, as in 042' }),
      expect.objectContaining({ Line: 7, Reason: 'The plan has no name' }),
      expect.objectContaining({ Line: 8, Reason: expect.stringContaining('"Balloon" is no kind of plan') }),
      expect.objectContaining({ Line: 9, Reason: 'Line 2 is about the same plan' }),
    ],
    IgnoredColumns: ['organization type', 'parent organization'],
  });
  expect(await importPlans(file)).toEqual({ Added: 3, Changed: 0, Remaining: 0 });
  expect(await importPlans(file)).toEqual({ Added: 0, Changed: 0, Remaining: 0 });
  expect((await handoff.call(medicareEligibility.plans, {}, ada)).ok()).toMatchObject({
    Plans: 3,
    Contracts: 2,
    ImportedBy: { FullName: expect.any(String) },
  });

  const exported = (await handoff.call(medicareEligibility.exportPlans, {}, ada)).text;
  expect(exported).toContain('H5521,043,Harbor Care,PPO SNP,');
  expect(await preview(exported)).toMatchObject({ Added: [], Changed: [], Unchanged: 3, Rejected: [] });
  const renamed = exported.replace('Harbor Choice', 'Harbor Plus');
  expect((await preview(renamed)).Changed).toEqual([
    { Line: 3, Name: 'H5521-042 Harbor Plus', Changes: [expect.objectContaining({ field: 'Name' })] },
  ]);
});

test('a file without the columns that identify a plan is refused', async () => {
  const answer = await handoff.call(medicareEligibility.previewPlans, { body: { Csv: 'a,b\n1,2' } }, ada);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no column')]);
});

test('a result has the plan and its kind from the list, and says whether the agency has a contract with it', async () => {
  await importPlans('Contract,Plan,Name,Kind,Phone\nH5521,042,Harbor Choice,HMO SNP,8005550100\n');
  await handoff.call(
    api.contractedPayers.create,
    { body: payerDraft({ Name: 'Harbor Payer', ContractIds: ['H5521'] }) },
    { as: 'mia' },
  );
  const { Findings, Coverage } = (await askMedicare(handoff, { Mbi: '1EG4-TE5-MK03' })).ok();
  expect(Coverage?.MedicareAdvantage[0]).toMatchObject({
    Name: 'Harbor Choice',
    Kind: 'HMO SNP',
    ContractedPayer: 'Harbor Payer',
  });
  expect(Findings.find(({ Code }) => Code === 'medicareAdvantage')?.Text).toMatch(
    /^The patient is in Harbor Choice \(H5521-042, HMO SNP\).* This agency has a contract with it \(Harbor Payer\)\.$/,
  );
});
