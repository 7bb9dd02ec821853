import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { planDraft } from '../../testing/examples/drafts.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const ana = { as: 'ana' } as const;
const { advantagePlans } = api;

const add = (changes: Parameters<typeof planDraft>[0] = {}) =>
  handoff.call(advantagePlans.create, { body: planDraft(changes) }, ana);
const plans = async () =>
  (await handoff.call(advantagePlans.list, { query: {} }, { as: 'vic' })).ok().AdvantagePlansInfo;

test('intake records a plan, and its contract number is written in capitals', async () => {
  (await add({ ContractId: ' h5521 ' })).ok();
  expect(await plans()).toMatchObject([{ ContractId: 'H5521', PlanId: '042', ContactPhone: '8605550101' }]);
  const refused = await handoff.call(advantagePlans.create, { body: planDraft() }, { as: 'vic' });
  expect(refused.status).toBe(403);
});

test.each([
  [{ ContractId: '5521' }, { ContractId: 'Enter a contract number such as H5521' }],
  [{ PlanId: '13' }, { PlanId: 'Enter a plan number of three digits, such as 013' }],
])('a plan with %o is refused', async (wrong, fields) => {
  expect((await add(wrong)).error()).toMatchObject({ code: 'invalid_request', fields });
});

test('two plans may have one name, but not one number', async () => {
  const [{ Id } = { Id: '' }] = (await add()).ok().AdvantagePlansInfo;
  (await add({ PlanId: '043' })).ok();
  (await add({ PlanId: '' })).ok();
  expect((await add({ Name: 'Renamed' })).error().fields).toEqual({
    ContractId: 'Sample Health Plan HMO exists already',
  });
  const taken = await handoff.call(advantagePlans.update, { body: { Id, PlanId: '043' } }, ana);
  expect(taken.error().fields).toEqual({ ContractId: 'Sample Health Plan HMO exists already' });
});

test('a file finds plans by their numbers, also those whose leading zeros a spreadsheet removed', async () => {
  await add();
  const exported = (await handoff.call(advantagePlans.exportFile, {}, ana)).text;
  const preview = async (Csv: string) =>
    (await handoff.call(advantagePlans.previewImport, { body: { Csv } }, ana)).ok();
  expect(await preview(exported)).toMatchObject({ Added: [], Changed: [], Unchanged: 1, Rejected: [] });

  const edited = [
    'Name,Contract,Plan,Contracted',
    'New Name,H5521,42,yes',
    'New Name,H5521,43,no',
    'New Name,,,no',
  ].join('\n');
  expect(await preview(edited)).toMatchObject({
    Added: [{ Line: 3, Name: 'New Name' }],
    Changed: [{ Line: 2, Name: 'New Name' }],
    Rejected: [{ Line: 4, Reason: 'Contract: This is missing' }],
  });
  (await handoff.call(advantagePlans.applyImport, { body: { Csv: edited } }, ana)).ok();
  expect(await plans()).toMatchObject([
    { Name: 'New Name', PlanId: '042', Contracted: 'Yes', AuthorizationNeeded: 'Yes' },
    { Name: 'New Name', PlanId: '043', Contracted: 'No', AuthorizationNeeded: 'Unknown' },
  ]);
});
