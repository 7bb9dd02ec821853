import { api } from '@handoff/shared/contract/api';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { expect, test } from 'vitest';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import type { BatchEntry } from '@handoff/shared/domain/eligibility/batch';
import { limitsFor } from '../../../auth/limits.ts';
import type { TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { askMedicare, pastChecks } from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { isLong, seeded } from '../../../testing/faults/run-size.ts';
import { HARBOR, people } from '../../../testing/people.ts';
import { changeUser, everythingStored, verifyAuditChains } from '../../../testing/stored.ts';

const { medicareEligibility } = api;
const LEASE_MS = 90_001;
/** Set explicitly, so that a test that passes midnight does not start a list of another day. */
const DateOfService = dayIn(medicareTimeZone, new Date());

const person = (number: number, story = '00'): BatchEntry => ({
  FirstName: 'Ana',
  LastName: `Person ${String.fromCodePoint(65 + (number % 26))}${number}`,
  DateOfBirth: '1948-03-12',
  Mbi: `1EG4-TE5-MK${story}`,
});

async function start(handoff: TestApi, Entries: BatchEntry[], StartAgain?: boolean) {
  const body = {
    Entries,
    Category: 'Home Care' as const,
    DateOfService,
    ...(StartAgain !== undefined && { StartAgain }),
  };
  return (await handoff.call(medicareEligibility.startBatch, { body }, { as: 'ana' })).ok();
}

async function read(handoff: TestApi, id: string) {
  const answer = (await handoff.call(medicareEligibility.batchById, { query: { id } }, { as: 'ana' })).ok();
  const states = answer.Rows.map(({ State }) => State);
  return { ...answer, states, count: (state: string) => states.filter((one) => one === state).length };
}

const run = (handoff: TestApi) => handoff.app.jobs.eligibility.run();

test('a list is checked row by row, ends, and offers its results when it is started again', async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referral(handoff);
  const entries = [person(1), person(2, '05'), person(3, '01'), person(4, '75'), person(5, '42')];
  entries.push({ ...person(6), Mbi: '', ReferralId });
  const { Batch: batch, IsEarlier } = await start(handoff, entries);
  expect({ IsEarlier, RowCount: batch.RowCount }).toEqual({ IsEarlier: false, RowCount: entries.length });
  expect((await read(handoff, batch.Id)).count('queued')).toBe(entries.length);
  expect(asked).toHaveLength(0);

  await run(handoff);
  const after = await read(handoff, batch.Id);
  expect(after.Rows.slice(0, 5).map(({ State, Verdict }) => [State, Verdict])).toEqual([
    ['done', 'eligible'],
    ['done', 'issues'],
    ['done', 'notEligible'],
    ['done', 'wrongInput'],
    ['failed', 'notCompleted'],
  ]);
  expect(after.Batch.IsOpen).toBe(false);
  expect(new Set(after.Rows.map(({ Label }) => Label))).toEqual(
    new Set(['SANDBOX, not a Medicare response']),
  );
  const checks = await pastChecks(handoff);
  expect(new Set(checks.map(({ CheckedBy }) => CheckedBy.FullName))).toEqual(
    new Set([batch.CreatedBy.FullName]),
  );
  expect(after.Rows.every(({ CheckId }) => checks.some(({ Id }) => Id === CheckId))).toBe(true);

  const once = asked.length;
  expect(await start(handoff, entries.toReversed())).toMatchObject({
    IsEarlier: true,
    Batch: { Id: batch.Id },
  });
  await run(handoff);
  expect(asked).toHaveLength(once);
  expect(await start(handoff, entries, true)).toMatchObject({ IsEarlier: false });
  expect(JSON.stringify([await everythingStored(handoff.store), handoff.log])).not.toMatch(/1EG4-?TE5-?MK0/);
  await verifyAuditChains(handoff.store);
});

