import { api } from '@handoff/shared/contract/api';
import { INACTIVE_AFTER_DAYS, REVIEW_EVERY_DAYS } from '@handoff/shared/domain/access/access-review';
import type { AgencyRole } from '@handoff/shared/domain/access/role';
import { beforeEach, expect, test } from 'vitest';
import { userId } from '../../../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { EVERGREEN, HARBOR, people, type PersonName } from '../../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const DAY_MS = 24 * 60 * 60_000;
const idOf = (person: PersonName) => userId(people[person].oid);
const review = (as: PersonName, query = {}) => handoff.call(api.users.accessReview, { query }, { as });
const reviewed = async (person: PersonName, as: PersonName = 'mia') =>
  (await review(as)).ok().AccessReviewInfo.find(({ Id }) => Id === idOf(person));
const seen = async (...names: PersonName[]) =>
  Promise.all(names.map(async (name) => ({ Id: idOf(name), Etag: (await reviewed(name))?.Etag ?? '' })));
const confirm = (as: PersonName, body: Parameters<typeof callConfirm>[1]) => callConfirm(as, body);
const callConfirm = (
  as: PersonName,
  body: { People: { Id: string; Etag: string }[]; BusinessDomainId?: string },
) => handoff.call(api.users.confirmAccess, { body }, { as });
const remove = (as: PersonName, body: { Id: string; Etag?: string; BusinessDomainId?: string }) =>
  handoff.call(api.users.removeAccess, { body }, { as });
const giveRole = async (person: PersonName, RoleWithinAgency: AgencyRole | null) => {
  const body = { BusinessDomainId: HARBOR, Users: [{ Id: idOf(person), RoleWithinAgency }] };
  (await handoff.call(api.settings.updateUsersRolesWithinAgencies, { body }, { as: 'ada' })).ok();
};
const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };
const signIn = async (as: PersonName) =>
  (await handoff.call(api.users.check, { body: account }, { as })).ok();

test('only a manager sees everyone with a role in the agency, with rights, last sign-in and since when', async () => {
  await signIn('cal');
  await giveRole('vic', 'Intake');
  const rows = (await review('mia')).ok().AccessReviewInfo;
  expect(rows.map(({ FullName }) => FullName).toSorted()).toEqual([
    'Ana Intake',
    'Bo Both',
    'Cal Clinician',
    'Mia Manager',
    'Vic Viewer',
  ]);
  const cal = rows.find(({ Id }) => Id === idOf('cal'));
  expect(cal).toMatchObject({
    RoleWithinAgency: 'Clinician',
    SystemRole: 'User',
    LastSignInAt: expect.any(String),
    RoleGiven: null,
    IsInactive: false,
    IsDue: true,
  });
  expect(cal?.Rights).toEqual([
    'referrals.read',
    'notes.write',
    'eligibility.read',
    'parties.read',
    'addresses.read',
  ]);
  const vic = rows.find(({ Id }) => Id === idOf('vic'));
  expect(vic).toMatchObject({ RoleGiven: { By: 'Ada Administrator' }, IsInactive: true, IsDue: false });
  expect(rows.at(-1)).toEqual(vic);

  for (const as of ['ana', 'cal', 'vic'] as const) expect((await review(as)).status).toBe(403);
  expect((await review('mia', { BusinessDomainId: EVERGREEN })).status).toBe(403);
  const elsewhere = (await review('ada', { BusinessDomainId: EVERGREEN })).ok().AccessReviewInfo;
  expect(elsewhere.map(({ FullName }) => FullName)).toEqual(['Bo Both', 'Eve Elsewhere']);
});

test('confirmed access is due again after 90 days or when the role changes, and each is in the audit', async () => {
  const People = await seen('ana', 'cal');
  const answer = (await confirm('mia', { People })).ok();
  expect(answer.ChangedAccessInfo).toEqual([]);
  expect(answer.AccessReviewInfo).toMatchObject([
    {
      Id: idOf('ana'),
      IsDue: false,
      Confirmed: { RoleWithinAgency: 'Intake', By: { FullName: 'Mia Manager' } },
    },
    { Id: idOf('cal'), IsDue: false },
  ]);
  expect(await reviewed('ana')).toEqual(answer.AccessReviewInfo[0]);

  const query = { Action: 'access.confirmed' };
  const trail = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok().AuditInfo;
  expect(new Set(trail.map(({ subject, name }) => `${name}: ${subject}`))).toEqual(
    new Set([`Mia Manager: ${idOf('ana')}`, `Mia Manager: ${idOf('cal')}`]),
  );
  expect(trail[0]?.changes[0]?.field).toBe('RoleWithinAgency');

  await giveRole('cal', 'Manager');
  expect(await reviewed('cal')).toMatchObject({ IsDue: true, Confirmed: { RoleWithinAgency: 'Clinician' } });
  await giveRole('cal', 'Clinician');
  expect((await reviewed('cal'))?.IsDue).toBe(true);
  handoff.advance((REVIEW_EVERY_DAYS - 1) * DAY_MS);
  expect((await reviewed('ana'))?.IsDue).toBe(false);
  handoff.advance(2 * DAY_MS);
  expect((await reviewed('ana'))?.IsDue).toBe(true);
});

