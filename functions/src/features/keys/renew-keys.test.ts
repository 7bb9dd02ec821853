import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { exchangeFileName } from '../../records/exchange-files.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import {
  bothKeys,
  create,
  everyKind,
  former,
  formerKeys,
  newKeys,
  renewAllKeys,
  seen,
  typed,
  type App,
} from '../../testing/key-rotation.ts';
import { isLong, seededApart } from '../../testing/faults/run-size.ts';
import { HARBOR } from '../../testing/people.ts';
import { changeUser, storedIn, verifyAuditChains } from '../../testing/stored.ts';
import { checksOf } from '../../testing/examples/example-records.ts';

const ana = { as: 'ana' } as const;
let handoff: TestApi;
let rotated: App;
beforeEach(async () => {
  handoff = await freshApi({ fieldKeys: formerKeys });
  await changeUser(handoff, 'ada', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' }] });
  rotated = on(bothKeys);
});
const on = (fieldKeys: typeof bothKeys, others = {}) => handoff.another({ fieldKeys, ...others });

async function similar(app: App): Promise<string[]> {
  const { City, County, State, ZipCode } = typed.Address;
  const { Services = [] } = typed;
  const body = {
    Patient: typed.Patient,
    Address: { City, County, State, ZipCode: String(ZipCode) },
    Payers: [],
    Services,
    DocumentTypeIds: [],
  };
  const [checks] = (await app.call(api.referrals.checkDraft, { body }, ana)).ok().ReferralChecks;
  return (checks?.Duplicates.Found ?? []).map(({ ReferralId }) => ReferralId).toSorted();
}

const samePerson = async (app: App, SamePersonAs: string) => {
  const answer = await app.call(api.medicareEligibility.history, { query: { SamePersonAs } }, ana);
  return answer
    .ok()
    .HistoricalMedicareSearches.map(({ Id }) => Id)
    .toSorted();
};

const renewed = (app: App) => renewAllKeys(handoff.store, app);

test('everything sealed is sealed again and found by new hashes, and the former keys can be removed', async () => {
  const made = await everyKind(handoff);
  const before = await seen(handoff, made);
  expect(before.texts.every((text) => String(text).startsWith('ISA'))).toBe(true);
  expect(await former(handoff)).toEqual(
    ['draft', 'file', 'file', 'medicare-check', 'referral', 'referral', 'webhooks'].toSorted(),
  );
  await renewed(rotated);
  expect(await former(handoff)).toEqual([]);
  const only = on(newKeys);
  expect(await seen(only, made)).toEqual(before);
  (await only.call(api.referrals.restore, { body: { Id: made.gone } }, ana)).ok();
  expect(await similar(only)).toEqual([made.Id, made.gone].toSorted());
  expect(await samePerson(only, made.CheckId)).toEqual([made.CheckId]);

  const trail = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ action }) => action === 'keys.renewed',
  );
  expect(trail.map(({ entry }) => JSON.parse(String(entry)))).toMatchObject([
    { changes: [{ new: 'v2' }, { new: 'v2' }, { field: 'Renewed', new: '7' }] },
  ]);
  expect(JSON.stringify(trail)).not.toMatch(/219-?09|-9999|MK00|enc:|bix:/);
  await verifyAuditChains(handoff.store);
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  await rotated.app.jobs.keys.run();
  expect(await storedIn(handoff.store, `d:${HARBOR}`)).toEqual(stored);
});

test('while some records are hashed by the former key and some by the newer one, each is found from both sides', async () => {
  const old = await create(handoff);
  const check = () =>
    rotated.call(api.medicareEligibility.check, { body: checkDraft({ CheckAgain: true }) }, ana);
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body: checkDraft() }, ana)).ok();
  const fresh = await create(rotated);
  const newer = (await check()).ok().CheckId;
  expect(await similar(rotated)).toEqual([old.Id, fresh.Id].toSorted());
  for (const [one, other] of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    const [found] = (await checksOf(rotated, one.Id, 'ana')).Duplicates.Found;
    expect(found).toMatchObject({ ReferralId: other.Id, Likelihood: 'probable' });
    expect(found?.Reasons).toEqual(expect.arrayContaining(['Same Medicare number']));
    const query = { ReferralId: one.Id };
    const access = (await rotated.call(api.audit.patientAccess, { query }, { as: 'mia' })).ok();
    expect(access.ReferralIds.toSorted()).toEqual([old.Id, fresh.Id].toSorted());
  }
  for (const id of [CheckId, newer])
    expect(await samePerson(rotated, id)).toEqual([CheckId, newer].toSorted());
  const query = { before: CheckId, after: newer };
  const compared = (await rotated.call(api.medicareEligibility.compare, { query }, ana)).ok();
  expect(compared.IsSamePerson).toBe(true);
  const again = await rotated.call(
    api.medicareEligibility.check,
    { body: checkDraft({ CheckAgain: false }) },
    ana,
  );
  expect(again.error().code).toBe('checked_recently');
});

