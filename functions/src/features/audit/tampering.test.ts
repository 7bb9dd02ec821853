import { sha256 } from '../../core/hash.ts';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { auditId, headText } from '../../writes/audit-chain.ts';
import type { StoredDocument, Versioned } from '../../platform/ports.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { HARBOR, people } from '../../testing/people.ts';

const DAY_MS = 86_400_000;
const PARTITION = `d:${HARBOR}`;
const whole = {
  BrokenAt: null,
  ViewsBrokenOn: null,
  AnchorBrokenOn: null,
  AnchorsAreImmutable: false,
  Head: 'sealed',
};

let handoff: TestApi;
let today: string;
/** Creates three changes and two views; the day ends and is sealed; then comes another change. */
beforeEach(async () => {
  handoff = await freshApi();
  const { blobs } = handoff.platform;
  for (const kind of ['audit-anchors', 'audit-exports'] as const)
    for (const name of await blobs.names(kind, '')) await blobs.remove(kind, name);
  today = new Date(handoff.platform.clock.now()).toISOString().slice(0, 10);
  for (let n = 0; n < 3; n += 1) {
    const { Id } = await referral(handoff);
    if (n > 0) await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'cal' });
  }
  handoff.advance(DAY_MS);
  await handoff.app.jobs.audit.run();
  await referral(handoff);
}, 60_000);

async function verify(From?: number) {
  const query = From === undefined ? {} : { From };
  const answer = await handoff.call(api.audit.verify, { query }, { as: 'mia' });
  return answer.ok().AuditVerification[0];
}

test('an untouched trail is valid in every layer, and each says how far it reaches', async () => {
  expect(await verify()).toEqual({ ...whole, Checked: 5, ContinueFrom: null, ViewDays: 1, Anchors: 1 });
  expect(await verify(5)).toMatchObject({ ...whole, Checked: 1, ViewDays: 0, Anchors: 0 });
  const system = await handoff.call(api.audit.systemVerify, { query: {} }, { as: 'ada' });
  expect(system.ok().AuditVerification[0]).toMatchObject({ BrokenAt: null, AnchorBrokenOn: null });
});

test('a day is sealed once: its entries are exported as lines of JSON, and a repeated run changes nothing', async () => {
  const names = await handoff.platform.blobs.names('audit-anchors', `d/${HARBOR}/`);
  expect(names).toEqual([expect.stringMatching(new RegExp(`^d/${HARBOR}/${today}\\.4\\.[0-9a-f]{64}$`))]);
  await handoff.app.jobs.audit.run();
  expect(await handoff.platform.blobs.names('audit-anchors', `d/${HARBOR}/`)).toEqual(names);
  expect(await verify()).toMatchObject({ Checked: 5 });

  const file = await handoff.platform.blobs.read('audit-exports', `d/${HARBOR}/${today}.ndjson`);
  const lines = Buffer.from(file?.bytes ?? [])
    .toString()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toHaveLength(5);
  expect(lines).toContainEqual(expect.objectContaining({ action: 'referral.viewed', name: 'Cal Clinician' }));
  expect(lines).toContainEqual(expect.objectContaining({ id: auditId(1), action: 'referral.created' }));
});

test('unsealed days are sealed by the next run', async () => {
  handoff.advance(3 * DAY_MS);
  await handoff.app.jobs.audit.run();
  expect(await handoff.platform.blobs.names('audit-anchors', `d/${HARBOR}/`)).toHaveLength(4);
  expect(await verify()).toMatchObject(whole);
});

