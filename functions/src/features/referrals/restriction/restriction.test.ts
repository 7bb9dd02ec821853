import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { BREAK_GLASS_MINUTES } from '@handoff/shared/domain/referral/restriction';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { partnerDraft } from '../../../testing/examples/drafts.ts';
import { blobName, referral, restrictedReferral } from '../../../testing/examples/example-records.ts';
import { people, type PersonName } from '../../../testing/people.ts';
import { everythingStored } from '../../../testing/stored.ts';
import { userId } from '../../../records/kinds/user-records.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const Reason = 'The patient called in pain';
const open = (id: string, as: PersonName) => handoff.call(api.referrals.byId, { query: { id } }, { as });
const listed = async (as: PersonName) =>
  (await handoff.call(api.referrals.list, { query: {} }, { as })).ok().ReferralInfo.map(({ Id }) => Id);
const breakGlass = (ReferralId: string, as: PersonName) =>
  handoff.call(api.referrals.breakGlass, { body: { ReferralId, Reason } }, { as });
const restrict = (Id: string, PeopleIds: string[], as: PersonName = 'mia') =>
  handoff.call(
    api.referrals.setRestriction,
    { body: { Id, IsRestricted: true, Reason: 'A neighbor of our staff', PeopleIds } },
    { as },
  );

test('only managers, the author, the owner and named people see a restricted referral', async () => {
  const { Id } = await referral(handoff);
  const other = await referral(handoff);
  expect((await restrict(Id, [], 'ana')).status).toBe(403);
  (await restrict(Id, [userId(people.cal.oid)])).ok();
  for (const as of ['mia', 'ana', 'cal'] as const) {
    expect((await open(Id, as)).status).toBe(200);
    expect(await listed(as)).toContain(Id);
  }
  const refused = await open(Id, 'vic');
  const none = await open('referral-of-no-one', 'vic');
  const { requestId: _one, ...asked } = refused.error();
  const { requestId: _other, ...unknown } = none.error();
  expect([refused.status, asked]).toEqual([404, unknown]);
  expect(Object.keys(refused.headers)).toEqual(Object.keys(none.headers));
  expect(await listed('vic')).toEqual([other.Id]);

  const body = { Id, OwnerId: userId(people.bo.oid) };
  expect((await open(Id, 'bo')).status).toBe(404);
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  expect((await open(Id, 'bo')).status).toBe(200);

  const lifted = { Id, IsRestricted: false, Reason: 'They moved away' };
  (await handoff.call(api.referrals.setRestriction, { body: lifted }, { as: 'mia' })).ok();
  expect((await open(Id, 'vic')).status).toBe(200);
});

