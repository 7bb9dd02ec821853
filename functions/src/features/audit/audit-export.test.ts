import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { people } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const createUser = async () => {
  const body = {
    LocalAccountId: '00000000-0000-4000-8000-000000000099',
    FullName: 'Nia Newcomer',
    Email: 'nia@example.org',
    SystemRole: 'User' as const,
    RolesWithinAgencies: [],
  };
  (await handoff.call(api.users.create, { body }, { as: 'ada' })).ok();
};

test("administrators read and verify the system's changes, and nothing of an agency", async () => {
  await referral(handoff);
  await createUser();
  const { AuditInfo } = (await handoff.call(api.audit.systemList, { query: {} }, { as: 'ada' })).ok();
  expect(AuditInfo.map(({ name, action }) => `${name} ${action}`)).toEqual([
    'Ada Administrator user.created',
  ]);
  const query = { Person: `user-${people.mia.oid}` };
  const ofMia = await handoff.call(api.audit.systemList, { query }, { as: 'ada' });
  expect(ofMia.ok().AuditInfo).toEqual([]);
  const verified = await handoff.call(api.audit.systemVerify, { query: {} }, { as: 'ada' });
  const sound = { Checked: 1, BrokenAt: null, ContinueFrom: null, Head: 'sealed' };
  expect(verified.ok().AuditVerification).toMatchObject([sound]);

  expect((await handoff.call(api.audit.list, { query: {} }, { as: 'ada' })).status).toBe(403);
  for (const call of [api.audit.systemList, api.audit.systemVerify, api.audit.systemExportFile])
    expect((await handoff.call(call, { query: {} }, { as: 'mia' })).status).toBe(403);
});

test('the audit log can be exported with a row for each field, safe for a spreadsheet; the export is logged', async () => {
  const { Id, Etag } = await referral(handoff);
  const ClinicalSummary = '=HYPERLINK("http://x"), as told\nby phone';
  (await handoff.call(api.referrals.update, { body: { Id, Etag, ClinicalSummary } }, { as: 'mia' })).ok();
  const query = { Subject: Id, Action: 'referral.updated' };
  const answer = await handoff.call(api.audit.exportFile, { query }, { as: 'mia' });
  expect(answer.headers['Content-Type']).toMatch('text/csv');
  const [header, row, ...none] = answer.text.split('\r\n');
  expect(header).toBe(
    '\uFEFFEntry,At (UTC),Person,Person id,Action,Record,Field,Old,New,Request,Records shown,Reason',
  );
  expect(row).toContain(`,Mia Manager,${people.mia.oid},referral.updated,${Id},ClinicalSummary,`);
  expect(row).toContain(`,"'=HYPERLINK(""http://x"")  as toldby phone",`);
  expect(none).toEqual(['']);

  const noted = (
    await handoff.call(api.audit.list, { query: { Action: 'audit.exported' } }, { as: 'mia' })
  ).ok();
  expect(noted.AuditInfo).toMatchObject([
    { name: 'Mia Manager', subject: `Subject ${Id}, Action referral.updated: 1 entry` },
  ]);
  expect((await handoff.call(api.audit.exportFile, { query }, { as: 'ana' })).status).toBe(403);
});
