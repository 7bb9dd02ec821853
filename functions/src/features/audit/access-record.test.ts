import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { DocumentStore } from '../../platform/ports.ts';
import { withPartitions } from '../../testing/changed-store.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkId } from '../../testing/examples/eligibility-examples.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { blobName, referral } from '../../testing/examples/example-records.ts';
import { HARBOR } from '../../testing/people.ts';
import { storedIn } from '../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function views() {
  const documents = await storedIn(handoff.store, `d:${HARBOR}`);
  return documents
    .filter(({ type }) => type === 'audit-view')
    .map((view) => ({
      action: view['action'],
      shown: sorted(z.array(z.string()).parse(view['shown'] ?? [])),
    }));
}

const sorted = (ids: readonly string[]) => ids.toSorted((a, b) => a.localeCompare(b));

test('a page of the list leaves one entry that names its referrals, and none for their pages', async () => {
  const ids = [(await referral(handoff)).Id, (await referral(handoff)).Id, (await referral(handoff)).Id];
  const first = await handoff.call(api.referrals.list, { query: { PageSize: 2 } }, { as: 'vic' });
  const onIt = first.ok().ReferralInfo.map(({ Id }) => Id);
  expect(await views()).toEqual([{ action: 'referrals.listed', shown: sorted(onIt) }]);
  for (const hidden of ['ClinicalSummary', 'StreetAddress', 'Phone', 'Ssn', 'MemberId', 'Comment'])
    expect(first.text).not.toContain(hidden);

  const Continuation = first.ok().Continuation ?? '';
  await handoff.call(api.referrals.list, { query: { PageSize: 2, Continuation } }, { as: 'vic' });
  expect(sorted((await views()).flatMap(({ shown }) => shown))).toEqual(sorted(ids));
});

test('a search leaves one entry; a search without results and a repeated list leave none', async () => {
  const { Id } = await referral(handoff);
  const search = (Text: string) => handoff.call(api.referrals.search, { body: { Text } }, { as: 'vic' });
  await search('no such patient');
  expect(await views()).toEqual([]);
  for (const text of ['sample', 'sample']) await search(text);
  expect(await views()).toEqual([{ action: 'referrals.listed', shown: [Id] }]);
});

test('each export of the list leaves one entry, which names every referral in it', async () => {
  const ids = [(await referral(handoff)).Id, (await referral(handoff)).Id];
  const send = () => handoff.call(api.referrals.exportFile, { body: { Text: 'sample' } }, { as: 'ana' });
  const file = await send();
  await send();
  expect(await views()).toEqual([1, 2].map(() => ({ action: 'referrals.exported', shown: sorted(ids) })));
  for (const hidden of ['12 MAIN ST', '5550102', 'Recovering']) expect(file.text).not.toContain(hidden);
  const refused = await handoff.call(api.referrals.exportFile, { body: {} }, { as: 'vic' });
  expect(refused.error().code).toBe('forbidden');
});

test.each([
  ['a page of the list', 'referrals.listed', api.referrals.list, () => ({ query: {} })],
  ['a search', 'referrals.listed', api.referrals.search, () => ({ body: { Text: 'sample' } })],
  ['a print', 'referral.printed', api.referrals.packet, (id: string) => ({ query: { id } })],
  ['an export', 'referrals.exported', api.referrals.exportFile, () => ({ body: { Text: 'sample' } })],
  [
    'a reveal',
    'patient-numbers.revealed',
    api.referrals.revealNumbers,
    (Id: string) => ({ body: { Id, Reason: 'Billing or authorization' } }),
  ],
])('%s leaves one entry, which costs the answer one round trip', async (_what, action, endpoint, input) => {
  const { Id } = await referral(handoff);
  const trips: string[] = [];
  const noted = handoff.another({ store: withTrips(handoff.store, trips) });
  const answer = await noted.call<Endpoint>(endpoint, input(Id), { as: 'ana' });
  expect(answer.status).toBe(200);
  expect(trips).toEqual(['commit']);
  const [view, ...more] = await views();
  expect(more).toEqual([]);
  expect(view).toMatchObject({ action });
  const documents = await storedIn(handoff.store, `d:${HARBOR}`);
  const [stored] = documents.filter(({ type }) => type === 'audit-view');
  expect([stored?.['subject'], view?.shown].flat()).toContain(Id);
});