test('a person changed since the reviewer looked is not confirmed, and their current access is answered', async () => {
  const People = await seen('ana', 'cal');
  await giveRole('cal', 'Manager');
  const answer = (await confirm('mia', { People })).ok();
  expect(answer.AccessReviewInfo.map(({ Id }) => Id)).toEqual([idOf('ana')]);
  expect(answer.ChangedAccessInfo).toMatchObject([
    { Id: idOf('cal'), RoleWithinAgency: 'Manager', Confirmed: null },
  ]);
  const again = answer.ChangedAccessInfo.map(({ Id, Etag }) => ({ Id, Etag }));
  expect((await confirm('mia', { People: again })).ok().ChangedAccessInfo).toEqual([]);
  expect((await reviewed('cal'))?.Confirmed?.RoleWithinAgency).toBe('Manager');
});

test('no one confirms or removes their own access, or that of someone in another agency', async () => {
  const own = await confirm('mia', { People: await seen('mia', 'ana') });
  expect([own.status, own.error().ErrorMessage]).toEqual([
    403,
    'No one confirms their own access. Ask another manager or an administrator.',
  ]);
  expect((await reviewed('ana'))?.Confirmed).toBeNull();
  expect((await remove('mia', { Id: idOf('mia') })).status).toBe(403);

  const eve = { Id: idOf('eve'), Etag: 'seeded' };
  expect((await confirm('mia', { People: [eve] })).status).toBe(404);
  expect((await remove('mia', eve)).status).toBe(404);
  expect((await remove('mia', { ...eve, BusinessDomainId: EVERGREEN })).status).toBe(403);
  expect((await remove('ana', { Id: idOf('vic') })).status).toBe(403);
  const twice = await seen('ana', 'ana');
  expect((await confirm('mia', { People: twice })).error().code).toBe('invalid_request');

  const mia = { People: await seen('mia'), BusinessDomainId: HARBOR };
  (await confirm('ada', mia)).ok();
  expect((await reviewed('mia'))?.Confirmed?.By.FullName).toBe('Ada Administrator');
});

test('a manager removes someone from their own agency at once, and from no other', async () => {
  const [bo] = await seen('bo');
  const { RemovedAccessInfo } = (await remove('mia', bo ?? { Id: '' })).ok();
  expect(RemovedAccessInfo).toEqual([{ Id: idOf('bo'), FullName: 'Bo Both' }]);
  expect(await reviewed('bo')).toBeUndefined();
  expect((await review('ada', { BusinessDomainId: EVERGREEN })).text).toContain('Bo Both');
  const session = (await handoff.call(api.users.securityInfo, {}, { as: 'bo' })).ok();
  expect(session.BusinessDomainInfo.map(({ Id }) => Id)).toEqual([EVERGREEN]);
  expect((await remove('mia', { Id: idOf('bo') })).status).toBe(404);

  const [cal] = await seen('cal');
  await giveRole('cal', 'Intake');
  expect((await remove('mia', cal ?? { Id: '' })).error().code).toBe('conflict');
  const query = { Subject: idOf('bo'), Action: 'user.agency-role' };
  const trail = (await handoff.call(api.audit.systemList, { query }, { as: 'ada' })).ok().AuditInfo;
  expect(trail.map(({ name }) => name)).toEqual(['Mia Manager']);
});

test('a person without a sign-in for 60 days is inactive; an application is active through its calls', async () => {
  await signIn('ana');
  expect((await reviewed('ana'))?.IsInactive).toBe(false);
  const { Id } = await referral(handoff);
  await giveRole('vic', 'Integration');
  expect(await reviewed('vic')).toMatchObject({ IsInactive: true, LastActivityAt: null });
  const token = await handoff.token('vic', { idtyp: 'app', scp: undefined, roles: ['Integration'] });
  const asApplication = { headers: { authorization: `Bearer ${token}` } };
  const answer = await handoff.call(api.referrals.fhir, { query: { id: Id } }, asApplication);
  expect(answer.status).toBe(200);
  expect(await reviewed('vic')).toMatchObject({ IsInactive: false, LastActivityAt: expect.any(String) });
  handoff.advance((INACTIVE_AFTER_DAYS + 1) * DAY_MS);
  expect((await reviewed('ana'))?.IsInactive).toBe(true);
  expect((await reviewed('vic'))?.IsInactive).toBe(true);
});

test('the review can be exported, and each export is one audit entry', async () => {
  (await confirm('mia', { People: await seen('ana') })).ok();
  const file = await handoff.call(api.users.accessReviewFile, { query: {} }, { as: 'mia' });
  const [header, ...rows] = new TextDecoder().decode(file.bytes).trimEnd().split('\r\n');
  expect(header).toMatch(/^\uFEFF?Person,E-mail,Role within the agency,System role,Rights,/);
  expect(rows).toHaveLength(5);
  expect(rows.find((row) => row.startsWith('Ana Intake,'))).toMatch(/,Mia Manager,Intake,.*,no,user-/);
  expect(rows.find((row) => row.startsWith('Cal Clinician,'))).toMatch(/,yes,user-/);
  const query = { Action: 'access-review.exported' };
  const trail = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok().AuditInfo;
  expect(trail).toMatchObject([{ name: 'Mia Manager', subject: 'Access review as CSV' }]);
  expect(trail[0]?.shown).toHaveLength(5);
});
