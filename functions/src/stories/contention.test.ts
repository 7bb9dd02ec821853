import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { expect, test } from 'vitest';
import { withPartitions } from '../testing/changed-store.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { hasOwnWay, writePerHandler } from '../testing/examples/endpoint-examples.ts';
import { referral } from '../testing/examples/example-records.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { pausedOwnerStory, writeSkewStory } from '../testing/faults/race-stories.ts';
import { HARBOR } from '../testing/people.ts';
import { encodeRequest } from '../testing/request.ts';
import { countByType, everythingStored, storedIn, verifyAuditChains } from '../testing/stored.ts';

test('twenty concurrent writes in one agency all succeed, in one unbroken chain', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const body = { ReferralId: Id, ReferralNotes: [{ Text: 'Seen.' }] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' })
        : handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const harbor = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(countByType(harbor)).toMatchObject({ referral: 11, note: 10, audit: 21 });
  // Ten of them counted on one record, and no update was lost.
  expect(harbor.find(({ id }) => id === Id)?.['NoteCount']).toBe(10);
  await verifyAuditChains(handoff.store);
});

test('waiting writes hand on the audit head instead of reading it again', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  let headReads = 0;
  const store = withPartitions(handoff.store, (partition) => ({
    read: (id) => {
      if (id === 'audit-head') headReads += 1;
      return partition.read(id);
    },
  }));
  // The clock stands still, so the process does not pause for others.
  const now = handoff.platform.clock.now();
  const { call } = handoff.another({
    store,
    clock: { ...handoff.platform.clock, now: () => now },
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => writeNote(call, Id)));
  expect(answers).toEqual(answers.map(() => 200));
  expect(headReads).toBe(1);
});

test('a process that writes continuously lets another one write', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const [busy, other] = [handoff.another({}), handoff.another({})];
  const over = new AbortController();
  let written = 0;
  const writers = Array.from({ length: 10 }, async () => {
    while (!over.signal.aborted) {
      expect(await writeNote(busy.call, Id)).toBe(200);
      written += 1;
    }
  });
  for (let count = 0; count < 5; count += 1) expect(await writeNote(other.call, Id)).toBe(200);
  over.abort();
  await Promise.all(writers);
  expect(written).toBeLessThan(500);
  await verifyAuditChains(handoff.store);
});

async function writeNote(call: TestApi['call'], ReferralId: string): Promise<number> {
  const body = { ReferralId, ReferralNotes: [{ Text: 'Seen.' }] };
  return (await call(api.referrals.updateNotes, { body }, { as: 'cal' })).status;
}

test('a write runs again when a record that it only read has changed', async () => {
  expect(await writeSkewStory(await freshApi())).toEqual({ StatusId: 'This status no longer exists.' });
});

const likePartners = new Set(['contractedPayers', 'serviceAreas']);
const writes = writePerHandler.filter(
  ({ area }) => area !== 'medicareEligibility' && !likePartners.has(area),
);

test.each(drawFew('contention', writes, hasOwnWay))(
  '$name, overtaken by its duplicate: both return one answer',
  async (example) => {
    const handoff = await freshApi();
    const input = await example.input(handoff);
    const key = randomUUID();
    const send = () => handoff.call(example.endpoint, input, { as: example.as, key });
    // The first try has seen an unused key, or holds a lease that runs out; its handler reads after that.
    const isLease = example.endpoint.mode === 'lease';
    const held = handoff.holdAt(isLease ? 'B3' : 'A1');
    const first = send();
    await held.reached;
    if (isLease) handoff.advance(60_001);
    const second = await send();
    expect(second.status).toBe(200);
    held.release();
    const late = await first;
    expect([late.status, late.text, late.headers[IDEMPOTENT_REPLAYED]]).toEqual([200, second.text, 'true']);
  },
);

test('an owner paused past its lease is fenced off, and the new owner wins', async () => {
  expect(await pausedOwnerStory(await freshApi())).toEqual({ documents: 1, audits: 2, blobs: 1 });
});

test('a duplicate of a running request waits for as long as that has taken so far', async () => {
  const handoff = await freshApi();
  const input = { fields: { DocumentTypeId: 'orders' }, file: pdf() };
  const key = randomUUID();
  const upload = () => handoff.call(api.services.uploadFile, input, { as: 'ana', key });
  const running = handoff.holdAt('B3');
  const first = upload();
  await running.reached;
  const waits = [];
  for (const passedMs of [0, 9_000, 10_000, 36_000]) {
    handoff.advance(passedMs);
    waits.push(Number((await upload()).headers['Retry-After']));
  }
  running.release();
  expect((await first).status).toBe(200);
  // The lease is 60 seconds: the wait is short at first, and ends with the lease.
  expect(waits).toEqual([1, 10, 20, 5]);
});

test('a paused owner notices the new lease holder and leaves the key alone', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const key = randomUUID();
  const input = { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file: pdf() };
  const upload = () => handoff.call(api.services.uploadFile, input, { as: 'ana', key });

  const first = handoff.holdAt('B3');
  const firstAnswer = upload();
  await first.reached;
  handoff.advance(60_001);
  const second = handoff.holdAt('B3');
  const secondAnswer = upload();
  await second.reached;
  first.release();
  expect((await firstAnswer).error().code).toBe('request_in_progress');
  second.release();
  expect((await secondAnswer).status).toBe(200);
  expect(countByType(await everythingStored(handoff.store))).toMatchObject({ document: 1 });
});

test('a form with another boundary is the same request', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const key = randomUUID();
  const input = { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file: pdf() };
  const encoded = await Promise.all([1, 2].map(() => encodeRequest(api.services.uploadFile, input, {})));
  const [one, two] = encoded.map((request) => request.header('content-type'));
  expect(one).not.toBe(two);

  const answers = [];
  for (const file of [pdf(), pdf(), pdf('another page')])
    answers.push(await handoff.call(api.services.uploadFile, { ...input, file }, { as: 'ana', key }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
  expect(answers[1]?.text).toBe(answers[0]?.text);
});
