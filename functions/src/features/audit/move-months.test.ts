import { api } from '@handoff/shared/contract/api';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { HARBOR } from '../../testing/people.ts';
import { storedIn } from '../../testing/stored.ts';
import { auditId } from '../../writes/audit-chain.ts';

const DAY_MS = 86_400_000;

/** Three months with changes and views of one patient, while the timer is down. */
async function quarter() {
  const handoff = await freshApi();
  const { blobs, clock } = handoff.platform;
  // Those of other tests, which share the storage.
  for (const kind of ['audit-anchors', 'audit-exports'] as const)
    for (const name of await blobs.names(kind, '')) await blobs.remove(kind, name);
  const start = clock.now();
  handoff.advance(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1, 12) - start.getTime());
  await handoff.app.jobs.audit.run();
  const { Id } = await referral(handoff);
  const months: string[] = [];
  for (const ClinicalSummary of ['One', 'Two', 'Three']) {
    months.push(clock.now().toISOString().slice(0, 7));
    await handoff.call(api.referrals.update, { body: { Id, ClinicalSummary } }, { as: 'ana' });
    await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'cal' });
    handoff.advance(31 * DAY_MS);
  }
  return { handoff, patient: Id, months };
}

/** What each reader of the trail says of these months. */
async function told(handoff: TestApi, { patient, before }: { patient: string; before: string }) {
  const mia = { as: 'mia' } as const;
  const To = `${before}-01`;
  const ids = [];
  let Continuation: string | null | undefined;
  do {
    const query = { To, PageSize: 2, ...(Continuation && { Continuation }) };
    const page = (await handoff.call(api.audit.list, { query }, mia)).ok();
    ids.push(...page.AuditInfo.map(idOf));
    ({ Continuation } = page);
  } while (Continuation);
  const query = { Subject: patient, To };
  const activity = await handoff.call(api.referrals.activity, { query: { id: patient } }, mia);
  const access = await handoff.call(api.audit.patientAccess, { query: { ReferralId: patient } }, mia);
  const ofPatient = await handoff.call(api.audit.list, { query }, mia);
  const file = await handoff.call(api.audit.exportFile, { query: { To } }, mia);
  return {
    ids,
    activity: activity.ok().ReferralActivity.map(idOf),
    access: access
      .ok()
      .PatientAccessInfo.map(idOf)
      .filter((id) => id < To),
    ofPatient: ofPatient.ok().AuditInfo.map(idOf),
    rows: file.text.split('\n').length,
  };
}
const idOf = ({ at, action, subject }: AuditEntry) => `${at} ${action} ${subject}`;

const verified = async (handoff: TestApi) =>
  (await handoff.call(api.audit.verify, { query: {} }, { as: 'mia' })).ok().AuditVerification[0];

const entriesIn = async ({ store }: TestApi, key: string) =>
  (await storedIn(store, key)).filter(({ type }) => type === 'audit' || type === 'audit-view');

test('a month that has rested leaves the partition of its agency, and no reader notices, whenever the move dies', async () => {
  const { handoff, patient, months } = await quarter();
  const [first = '', second = ''] = months;
  const asked = { patient, before: months.at(-1) ?? '' };
  const before = await told(handoff, asked);
  expect(before.ids.length).toBeGreaterThanOrEqual(5);
  for (const step of ['trail-copied', 'trail-moved', 'trail-removed']) {
    const died = handoff.crashAt(step);
    expect(await Promise.race([died, handoff.app.jobs.audit.run().then(() => 'ended')])).not.toBe('ended');
    expect(await told(handoff, asked)).toEqual(before);
  }
  const { app } = handoff.another({ checkpoint: async () => {} });
  for (let days = 0; days < 4; days += 1) {
    await app.jobs.audit.run();
    handoff.advance(DAY_MS);
  }
  expect(await told(handoff, asked)).toEqual(before);
  expect(await entriesIn(handoff, `d:${HARBOR}|${second}`)).toEqual([]);
  const moved = await entriesIn(handoff, `d:${HARBOR}|${first}`);
  expect(moved.length).toBeGreaterThanOrEqual(3);
  expect((await entriesIn(handoff, `d:${HARBOR}`)).filter(({ at }) => String(at) < second)).toEqual([]);
  expect(await verified(handoff)).toMatchObject({
    BrokenAt: null,
    ViewsBrokenOn: null,
    AnchorBrokenOn: null,
  });

  const partition = handoff.store.app(`d:${HARBOR}|${first}`);
  const view = moved.find(({ type }) => type === 'audit-view');
  await partition.remove(view?.id ?? '', view?._etag ?? '');
  expect(await verified(handoff)).toMatchObject({ BrokenAt: null, ViewsBrokenOn: `${first}-01` });
  await partition.removeAll([auditId(2)]);
  expect(await verified(handoff)).toMatchObject({ BrokenAt: 2 });
}, 120_000);
