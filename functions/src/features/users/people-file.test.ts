import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { HARBOR, EVERGREEN, people } from '../../testing/people.ts';
import { verifyAuditChains } from '../../testing/stored.ts';

let handoff: TestApi;
let harbor: string;
let evergreen: string;
beforeEach(async () => {
  handoff = await freshApi();
  const { BusinessDomainsInfo } = (await handoff.call(api.businessDomains.list, {}, { as: 'ada' })).ok();
  const nameOf = (id: string) => BusinessDomainsInfo.find(({ Id }) => Id === id)?.Name ?? '';
  [harbor, evergreen] = [nameOf(HARBOR), nameOf(EVERGREEN)];
});
const ada = { as: 'ada' } as const;
const preview = async (Csv: string) =>
  (await handoff.call(api.users.previewImport, { body: { Csv } }, ada)).ok();
const apply = async (Csv: string) => (await handoff.call(api.users.applyImport, { body: { Csv } }, ada)).ok();

test('a file changes roles and invites people without access, shows both first, and changes nothing a second time', async () => {
  const csv = `E-mail,Name,Team,Roles
ana@example.org,Ana,A,${harbor}: Clinician; ${evergreen}: viewer
CAL@example.org,,,
nora@example.org,,,${harbor}: Intake
`;
  expect(await preview(csv)).toMatchObject({
    Added: [
      {
        Line: 4,
        Name: 'nora@example.org',
        Changes: [{ field: 'Roles', old: '', new: `${harbor}: Intake` }],
      },
    ],
    Changed: [
      {
        Line: 2,
        Name: 'Ana Intake',
        Changes: [
          { field: 'Roles', old: `${harbor}: Intake`, new: `${harbor}: Clinician; ${evergreen}: Viewer` },
        ],
      },
    ],
    Unchanged: 1,
    Rejected: [],
    IgnoredColumns: ['team'],
  });
  expect(await apply(csv)).toEqual({ Added: 1, Changed: 1, Remaining: 0 });
  const { UserInfo } = (await handoff.call(api.users.list, { query: {} }, ada)).ok();
  expect(UserInfo.find(({ FullName }) => FullName === 'Ana Intake')?.RolesWithinAgencies).toEqual([
    { BusinessDomainId: HARBOR, RoleWithinAgency: 'Clinician' },
    { BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Viewer' },
  ]);
  const { ExpectedUsersInfo } = (await handoff.call(api.users.expected, {}, ada)).ok();
  expect(ExpectedUsersInfo).toMatchObject([
    { Email: 'nora@example.org', SystemRole: 'User', RolesWithinAgencies: [{ RoleWithinAgency: 'Intake' }] },
  ]);
  expect(await apply(csv)).toEqual({ Added: 0, Changed: 0, Remaining: 0 });
  expect(await preview(csv)).toMatchObject({ Unchanged: 3 });
  await verifyAuditChains(handoff.store);
});

test('an exported file is read back without a change', async () => {
  const file = await handoff.call(api.users.exportFile, {}, ada);
  expect(await preview(file.text)).toMatchObject({ Added: [], Changed: [], Rejected: [] });
});

test('each row that cannot be used is rejected with its reason', async () => {
  const body = { Id: `user-${people.vic.oid}` };
  (await handoff.call(api.users.remove, { body }, ada)).ok();
  const csv = `E-mail,Roles
no address,${harbor}: Intake
ana@example.org,Nowhere: Intake
cal@example.org,${harbor}: Boss
mia@example.org,${harbor}
eve@example.org,${harbor}: Intake;${harbor}: Viewer
vic@example.org,${harbor}: Viewer
ada@example.org,${harbor}: Manager
new@example.org,
bo@example.org,${harbor}: Viewer
bo@example.org,${harbor}: Manager
`;
  const { Rejected } = await preview(csv);
  expect(Rejected.map(({ Line, Reason }) => `${Line} ${Reason}`)).toEqual([
    '2 E-mail: enter an e-mail address',
    '3 Roles: no agency is called Nowhere',
    '4 Roles: the role is one of Manager, Intake, Clinician, Viewer, Integration',
    '5 Roles: write an agency and a role, such as Harbor Home Care: Intake',
    '6 Roles: a person has one role in an agency',
    '7 This person was deactivated: activate them again first',
    '8 Another administrator changes your own roles',
    '9 Roles: write an agency and a role, such as Harbor Home Care: Intake',
    '11 Line 10 is about the same person',
  ]);
});

test('a long file is applied in parts of twenty rows', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => `new${n}@example.org,${harbor}: Intake`);
  const csv = ['E-mail,Roles', ...rows].join('\n');
  expect(await apply(csv)).toEqual({ Added: 20, Changed: 0, Remaining: 5 });
  expect(await apply(csv)).toEqual({ Added: 5, Changed: 0, Remaining: 0 });
});
