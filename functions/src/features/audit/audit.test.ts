import { addMs } from '../../core/time.ts';
import { sha256 } from '../../core/hash.ts';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import type { StoredDocument } from '../../platform/ports.ts';
import { withPartitions } from '../../testing/changed-store.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkId } from '../../testing/examples/eligibility-examples.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { payerDraft, referralDraft } from '../../testing/examples/drafts.ts';
import { HARBOR, people } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const partition = () => handoff.store.app(`d:${HARBOR}`);
const open = (id: string, as: 'ana' | 'cal' = 'cal') =>
  handoff.call(api.referrals.byId, { query: { id } }, { as });

async function trail(query: object = {}) {
  const { AuditInfo } = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok();
  return AuditInfo.map(({ name, action, subject }) => `${name} ${action} ${subject}`);
}

async function verify(From?: number) {
  const query = From === undefined ? {} : { From };
  return (await handoff.call(api.audit.verify, { query }, { as: 'mia' })).ok().AuditVerification[0];
}

test('opening a referral is logged once in ten minutes, before its contents are shown', async () => {
  const { Id } = await referral(handoff);
  for (const as of ['cal', 'cal', 'ana'] as const) await open(Id, as);
  await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'cal' });
  expect(new Set(await trail({ Action: 'referral.viewed' }))).toEqual(
    new Set([`Cal Clinician referral.viewed ${Id}`, `Ana Intake referral.viewed ${Id}`]),
  );
  expect(await trail({ Action: 'referral.viewed' })).toHaveLength(2);
  handoff.advance(10 * 60_000);
  await open(Id);
  expect(await trail({ Action: 'referral.viewed' })).toHaveLength(3);

  // Reading rows that others have changed is not a view of the entire referral.
  const rows = await handoff.call(
    api.referrals.rows,
    { query: { Ids: `${Id},referral-none` } },
    { as: 'vic' },
  );
  expect(rows.ok().ReferralInfo.map((row) => row.Id)).toEqual([Id]);
  expect(await trail({ Action: 'referral.viewed' })).toHaveLength(3);

  // Nothing was shown, so nothing is logged.
  await open('referral-none');
  expect(await trail({ Subject: 'referral-none' })).toEqual([]);
  handoff.advance(10 * 60_000);
  handoff.failStore('batch', { kind: 'answer', status: 503 }, 1_000);
  const unnoted = await open(Id);
  expect([unnoted.status, unnoted.text.includes(Id)]).toEqual([503, false]);
});

test('the trail is read by changes, by views, and between two times', async () => {
  const { Id } = await referral(handoff);
  handoff.advance(60_000);
  await open(Id);
  const viewed = `Cal Clinician referral.viewed ${Id}`;
  expect(await trail({ Only: 'views', Subject: Id })).toEqual([viewed]);
  expect(await trail({ Only: 'changes' })).not.toContain(viewed);
  expect(await trail({ Only: 'changes' })).toContain(`Ana Intake referral.created ${Id}`);
  const later = addMs(handoff.platform.clock.now(), -30_000).toISOString();
  expect(await trail({ Subject: Id, From: later })).toEqual([viewed]);
  expect(await trail({ Subject: Id, To: later })).not.toContain(viewed);
});

test('who saw a record is found by an index, however many views there are of others', async () => {
  const spent: number[] = [];
  const store = withPartitions(handoff.store, (own) => ({
    query: async (query) => {
      const page = await own.query(query);
      if (query.sql.includes('shown')) spent.push(page.ru);
      return page;
    },
  }));
  const counted = handoff.another({ store });
  const at = handoff.platform.clock.now().toISOString();
  const view = { type: 'audit-view', at, oid: people.ana.oid, name: 'Ana Intake', requestId: 'r' };
  const listed = { ...view, action: 'referrals.listed', subject: 'List of referrals' };
  const list = async (round: number) => {
    const views = Array.from({ length: 100 }, (_, n) => {
      const shown = Array.from({ length: 10 }, (__, row) => `referral-${round}-${n}-${row}`);
      return { ...listed, id: `audit-view|${round}-${n}`, shown };
    });
    await partition().commit(views.map((document) => ({ op: 'create' as const, document })));
  };
  const find = async () => {
    const query = { Subject: 'referral-1-7-3' };
    const { AuditInfo } = (await counted.call(api.audit.list, { query }, { as: 'mia' })).ok();
    return AuditInfo.map(({ shown = [] }) => shown[0]);
  };
  await list(1);
  expect(await find()).toEqual(['referral-1-7-0']);
  for (const round of [2, 3, 4]) await list(round);
  expect(await find()).toEqual(['referral-1-7-0']);
  const [few = 0, many = 0] = spent;
  expect(many).toBeLessThanOrEqual(few);
});

test('opening an eligibility check is logged, too, and a comparison logs both checks', async () => {
  const [before, after] = [await checkId(handoff), await checkId(handoff)];
  const { byId, compare } = api.medicareEligibility;
  (await handoff.call(byId, { query: { id: before } }, { as: 'ana' })).ok();
  (await handoff.call(compare, { query: { before, after } }, { as: 'ana' })).ok();
  for (const [id, entries] of [
    [before, 2],
    [after, 1],
  ] as const)
    expect(await trail({ Action: 'check.viewed', Subject: id })).toHaveLength(entries);
});