test('only the failed rows are checked again', async () => {
  const timeout = { outcome: 'failed', failure: 'retry', reason: 'timeout', mayRepeat: false } as const;
  const { handoff, asked } = await countingApi(['1EG4TE5MK00', timeout]);
  const { Batch: batch } = await start(handoff, [person(1), person(2), person(3)]);
  await run(handoff);
  expect((await read(handoff, batch.Id)).states).toEqual(['done', 'failed', 'done']);
  const body = { Id: batch.Id };
  const retry = () => handoff.call(medicareEligibility.retryBatch, { body }, { as: 'ana' });
  expect((await retry()).ok()).toMatchObject({ Retried: 1, Batch: { IsOpen: true } });
  await run(handoff);
  expect((await read(handoff, batch.Id)).states).toEqual(['done', 'done', 'done']);
  expect(asked.map(({ inquiry }) => inquiry.lastName)).toEqual([1, 2, 3, 2].map((n) => person(n).LastName));
  expect((await retry()).ok().Retried).toBe(0);
});

test('a referral whose number was looked up is checked with that number', async () => {
  const { handoff, asked } = await countingApi();
  const { Etag, SettingsEligibilityInfo } = (
    await handoff.call(medicareEligibility.settings, {}, { as: 'mia' })
  ).ok();
  const allowed = { Etag, SettingsEligibilityInfo: { ...SettingsEligibilityInfo, MbiLookUp: true } };
  (await handoff.call(medicareEligibility.updateSettings, { body: allowed }, { as: 'mia' })).ok();
  const [known, unknown] = [await referral(handoff), await referral(handoff)];
  (await askMedicare(handoff, { Mbi: '', LookUp: { Ssn: '219099907' }, ReferralId: known.Id })).ok();

  const entries = [known, unknown].map(({ Id }, index) => ({ ...person(index), Mbi: '', ReferralId: Id }));
  const { Batch: batch } = await start(handoff, entries);
  await run(handoff);
  const { Rows } = await read(handoff, batch.Id);
  expect(Rows.map(({ State, Verdict, Mbi }) => [State, Verdict, Mbi])).toEqual([
    ['done', 'issues', ''],
    ['done', 'wrongInput', ''],
  ]);
  expect(asked.slice(1).map(({ inquiry }) => [inquiry.mbi, inquiry.lookUp])).toEqual([
    ['1EG4TE5MK07', undefined],
  ]);
  const [check] = (await pastChecks(handoff)).filter(({ Id }) => Id === Rows[0]?.CheckId);
  expect(check).toMatchObject({ Mbi: '****-***-MK07', ReferralId: known.Id });
  expect(JSON.stringify([await everythingStored(handoff.store), handoff.log])).not.toMatch(
    /219-?09-?9907|1EG4-?TE5-?MK07/,
  );
});

test('a referral deleted while its row waited is not checked', async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referral(handoff);
  const { Batch: batch } = await start(handoff, [{ ...person(1), ReferralId }, person(2)]);
  (await handoff.call(api.referrals.remove, { body: { Id: ReferralId } }, { as: 'ana' })).ok();
  await run(handoff);
  // Its row is hidden with the referral.
  expect((await read(handoff, batch.Id)).states).toEqual(['done']);
  expect(asked.map(({ inquiry }) => inquiry.lastName)).toEqual([person(2).LastName]);
});

test('a referral merged while its row waited is checked as the kept one', async () => {
  const { handoff, asked } = await countingApi();
  const [merged, kept] = [await referral(handoff), await referral(handoff)];
  const { Batch: batch } = await start(handoff, [{ ...person(1), ReferralId: merged.Id }]);
  const body = { Id: merged.Id, Into: kept.Id };
  (await handoff.call(api.referrals.merge, { body }, { as: 'ana' })).ok();
  await run(handoff);
  const { states, Rows } = await read(handoff, batch.Id);
  expect([states, asked.length]).toEqual([['done'], 1]);
  const [check] = (await pastChecks(handoff)).filter(({ Id }) => Id === Rows[0]?.CheckId);
  expect(check).toMatchObject({ ReferralId: kept.Id });
});