/** Records each time the store is asked about views or receives one. */
function withTrips(store: DocumentStore, trips: string[]): DocumentStore {
  const note = <Of>(name: string, of: Of) => {
    if (JSON.stringify(of).includes('audit-view')) trips.push(name);
    return of;
  };
  return withPartitions(store, (partition) => ({
    read: (id) => partition.read(note('read', id)),
    query: (query) => partition.query(note('query', query)),
    count: (query) => partition.count(note('count', query)),
    commit: (operations) => partition.commit(note('commit', operations)),
  }));
}

test('rows read by id leave one entry, too', async () => {
  const { Id } = await referral(handoff);
  for (const Ids of [Id, `${Id},referral-none`, 'referral-none'])
    await handoff.call(api.referrals.rows, { query: { Ids } }, { as: 'vic' });
  expect(await views()).toEqual([{ action: 'referrals.listed', shown: [Id] }]);
});

test('an open list shows what others change in its rows, and leaves no entry for that', async () => {
  const { Id } = await referral(handoff);
  await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
  const listed = await views();
  handoff.advance(11 * 3_600_000);
  const rows = await handoff.call(api.referrals.rows, { query: { Ids: Id } }, { as: 'vic' });
  expect(rows.ok().ReferralInfo.map((row) => row.Id)).toEqual([Id]);
  expect(await views()).toEqual(listed);
  handoff.advance(2 * 3_600_000);
  await handoff.call(api.referrals.rows, { query: { Ids: Id } }, { as: 'vic' });
  expect(await views()).toHaveLength(2);
});

test('the history of checks and the audit log leave entries, too, for what they show', async () => {
  const check = await checkId(handoff);
  const { Id } = await referral(handoff);
  await handoff.call(api.medicareEligibility.history, { query: {} }, { as: 'ana' });
  expect(await views()).toEqual([{ action: 'checks.listed', shown: [check] }]);
  await handoff.call(api.referrals.update, { body: { Id, StatusId: 'review' } }, { as: 'ana' });
  for (const as of ['mia', 'mia'] as const) await handoff.call(api.audit.list, { query: {} }, { as });
  expect((await views()).filter(({ action }) => action === 'audit.read')).toEqual([
    { action: 'audit.read', shown: expect.arrayContaining([Id]) },
  ]);
});

test('each export is logged, and a repeat under the same key is logged once', async () => {
  const { Id } = await referral(handoff);
  const name = await blobName(handoff, Id);
  const key = randomUUID();
  for (const how of [{ key }, { key }, {}]) {
    await handoff.call(
      api.referrals.revealNumbers,
      { body: { Id, Reason: 'Billing or authorization' } },
      { as: 'ana', ...how },
    );
    await handoff.call(api.services.viewFile, { params: { blobName: name } }, { as: 'ana', ...how });
    await handoff.call(api.services.downloadFile, { params: { blobName: name } }, { as: 'ana', ...how });
    await handoff.call(api.audit.exportFile, { query: {} }, { as: 'mia', ...how });
  }
  const count = (action: string, all: Awaited<ReturnType<typeof views>>) =>
    all.filter((view) => view.action === action).length;
  const all = await views();
  expect(
    ['patient-numbers.revealed', 'document.viewed', 'document.downloaded', 'audit.exported'].map((action) =>
      count(action, all),
    ),
  ).toEqual([2, 2, 2, 2]);
});