test('people with the right read the log by record, person, action and day, page by page', async () => {
  const [one, two] = [await referral(handoff), await referral(handoff)];
  await handoff.call(
    api.referrals.updateNotes,
    { body: { ReferralId: one.Id, ReferralNotes: [{ Text: 'A note.' }] } },
    { as: 'cal' },
  );
  expect(await trail({ Subject: one.Id })).toEqual([
    `Cal Clinician note.written ${one.Id}`,
    `Ana Intake referral.created ${one.Id}`,
  ]);
  expect(await trail({ Person: `user-${people.cal.oid}` })).toEqual([`Cal Clinician note.written ${one.Id}`]);
  expect(await trail({ Action: 'referral.created', Subject: two.Id })).toHaveLength(1);
  const today = new Date().toISOString().slice(0, 10);
  expect([(await trail({ From: today, To: today })).length, await trail({ To: '2020-01-01' })]).toEqual([
    3,
    [],
  ]);

  const query = { PageSize: 2 };
  const first = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok();
  const next = { ...query, Continuation: first.Continuation ?? '' };
  const rest = (await handoff.call(api.audit.list, { query: next }, { as: 'mia' })).ok();
  expect(new Set([...first.AuditInfo, ...rest.AuditInfo].map(({ seq }) => seq))).toEqual(new Set([1, 2, 3]));

  expect((await handoff.call(api.audit.list, { query: {} }, { as: 'ana' })).status).toBe(403);
  expect((await handoff.call(api.audit.list, { query: next }, { as: 'mia' })).status).toBe(200);
});

test('people who see the directory see the history of its records and of lists, and of no referral', async () => {
  const made = await handoff.call(api.contractedPayers.create, { body: payerDraft() }, { as: 'mia' });
  const { Id = '', Etag = '' } = made.ok().ContractedPayersInfo[0] ?? {};
  const body = { Id, Etag, EndsOn: '2026-12-31' };
  await handoff.call(api.contractedPayers.update, { body }, { as: 'mia' });
  const history = (Kind: 'contractedPayer' | 'partner' | 'settings', of: string) =>
    handoff.call(api.audit.record, { query: { Kind, Id: of } }, { as: 'vic' });

  expect((await history('contractedPayer', Id)).ok().AuditInfo).toMatchObject([
    { action: 'contracted-payer.updated', changes: [{ field: 'EndsOn', old: null, new: '2026-12-31' }] },
    { action: 'contracted-payer.created', name: 'Mia Manager' },
  ]);
  expect((await history('settings', 'SettingsDocumentTypesInfo')).ok().AuditInfo).toEqual([]);
  expect((await history('partner', Id)).status).toBe(404);
  const patient = await referral(handoff);
  for (const kind of ['contractedPayer', 'settings'] as const)
    expect((await history(kind, patient.Id)).status).toBe(404);
});

test('an untouched chain is intact; views are not part of it', async () => {
  expect(await verify()).toMatchObject({ Checked: 0, BrokenAt: null, ContinueFrom: null });
  const { Id } = await referral(handoff);
  await open(Id);
  for (const _ of [1, 2]) await referral(handoff);
  expect(await verify()).toMatchObject({ Checked: 3, BrokenAt: null, ContinueFrom: null });
  expect(await verify(2)).toMatchObject({ Checked: 2, BrokenAt: null, ContinueFrom: null });
});

const link = (seq: number) => `audit|${String(seq).padStart(12, '0')}`;

async function rewrite(id: string, change: (document: StoredDocument) => object): Promise<void> {
  const { _etag, ...document } = (await partition().read(id)) ?? { id, type: 'audit', _etag: '' };
  const changed = { ...document, ...change(document), id: document.id, type: document.type };
  await partition().commit([{ op: 'replace', document: changed, ifMatch: _etag }]);
}

test.each<[string, number, () => Promise<void>]>([
  [
    'an entry says another name',
    2,
    () => rewrite(link(2), ({ entry }) => ({ entry: String(entry).replace('Ana Intake', 'Bob Intake') })),
  ],
  ['an entry is not even JSON', 2, () => rewrite(link(2), () => ({ entry: '{' }))],
  ['an entry is found under another person', 3, () => rewrite(link(3), () => ({ oid: people.cal.oid }))],
  ['the hash of an entry is another', 1, () => rewrite(link(1), () => ({ hash: '0'.repeat(64) }))],
  ['an entry hangs on another one', 2, () => rewrite(link(2), () => ({ prev: '' }))],
  ['an entry is gone', 2, () => remove(link(2))],
  ['the last entry is gone', 3, () => remove(link(3))],
  ['the head is another', 3, () => rewrite('audit-head', () => ({ hash: '0'.repeat(64) }))],
])('verification finds where a chain is broken: %s', async (_what, BrokenAt, tamper) => {
  for (const _ of [1, 2, 3]) await referral(handoff);
  await tamper();
  expect(await verify()).toMatchObject({ BrokenAt, ContinueFrom: null });
});

async function remove(id: string): Promise<void> {
  const document = await partition().read(id);
  await partition().remove(id, document?._etag ?? '');
}

test('an altered and rehashed entry breaks the next one', async () => {
  for (const _ of [1, 2, 3]) await referral(handoff);
  await rewrite(link(2), ({ entry, prev }) => {
    const forged = String(entry).replace('Ana Intake', 'Bob Intake');
    return { entry: forged, hash: sha256(String(prev) + forged) };
  });
  expect(await verify()).toMatchObject({ Checked: 2, BrokenAt: 3 });
  await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  expect(await verify(4)).toMatchObject({ BrokenAt: null });
});