test('over the daily limit, rows wait for the next day, and the remaining number is known before', async () => {
  const checks = { ...limitsFor({ callsPerMinute: 300 }).checks, perAgencyAndDay: 3, perUserAndHour: 1 };
  const { handoff, asked } = await countingApi([], { limits: { checks } });
  const left = async () =>
    (await handoff.call(medicareEligibility.batches, {}, { as: 'ana' })).ok().LeftToday;
  expect(await left()).toBe(3);
  const { Batch: batch } = await start(
    handoff,
    [1, 2, 3, 4, 5].map((number) => person(number)),
  );
  await run(handoff);
  expect((await read(handoff, batch.Id)).states).toEqual(['done', 'done', 'done', 'queued', 'queued']);
  expect([asked.length, await left()]).toEqual([3, 0]);
  handoff.advance(24 * 3_600_000);
  await run(handoff);
  expect((await read(handoff, batch.Id)).count('done')).toBe(5);
});

test.each<[string, Partial<BatchEntry>, string]>([
  ['a number that is none', { Mbi: '123' }, 'Row 2: The Medicare number is missing or not valid.'],
  ['no name', { LastName: ' ' }, 'Row 2: The name is missing.'],
  ['a birth date in words', { DateOfBirth: 'March 1948' }, 'Row 2: The birth date is missing or not valid.'],
])('a list with %s is not started', async (_, change, message) => {
  const { handoff, asked } = await countingApi();
  const body = { Entries: [person(1), { ...person(2), ...change }], Category: 'Home Care' as const };
  const answer = await handoff.call(medicareEligibility.startBatch, { body }, { as: 'ana' });
  expect([answer.status, answer.error().ErrorMessage, asked.length]).toEqual([400, message, 0]);
});

const ROWS = isLong ? 500 : 40;
const KILLS = isLong ? 25 : 4;

test(
  `${ROWS} rows with kills and lost answers: each is asked about once, and each ends`,
  async () => {
    const random = seeded('batch');
    const timeout = { outcome: 'failed', failure: 'retry', reason: 'timeout', mayRepeat: false } as const;
    const replies = Array.from({ length: ROWS }, (_, index) => (index % 9 === 4 ? timeout : '1EG4TE5MK00'));
    const { handoff, asked } = await countingApi(replies);
    const entries = Array.from({ length: ROWS }, (_, number) => person(number));
    const { Batch: batch } = await start(handoff, entries);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const died = handoff.crashAt(random.pick(['B2', 'B3a', 'B3p', 'B3']));
      void run(handoff);
      await died;
      // Another instance, while the lease of the killed one is active, does not touch that row.
      if (kill === KILLS - 1) await run(handoff);
      handoff.advance(LEASE_MS);
    }
    for (let turn = 0; turn <= ROWS / 50 + 1; turn += 1) await run(handoff);

    const { states, Batch: ended, Rows } = await read(handoff, batch.Id);
    expect(new Set(states)).toEqual(new Set(['done', 'failed']));
    expect(ended.IsOpen).toBe(false);
    const names = asked.map(({ inquiry }) => inquiry.lastName);
    expect(new Set(names).size).toBe(names.length);
    expect(Rows.filter(({ State }) => State === 'failed').every(({ Message }) => Message !== null)).toBe(
      true,
    );
    expect(await start(handoff, entries)).toMatchObject({ IsEarlier: true, Batch: { Id: batch.Id } });
    await verifyAuditChains(handoff.store);
  },
  isLong ? 900_000 : 60_000,
);