test('each of several records requested under one key is logged separately', async () => {
  const ids = [(await referral(handoff)).Id, (await referral(handoff)).Id];
  const key = randomUUID();
  for (const Id of ids) {
    const body = { Id, Reason: 'Billing or authorization' } as const;
    (await handoff.call(api.referrals.revealNumbers, { body }, { as: 'ana', key })).ok();
  }
  const report = async (ReferralId: string) =>
    (await handoff.call(api.audit.patientAccess, { query: { ReferralId } }, { as: 'mia' })).ok();
  for (const Id of ids)
    expect((await report(Id)).PatientAccessInfo.map(({ action }) => action)).toContain(
      'patient-numbers.revealed',
    );
});

test('a list is not shown without its entry', async () => {
  await referral(handoff);
  handoff.failStore('batch', { kind: 'answer', status: 503 }, 1_000);
  const unnoted = await handoff.call(api.referrals.list, { query: { View: 'All' } }, { as: 'cal' });
  expect([unnoted.status, unnoted.text.includes('ReferralInfo')]).toEqual([503, false]);
});

test('a row of the list can be sent back as an edit, and omitted fields keep their values', async () => {
  const { Id } = await referral(handoff);
  const update = (body: object) =>
    handoff.call(api.referrals.update, { body: { Id, ...body } }, { as: 'ana' });
  const Decision = { Kind: 'Declined', Reason: 'No capacity', Comment: 'Full until May.' };
  const Payers = [{ Name: 'Aetna', Plan: 'HMO', MemberId: 'W123456789' }];
  const before = (await update({ Decision, Payers })).ok().ReferralInfo[0];
  const rows = await handoff.call(api.referrals.rows, { query: { Ids: Id } }, { as: 'ana' });
  const after = await update({ ...rows.ok().ReferralInfo[0] });
  expect(after.ok().ReferralInfo[0]).toEqual(before);
});

test("a packet contains a referral's records, and leaves one entry each time", async () => {
  const { Id } = await referral(handoff);
  await blobName(handoff, Id);
  const print = async () =>
    (await handoff.call(api.referrals.packet, { query: { id: Id } }, { as: 'ana' })).ok();
  await print();
  expect(await print()).toMatchObject({
    ReferralInfo: [{ Id }],
    ReferralDocuments: [{ Sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ReferralNotes: [],
    ReferralChecks: [{ ReferralId: Id }],
    LastCheck: null,
    PrintedBy: { FullName: 'Ana Intake' },
  });
  const once = { action: 'referral.printed', shown: [] };
  expect(await views()).toEqual([once, once]);
});

test('a FHIR export has masked numbers, and full ones only for a reason; each export is logged', async () => {
  const Patient = { ...referralDraft().Patient, Mbi: '1EG4-TE5-MK73' };
  const [made] = (
    await handoff.call(api.referrals.create, { body: { ...referralDraft(), Patient } }, { as: 'ana' })
  ).ok().ReferralInfo;
  const Id = made?.Id ?? '';
  await blobName(handoff, Id);
  const query = { id: Id };
  const masked = await handoff.call(api.referrals.fhir, { query }, { as: 'ana' });
  expect(masked.headers).toMatchObject({ 'Content-Type': 'application/fhir+json' });
  expect(masked.text).toContain('"resourceType":"DocumentReference"');
  expect(masked.text).not.toMatch(/1EG4TE5MK73|MK73/);
  const body = { Id, Reason: 'Billing or authorization' as const };
  const whole = await handoff.call(api.referrals.fhirWithNumbers, { body }, { as: 'mia' });
  expect(whole.text).toContain('"value":"1EG4TE5MK73"');
  // The number entered with the new referral is logged, too.
  const noted = (await views()).map(({ action }) => action);
  expect(new Set(noted)).toEqual(
    new Set(['numbers.entered', 'patient-numbers.exported', 'referral.exported']),
  );
  expect(noted.length).toBe(3);
  for (const as of ['vic', 'cal'] as const) {
    const answers = [
      await handoff.call(api.referrals.fhir, { query }, { as }),
      await handoff.call(api.referrals.fhirWithNumbers, { body }, { as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  }
  expect((await handoff.call(api.referrals.fhir, { query }, { as: 'eve' })).status).toBe(404);
});
