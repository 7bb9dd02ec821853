/** @module-tag long */
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import type { Versioned } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referral } from '../testing/examples/example-records.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';

// A patient with more parts than a page of the store holds by number and by bytes: what a call says of "all" must be all.

const PARTS = 3_000;
const LETTERS = 20_000;
const DAY_MS = 86_400_000;
const LIMIT_MS = 600_000;

let handoff: TestApi;
let Id: string;

const partition = () => handoff.store.app(`d:${HARBOR}`);
const stored = (type: string) =>
  storedIn(handoff.store, `d:${HARBOR}`).then((all) => all.filter((one) => one.type === type));

const accessPage = async (query: {
  ReferralId: string;
  Continuation?: string;
}): Promise<Output<typeof api.audit.patientAccess>> =>
  (await handoff.call(api.audit.patientAccess, { query }, { as: 'mia' })).ok();

/** Stores copies of a record, each with an id of its own. */
async function copies(record: Versioned, changes: (copy: number) => object): Promise<void> {
  const { _etag, ...fields } = record;
  for (let from = 0; from < PARTS; from += 20) {
    const operations = Array.from({ length: 20 }, (_, index) => {
      const id = `${record.id}-${from + index}`;
      const document = { ...fields, id, type: record.type, Id: id, ...changes(from + index) };
      return { op: 'create' as const, document };
    });
    // oxlint-disable-next-line no-await-in-loop -- a batch has at most two megabytes
    const { outcome } = await partition().commit(operations);
    expect(outcome).toBe('applied');
  }
}

beforeEach(async () => {
  handoff = await freshApi();
  ({ Id } = await referral(handoff));
  const note = { ReferralId: Id, ReferralNotes: [{ Text: 'Seen' }] };
  (await handoff.call(api.referrals.updateNotes, { body: note }, { as: 'cal' })).ok();
  const [first] = await stored('note');
  if (!first) throw new Error('The note was not stored');
  await copies(first, (copy) => ({ Text: `${copy} ${'x'.repeat(LETTERS)}` }));
}, LIMIT_MS);

test(
  `a purge leaves none of ${PARTS} notes of ${LETTERS} letters`,
  async () => {
    (await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
    handoff.advance(31 * DAY_MS);
    await handoff.app.jobs.deleted.run();
    expect(await stored('note')).toEqual([]);
    expect(await stored('referral')).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'retention deletes a declined referral with all of its notes, and the purge leaves none',
  async () => {
    const Decision = { Kind: 'Declined' as const, Reason: 'area' };
    const [open] = (await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'mia' })).ok()
      .ReferralInfo;
    const body = { Id, Etag: open?.Etag ?? '', Decision };
    (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
    const edit = { Id: HARBOR, Etag: '', KeepDeclinedYears: 2 };
    (await handoff.call(api.businessDomains.update, { body: edit }, { as: 'ada' })).ok();
    for (const days of [2 * 366, 32]) {
      handoff.advance(days * DAY_MS);
      await handoff.app.jobs.deleted.run();
    }
    expect(await stored('note')).toEqual([]);
    expect(await stored('referral')).toEqual([]);
  },
  LIMIT_MS,
);

test(
  `the access log names each of ${PARTS} looks at the notes, on its pages and in its file`,
  async () => {
    (await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'vic' })).ok();
    const view = (await stored('audit-view')).find(({ subject }) => subject === Id);
    if (!view) throw new Error('The look was not recorded');
    await copies(view, (copy) => ({ at: new Date(Date.parse('2026-01-01') + copy * 1000).toISOString() }));
    let seen = 0;
    let query: { ReferralId: string; Continuation?: string } | undefined = { ReferralId: Id };
    while (query) {
      // oxlint-disable-next-line no-await-in-loop -- each page continues the one before it
      const page = await accessPage(query);
      seen += page.PatientAccessInfo.filter(({ name }) => name === 'Vic Viewer').length;
      query = page.Continuation ? { ReferralId: Id, Continuation: page.Continuation } : undefined;
    }
    expect(seen).toBe(PARTS + 1);
    const file = await handoff.call(
      api.audit.patientAccessFile,
      { query: { ReferralId: Id } },
      { as: 'mia' },
    );
    expect(file.text.split('\n').filter((line) => line.includes('Vic Viewer'))).toHaveLength(PARTS + 1);
  },
  LIMIT_MS,
);

test(
  `an export of the audit trail has each of ${PARTS} entries`,
  async () => {
    const [entry] = (await stored('audit')).toReversed();
    if (!entry) throw new Error('There is no entry');
    await copies(entry, (copy) => ({ seq: 1_000 + copy, action: 'note.added' }));
    const file = await handoff.call(api.audit.exportFile, { query: {} }, { as: 'mia' });
    expect(file.text.split('\n').length).toBeGreaterThan(PARTS);
  },
  LIMIT_MS,
);