// The attacker has the database, and a key only in cases that say so.
test.each<[what: string, layer: string, () => Promise<void>, object]>([
  [
    'an entry is rewritten',
    'the chain',
    () => edit(auditId(2), ({ entry }) => ({ entry: asBob(entry) })),
    { BrokenAt: 2 },
  ],
  ['an entry is taken out', 'the chain', () => remove(auditId(2)), { BrokenAt: 2 }],
  [
    'an entry that no anchor covers yet is rewritten, and the head with it',
    'the head',
    () => rewriteFrom(5),
    { Head: 'forged' },
  ],
  [
    'every entry from the second on is rewritten with the key, by someone who holds the API as well',
    'the anchors',
    () => rewriteFrom(2, sealed),
    { AnchorBrokenOn: 'today' },
  ],
  [
    'the end is cut off, and a head of before put back',
    'the anchors',
    () => cutBackTo(2),
    { AnchorBrokenOn: 'today' },
  ],
  ['a view is removed', 'the views', async () => remove((await aView()).id), { ViewsBrokenOn: 'today' }],
  [
    'a view is put on someone else',
    'the views',
    async () => edit((await aView()).id, () => ({ oid: people.ana.oid })),
    { ViewsBrokenOn: 'today' },
  ],
  [
    'a view is put under another name',
    'the views',
    async () => edit((await aView()).id, () => ({ name: 'Bob Intake' })),
    { ViewsBrokenOn: 'today' },
  ],
  [
    'a view is said to have shown someone else, too',
    'the views',
    async () => edit((await aView()).id, () => ({ shown: ['referral-other'] })),
    { ViewsBrokenOn: 'today' },
  ],
  [
    'a view that never was is put in',
    'the views',
    async () => void (await insert({ ...(await aView()), id: 'audit-view|forged' })),
    { ViewsBrokenOn: 'today' },
  ],
  [
    'the seal is taken off the head',
    'the head',
    () => edit('audit-head', () => ({ seal: undefined })),
    { Head: 'unsealed' },
  ],
  [
    'the whole trail is removed',
    'the anchors',
    removeAll,
    { Checked: 0, AnchorBrokenOn: 'today', Head: null },
  ],
])('%s: found by %s', async (_what, _layer, tamper, expected) => {
  await tamper();
  const named = Object.entries<unknown>({ ...whole, ...expected }).map(([name, value]) => [
    name,
    value === 'today' ? today : value,
  ]);
  expect(await verify()).toMatchObject(Object.fromEntries(named));
});

test("no layer finds today's entries rewritten by someone with the database and the key", async () => {
  await rewriteFrom(5, sealed);
  expect(await verify()).toMatchObject(whole);
});

const store = () => handoff.store.app(PARTITION);
const asBob = (entry: unknown) => String(entry).replace('Ana Intake', 'Bob Intake');

async function stored(id: string): Promise<Versioned> {
  const document = await store().read(id);
  if (!document) throw new Error(`no ${id}`);
  return document;
}

async function edit(id: string, change: (document: StoredDocument) => object): Promise<void> {
  const { _etag, ...document } = await stored(id);
  const changed = { ...document, ...change(document), id, type: document.type };
  await store().commit([{ op: 'replace', document: changed, ifMatch: _etag }]);
}

const insert = ({ _etag, ...document }: Versioned) => store().commit([{ op: 'create', document }]);

async function remove(id: string): Promise<void> {
  await store().remove(id, (await stored(id))._etag);
}

async function aView(): Promise<Versioned> {
  const sql = "SELECT * FROM c WHERE c.type = 'audit-view' AND c.action = @action";
  const { documents } = await store().query({ sql, parameters: { action: 'referral.viewed' }, pageSize: 10 });
  const [view] = documents;
  if (!view) throw new Error('no view');
  return view;
}

async function sealed(head: { seq: number; hash: string }): Promise<string> {
  const { sign } = await handoff.platform.signingKeys.signerFor('audit');
  return sign(headText(PARTITION, head));
}

async function rewriteFrom(first: number, seal?: typeof sealed): Promise<void> {
  const last = 5;
  let prev = String((await stored(auditId(first - 1)))['hash']);
  for (let seq = first; seq <= last; seq += 1) {
    const entry = asBob((await stored(auditId(seq)))['entry']);
    const hash = sha256(prev + entry);
    const links = { prev, hash };
    await edit(auditId(seq), () => ({ ...links, entry }));
    prev = hash;
  }
  const head = { seq: last, hash: prev };
  const renewed = seal && { seal: await seal(head) };
  await edit('audit-head', () => ({ ...head, ...renewed }));
}

async function cutBackTo(seq: number): Promise<void> {
  const head = { seq, hash: String((await stored(auditId(seq)))['hash']) };
  // The earlier head of the store, from a backup for example.
  const seal = await sealed(head);
  for (const gone of [3, 4, 5]) await remove(auditId(gone));
  await edit('audit-head', () => ({ ...head, seal }));
}

async function removeAll(): Promise<void> {
  for (const seq of [1, 2, 3, 4, 5]) await remove(auditId(seq));
  await remove('audit-head');
}