test('records of a restricted referral are hidden with it, including deleted ones', async () => {
  const { Id } = await referral(handoff);
  const file = await blobName(handoff, Id);
  const check = checkDraft({ ReferralId: Id, CheckAgain: true });
  const { CheckId } = (
    await handoff.call(api.medicareEligibility.check, { body: check }, { as: 'ana' })
  ).ok();
  (await restrict(Id, [])).ok();
  const bo = { as: 'bo' } as const;
  const history = async (as: PersonName) =>
    (await handoff.call(api.medicareEligibility.history, { query: {} }, { as })).ok()
      .HistoricalMedicareSearches;
  expect(await history('ana')).toHaveLength(1);
  expect(await history('bo')).toEqual([]);
  const answers = await Promise.all([
    handoff.call(api.services.downloadFile, { params: { blobName: file } }, bo),
    handoff.call(api.services.deleteFile, { params: { blobName: file } }, bo),
    handoff.call(api.medicareEligibility.byId, { query: { id: CheckId } }, bo),
    handoff.call(api.referrals.remove, { body: { Id } }, bo),
  ]);
  for (const answer of answers) expect(answer.error().code).toBe('not_found');
  (await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
  const restored = await handoff.call(api.referrals.restore, { body: { Id } }, bo);
  expect(restored.error().code).toBe('not_found');
});

test('a page without visible referrals returns the next one, because an empty page means the end', async () => {
  const oldest = await referral(handoff);
  for (let n = 0; n < 3; n++) (await restrict((await referral(handoff)).Id, [])).ok();
  const query = { PageSize: 1, Sort: 'UpdatedNewest' as const };
  const page = (await handoff.call(api.referrals.list, { query }, { as: 'vic' })).ok();
  expect(page.ReferralInfo.map(({ Id }) => Id)).toEqual([oldest.Id]);
});

test('emergency access opens one referral for an hour, managers are notified at once, and it is reviewed', async () => {
  const { Id } = await restrictedReferral(handoff);
  const another = await restrictedReferral(handoff);
  const muted = { body: { MutedNotifications: ['access' as const] } };
  (await handoff.call(api.users.muteNotifications, muted, { as: 'mia' })).ok();

  const [access] = (await breakGlass(Id, 'cal')).ok().BreakGlass;
  expect([(await open(Id, 'cal')).status, (await open(another.Id, 'cal')).status]).toEqual([200, 404]);
  expect((await open(Id, 'vic')).status).toBe(404);
  expect((await breakGlass(Id, 'ana')).error().code).toBe('conflict');
  const query = { id: userId(people.mia.oid) };
  const notified = await handoff.call(api.users.notifications, { query }, { as: 'mia' });
  expect(notified.ok().UserNotificationsInfo).toMatchObject([
    { Kind: 'access', SubjectId: Id, Text: 'Cal Clinician opened a restricted referral by emergency access' },
  ]);

  handoff.advance((BREAK_GLASS_MINUTES + 1) * 60_000);
  expect((await open(Id, 'cal')).error().code).toBe('not_found');

  const accesses = async () =>
    (await handoff.call(api.referrals.breakGlassList, { query: {} }, { as: 'mia' })).ok().BreakGlass;
  expect(await accesses()).toEqual([{ ...access, Reason, Review: null }]);
  const review = { Id: access?.Id ?? '', Finding: 'Appropriate' as const, Comment: 'On call that day' };
  const reviewAs = (as: PersonName) => handoff.call(api.referrals.reviewBreakGlass, { body: review }, { as });
  expect((await reviewAs('cal')).status).toBe(403);
  (await reviewAs('mia')).ok();
  expect((await reviewAs('mia')).error().code).toBe('conflict');
  expect(await accesses()).toMatchObject([
    { Review: { Finding: 'Appropriate', By: { FullName: 'Mia Manager' } } },
  ]);
});

test('the audit names whom a referral was restricted to, and says nothing of people where none are named', async () => {
  const { Id } = await referral(handoff);
  (await restrict(Id, [])).ok();
  (await restrict(Id, [userId(people.cal.oid), userId(people.vic.oid)])).ok();
  const query = { Subject: Id, Action: 'restriction.set' };
  const trail = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok().AuditInfo;
  const named = trail.map(({ changes }) => changes.filter(({ field }) => field === 'People'));
  expect(named).toEqual([[{ field: 'People', old: null, new: 'Cal Clinician, Vic Viewer' }], []]);
});

test('an attempt, an emergency access and its reason are listed among the accesses to the patient', async () => {
  const { Id } = await restrictedReferral(handoff);
  await open(Id, 'vic');
  (await breakGlass(Id, 'vic')).ok();
  (await open(Id, 'vic')).ok();
  const query = { ReferralId: Id };
  const report = (await handoff.call(api.audit.patientAccess, { query }, { as: 'mia' })).ok();
  const ofVic = report.PatientAccessInfo.filter(({ name }) => name === 'Vic Viewer');
  expect(ofVic.map(({ action }) => action)).toEqual([
    'referral.viewed',
    'break-glass.opened',
    'restricted.refused',
  ]);
  expect(ofVic[1]?.changes).toEqual([{ field: 'Reason', old: null, new: Reason }]);
});

test('an exact name and birth date reveal that a restricted referral exists, and each search is logged', async () => {
  const { Id } = await restrictedReferral(handoff);
  const find = (FirstName: string, key: string = randomUUID()) =>
    handoff.call(
      api.referrals.findRestricted,
      { body: { FirstName, LastName: 'Sample', DateOfBirth: '1948-03-12' } },
      { as: 'vic', key },
    );
  const key = randomUUID();
  for (const guess of ['Pa', 'Paul']) expect((await find(guess, key)).ok()).toEqual({ ReferralIds: [] });
  const guesses = (await everythingStored(handoff.store)).filter(
    ({ action }) => action === 'restricted.searched',
  );
  expect(guesses).toHaveLength(2);
  expect(JSON.stringify(guesses)).not.toMatch(/Pau?l?\b|Sample|1948-\d\d-\d\d|\/1948\b/);
  expect((await find('pat')).ok()).toEqual({ ReferralIds: [Id] });
  const report = await handoff.call(api.audit.patientAccess, { query: { ReferralId: Id } }, { as: 'mia' });
  expect(report.ok().PatientAccessInfo.map(({ action }) => action)).toContain('restricted.searched');
});

test('emergency access to a referral that does not exist is answered as not found', async () => {
  expect((await breakGlass('referral-of-no-one', 'vic')).error().code).toBe('not_found');
});

test('each view under emergency access is its own entry', async () => {
  const { Id } = await referral(handoff);
  (await open(Id, 'vic')).ok();
  (await restrict(Id, [])).ok();
  (await breakGlass(Id, 'vic')).ok();
  for (let look = 0; look < 2; look += 1) (await open(Id, 'vic')).ok();
  const looks = (await everythingStored(handoff.store)).filter(
    ({ action, oid, subject }) => action === 'referral.viewed' && oid === people.vic.oid && subject === Id,
  );
  expect(looks).toHaveLength(3);
});

test('only people who may see a restricted referral get live messages and mentions about it', async () => {
  const { Id } = await restrictedReferral(handoff);
  const sent: unknown[] = [];
  const { realtime } = handoff.platform;
  const listening = handoff.another({
    realtime: {
      ...realtime,
      send: async (audience, message) => void sent.push({ ...audience, id: message.id }),
    },
  });
  const body = { ReferralId: Id, ReferralNotes: [{ Text: 'Ask @Bo Both, @Mia Manager' }] };
  (await listening.call(api.referrals.updateNotes, { body }, { as: 'ana' })).ok();
  expect(sent).toEqual(expect.arrayContaining([{ user: people.mia.oid, id: Id }]));
  expect(JSON.stringify(sent)).not.toMatch(new RegExp(`group|${people.bo.oid}|${people.vic.oid}`));
  const notified = (await everythingStored(handoff.store)).filter(({ type }) => type === 'notification');
  expect(notified.map(({ UserId }) => UserId)).toEqual([userId(people.mia.oid)]);
});

test('uses of a party are counted without the referrals that the caller may not see', async () => {
  const { Id } = await restrictedReferral(handoff);
  const { Source } = (await open(Id, 'mia')).ok().ReferralInfo[0] ?? { Source: { Organization: '' } };
  const partner = { ...partnerDraft(), Name: Source.Organization };
  const [made] = (await handoff.call(api.partners.create, { body: partner }, { as: 'mia' })).ok()
    .PartnersInfo;
  const uses = async (as: PersonName) =>
    (await handoff.call(api.partners.uses, { query: { id: made?.Id ?? '' } }, { as })).ok().UsedIn[0]?.count;
  expect([await uses('mia'), await uses('ana'), await uses('bo')]).toEqual([1, 1, 0]);
});

test('a key answers again only what its caller may still see', async () => {
  const edit = async (Id: string, key: string) =>
    handoff.call(api.referrals.update, { body: { Id, ClinicalSummary: 'Zinnia' } }, { as: 'bo', key });
  const [hidden, gone] = [await referral(handoff), await referral(handoff)];
  const keys = [randomUUID(), randomUUID()] as const;
  (await edit(hidden.Id, keys[0])).ok();
  (await edit(gone.Id, keys[1])).ok();
  expect((await edit(hidden.Id, keys[0])).headers).toHaveProperty('Idempotent-Replayed');
  (await restrict(hidden.Id, [])).ok();
  const removed = randomUUID();
  const remove = () =>
    handoff.call(api.referrals.remove, { body: { Id: gone.Id } }, { as: 'ana', key: removed });
  (await remove()).ok();
  const before = await everythingStored(handoff.store);
  for (const answer of [await edit(hidden.Id, keys[0]), await edit(gone.Id, keys[1])])
    expect(answer.error()).toMatchObject({ code: 'not_found', ErrorMessage: 'This referral was not found.' });
  const written = (await everythingStored(handoff.store)).length - before.length;
  // The refused view of the restricted one is logged, and nothing else is written.
  expect(written).toBe(1);
  // A deletion is replayed even so, because the caller's own call removed its record.
  expect((await remove()).headers).toHaveProperty('Idempotent-Replayed');
});