test("a person's simultaneous change is kept, and sealed again", async () => {
  const { Id, Etag, Patient } = await create(handoff);
  let isChanged = false;
  const racing = on(bothKeys, {
    checkpoint: async (name: string) => {
      if (name !== 'keys-record' || isChanged) return;
      isChanged = true;
      const body = { Id, Etag, Patient: { ...Patient, FirstName: 'Patricia', Ssn: '218-09-1111' } };
      (await handoff.call(api.referrals.update, { body }, ana)).ok();
    },
  });
  await renewed(racing);
  expect(isChanged).toBe(true);
  expect(await former(handoff)).toEqual([]);
  const only = on(newKeys);
  const [after] = (await only.call(api.referrals.byId, { query: { id: Id } }, ana)).ok().ReferralInfo;
  expect(after?.Patient).toMatchObject({ FirstName: 'Patricia', Ssn: '***-**-1111' });
  // A form that was opened before can still be saved: renewal is not an edit.
  const body = { Id, Etag: after?.Etag ?? '', ClinicalSummary: 'Better.' };
  await renewed(on(bothKeys));
  expect((await only.call(api.referrals.update, { body }, ana)).status).toBe(200);
});

const steps = ['keys-record', 'keys-file', 'keys-passed', 'keys-audited'] as const;

// Long: 50 seeds. Each seed kills four runs in a row at random points.
test.each([...Array(isLong ? 50 : 1).keys()])(
  'killed again and again (seed %i): everything stays readable, and the next runs end it once',
  async (seed) => {
    const draw = seededApart(seed);
    const made = await everyKind(handoff);
    const before = await seen(handoff, made);
    for (let kill = 0; kill < 4; kill += 1) {
      const [step, passed] = [draw.pick(steps), draw.pick([0, 1, 2])];
      let reached = 0;
      const dead = Promise.withResolvers<void>();
      const dying = on(bothKeys, {
        // The process never continues from there: not even its catch blocks run.
        checkpoint: async (name: string) => {
          if (name !== step || (reached += 1) <= passed) return;
          dead.resolve();
          await new Promise(() => {});
        },
      });
      await Promise.race([dead.promise, dying.app.jobs.keys.run()]);
      expect(await seen(rotated, made)).toEqual(before);
    }
    await renewed(rotated);
    expect(await former(handoff)).toEqual([]);
    expect(await seen(on(newKeys), made)).toEqual(before);
    expect(await timesInTrail()).toBe(1);
    await verifyAuditChains(handoff.store);
  },
);

test('a run that renews everything and dies before it could report it is in the audit log anyway', async () => {
  await everyKind(handoff);
  await on(bothKeys, { checkpoint: dieAtTheEnd }).app.jobs.keys.run();
  expect(await former(handoff)).toEqual([]);
  expect(await timesInTrail()).toBe(0);
  await renewed(rotated);
  expect(await timesInTrail()).toBe(1);
});

async function dieAtTheEnd(step: string): Promise<void> {
  if (step === 'keys-passed') throw new Error('killed');
}

const timesInTrail = async () =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ action }) => action === 'keys.renewed').length;

test('a missing former key changes nothing and is logged; with the key back the renewal continues', async () => {
  const made = await everyKind(handoff);
  const before = await seen(handoff, made);
  const stored = JSON.stringify((await storedIn(handoff.store, `d:${HARBOR}`)).filter(isSealed));
  const without = on(newKeys);
  const reveal = { body: { Id: made.Id, Reason: 'Billing or authorization' as const } };
  expect((await without.call(api.referrals.revealNumbers, reveal, ana)).error().code).toBe('not_configured');
  await without.app.jobs.keys.run();
  expect(JSON.stringify((await storedIn(handoff.store, `d:${HARBOR}`)).filter(isSealed))).toBe(stored);
  expect(handoff.log).toContainEqual(
    expect.objectContaining({ event: 'key-not-renewed', level: 'error', error: 'FieldKeyMissing' }),
  );
  await renewed(rotated);
  expect(await former(handoff)).toEqual([]);
  expect(await seen(on(newKeys), made)).toEqual(before);
});
const isSealed = (document: object) => JSON.stringify(document).includes('"enc:');

test('a text that is removed while it is renewed stays removed', async () => {
  const made = await everyKind(handoff);
  const { blobs } = handoff.platform;
  const name = (part: '270' | '271') => exchangeFileName({ domainId: HARBOR, checkId: made.CheckId, part });
  let files = 0;
  const racing = on(bothKeys, {
    checkpoint: async (at: string) => {
      if (at === 'keys-file' && (files += 1) === 2) await blobs.remove('payer-exchanges', name('271'));
    },
  });
  await renewed(racing);
  const kept = await blobs.read('payer-exchanges', name('270'));
  expect(Buffer.from(kept?.bytes ?? []).toString()).toMatch(/^enc:v2:/);
  expect(await blobs.exists('payer-exchanges', name('271'))).toBe(false);
  expect((await seen(on(newKeys), made)).texts).toEqual([expect.stringMatching(/^ISA/), 404]);
});