async function restrict(handoff: TestApi, Id: string) {
  const body = { Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
}
const ofReferral = (ReferralId: string) => ({ ...person(6), Mbi: '', ReferralId });
const startAs = (handoff: TestApi, as: 'bo' | 'mia', Entries: BatchEntry[]) =>
  handoff.call(
    medicareEligibility.startBatch,
    { body: { Entries, Category: 'Home Care', DateOfService } },
    { as },
  );

test('a list names no referral that its person may not see, and checks none that was restricted since', async () => {
  const { handoff, asked } = await countingApi();
  const { Id } = await referral(handoff);
  const { Id: known } = await referral(handoff);
  await restrict(handoff, Id);
  expect((await startAs(handoff, 'bo', [ofReferral(Id)])).error().code).toBe('not_found');

  const { Batch: batch } = (await startAs(handoff, 'bo', [ofReferral(known), person(1)])).ok();
  await restrict(handoff, known);
  const partition = handoff.store.app(`d:${HARBOR}`);
  const before = await partition.read(known);
  await run(handoff);
  expect(asked).toHaveLength(1);
  expect(await partition.read(known)).toEqual(before);
  const rowsOf = async (as: 'ana' | 'bo') =>
    (await handoff.call(medicareEligibility.batchById, { query: { id: batch.Id } }, { as })).ok().Rows;
  expect((await rowsOf('bo')).map(({ LastName }) => LastName)).toEqual(['Person B1']);
  expect((await rowsOf('ana')).map(({ State, Message }) => [State, Message])).toEqual([
    ['failed', 'This referral was not found.'],
    ['done', null],
  ]);
});

test('a row is checked in the name of the person who started the list, in the audit too', async () => {
  const { handoff } = await countingApi();
  const { Id } = await referral(handoff);
  await start(handoff, [ofReferral(Id)]);
  await run(handoff);
  const report = await handoff.call(api.audit.patientAccess, { query: { ReferralId: Id } }, { as: 'mia' });
  const entries = report
    .ok()
    .PatientAccessInfo.filter(({ action }) => /checked|used|batch|updated/.test(action));
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['batch.started', 'eligibility.checked']),
  );
  expect(new Set(entries.map(({ oid, name }) => `${oid} ${name}`))).toEqual(
    new Set([`${people.ana.oid} Ana Intake`]),
  );
});

test('a retried row is checked in the name of the person who retried it', async () => {
  const timeout = { outcome: 'failed', failure: 'retry', reason: 'timeout', mayRepeat: false } as const;
  const { handoff } = await countingApi([timeout]);
  const { Batch: batch } = await start(handoff, [person(1)]);
  await run(handoff);
  await changeUser(handoff, 'ana', { roles: [] });
  (await handoff.call(medicareEligibility.retryBatch, { body: { Id: batch.Id } }, { as: 'bo' })).ok();
  await run(handoff);
  const history = await handoff.call(medicareEligibility.history, { query: {} }, { as: 'bo' });
  const checkedBy = history.ok().HistoricalMedicareSearches.map(({ CheckedBy }) => CheckedBy.FullName);
  expect(checkedBy.toSorted()).toEqual(['Ana Intake', 'Bo Both']);
});

test('rows about a deleted referral are hidden, and removed with it', async () => {
  const { handoff } = await countingApi();
  const { Id } = await referral(handoff);
  const { Batch: batch } = await start(handoff, [ofReferral(Id), person(1)]);
  await run(handoff);
  (await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
  expect((await read(handoff, batch.Id)).Rows.map(({ LastName }) => LastName)).toEqual(['Person B1']);
  handoff.advance(30 * 86_400_000 - 60_000);
  await handoff.app.jobs.deleted.run();
  const partsOf = async () =>
    (await everythingStored(handoff.store)).filter(({ type }) => type === 'eligibility-batch-part');
  expect(JSON.stringify(await partsOf())).toContain('Person G6');
  handoff.advance(59_000 + 2_000);
  await handoff.app.jobs.deleted.run();
  expect(JSON.stringify(await partsOf())).not.toContain('Person G6');
});
