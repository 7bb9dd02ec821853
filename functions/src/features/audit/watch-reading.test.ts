import { addMs } from '../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { HARBOR, people, type PersonName } from '../../testing/people.ts';

const HOUR_MS = 3_600_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** Writes one entry for each patient, as calls do. */
async function viewsOf(who: PersonName, action: string, patients: number, hoursAgo = 0): Promise<void> {
  const at = addMs(handoff.platform.clock.now(), -hoursAgo * HOUR_MS).toISOString();
  const { oid } = people[who];
  const views = Array.from({ length: patients }, (_, n) => {
    const subject = `referral-${n}`;
    const id = `audit-view|${who}-${action.replace('.', '-')}-${hoursAgo}-${n}`;
    return { id, type: 'audit-view', at, oid, name: who, requestId: 'r', action, subject };
  });
  await handoff.store
    .app(`d:${HARBOR}`)
    .commit(views.map((document) => ({ op: 'create' as const, document })));
}

const watch = () => handoff.app.jobs.reading.run();

async function newsOf(as: PersonName) {
  const query = { id: `user-${people[as].oid}` };
  const { UserNotificationsInfo } = (await handoff.call(api.users.notifications, { query }, { as })).ok();
  return UserNotificationsInfo.filter(({ Kind }) => Kind === 'access').map(({ Text }) => Text);
}

const alerts = () => handoff.log.filter(({ event }) => event === 'unusual-reading');

test('someone who opens unusually many patients is named to managers, in the audit and in an alert, once a day', async () => {
  await viewsOf('vic', 'referral.viewed', 60);
  await viewsOf('cal', 'referral.viewed', 39);
  await watch();
  await watch();
  expect(await newsOf('mia')).toEqual(['Vic Viewer opened the records of 60 patients within an hour']);
  expect(await newsOf('ana')).toEqual([]);
  expect(alerts()).toMatchObject([{ level: 'warn', oid: people.vic.oid, agency: HARBOR, count: 60 }]);
  const query = { Action: 'records.unusual' };
  expect((await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok().AuditInfo).toMatchObject([
    {
      name: 'Access watch',
      subject: `user-${people.vic.oid}`,
      changes: [{ field: 'Patients opened in an hour', old: 0, new: 60 }],
    },
  ]);
});

test("a person's usual number of patients raises no alert", async () => {
  await viewsOf('ana', 'referral.viewed', 30, 24);
  await viewsOf('ana', 'referral.viewed', 80);
  await watch();
  expect(alerts()).toEqual([]);
});

test('revealing numbers in a series raises an alert sooner, with the reason of each', async () => {
  const { Id } = await referral(handoff);
  const Reason = 'Billing or authorization';
  (await handoff.call(api.referrals.revealNumbers, { body: { Id, Reason } }, { as: 'bo' })).ok();
  const unexplained = JSON.parse(JSON.stringify({ body: { Id, Reason: '' } }));
  expect((await handoff.call(api.referrals.revealNumbers, unexplained, { as: 'bo' })).status).toBe(400);
  const query = { Action: 'patient-numbers.revealed' };
  const { AuditInfo } = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok();
  expect(AuditInfo).toMatchObject([{ reason: Reason, subject: Id }]);

  await viewsOf('bo', 'patient-numbers.revealed', 14);
  await watch();
  expect(await newsOf('mia')).toEqual([
    `${people.bo.name} revealed the numbers of 15 patients within an hour`,
  ]);
});
