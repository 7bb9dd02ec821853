import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { blobName, checksOf } from '../../../testing/examples/example-records.ts';
import { HARBOR } from '../../../testing/people.ts';
import { storedIn } from '../../../testing/stored.ts';

const ana = { as: 'ana' } as const;
const DAY_MS = 86_400_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

function only<T>([first, ...others]: readonly T[]): T {
  if (first === undefined || others.length > 0) throw new Error(`one is expected, not ${others.length + 1}`);
  return first;
}

type Draft = ReturnType<typeof referralDraft>;

async function recorded(changes: Partial<Draft> = {}, patient: Partial<Draft['Patient']> = {}) {
  const draft = referralDraft(changes);
  const body = { ...draft, Patient: { ...draft.Patient, ...patient } };
  return only((await handoff.call(api.referrals.create, { body }, ana)).ok().ReferralInfo);
}

const write = async (ReferralId: string, Text: string) => {
  const body = { ReferralId, ReferralNotes: [{ Text }] };
  return only((await handoff.call(api.referrals.updateNotes, { body }, ana)).ok().ReferralNotes);
};
const read = (id: string) => handoff.call(api.referrals.byId, { query: { id } }, ana);
const merge = (Id: string, Into: string) => handoff.call(api.referrals.merge, { body: { Id, Into } }, ana);
const restore = (Id: string) => handoff.call(api.referrals.restore, { body: { Id } }, ana);
const numbersOf = async (Id: string) => {
  const body = { Id, Reason: 'Billing or authorization' } as const;
  return only((await handoff.call(api.referrals.revealNumbers, { body }, ana)).ok().PatientNumbersInfo);
};
const listed = async () =>
  (await handoff.call(api.referrals.list, { query: {} }, ana)).ok().ReferralInfo.map(({ Id }) => Id);

const theirs = {
  Source: { Kind: 'Physician', Organization: 'Riverside Clinic', ContactName: '', Phone: '' },
  Payers: [
    { Name: 'medicare', Plan: 'A', MemberId: '' },
    { Name: 'Aetna', Plan: 'Gold', MemberId: 'W123456789' },
  ],
  ClinicalSummary: 'Fell at home.',
} as const satisfies Partial<Draft>;
const numbers = { Ssn: '219-09-9999', Mbi: '1EG4-TE5-MK73' };

/**
 * Creates two referrals of one patient; the second has numbers, a payer, a document, a note and a check that the first
 * lacks.
 */
async function twice() {
  const kept = await recorded({}, { Phone: '' });
  const other = await recorded({ ...theirs, Payers: [...theirs.Payers] }, numbers);
  const file = await blobName(handoff, other.Id);
  const note = await write(other.Id, 'Daughter has the key.');
  const check = { ...checkDraft(), ReferralId: other.Id };
  (await handoff.call(api.medicareEligibility.check, { body: check }, ana)).ok();
  return { kept, other, file, note };
}

test('the kept referral gets all records of the other, the details that it lacked, and a note of the rest', async () => {
  const { kept, other, file, note } = await twice();
  const answer = (await merge(other.Id, kept.Id)).ok();
  const { ReferralInfo, ReferralDocuments, ReferralNotes } = (await read(kept.Id)).ok();
  const after = only(ReferralInfo);
  expect(after).toEqual(only(answer.ReferralInfo));
  expect(after).toMatchObject({
    Source: kept.Source,
    ClinicalSummary: 'Recovering at home.',
    Patient: { Phone: '8605550102', Ssn: '***-**-9999', Mbi: '****-***-MK73' },
    Payers: [{ Name: 'Medicare' }, { Name: 'Aetna', Plan: 'Gold', MemberId: '******6789' }],
    DocumentCount: 1,
    NoteCount: 2,
    EligibilityCheckId: expect.any(String),
    MergedFrom: [{ Id: other.Id, ReceivedAt: other.ReceivedAt, PurgeAt: answer.PurgeAt }],
  });
  expect(await numbersOf(kept.Id)).toMatchObject({
    Ssn: '219099999',
    Mbi: '1EG4TE5MK73',
    MemberIds: ['', 'W123456789'],
  });
  expect(ReferralDocuments).toMatchObject([{ blobName: file, ReferralId: kept.Id }]);
  expect((await handoff.call(api.services.viewFile, { params: { blobName: file } }, ana)).status).toBe(200);
  expect(ReferralNotes.map(({ Text }) => Text)).toEqual(
    expect.arrayContaining([note.Text, expect.stringContaining('Clinical summary: Fell at home.')]),
  );
  expect(ReferralNotes.map(({ Text }) => Text).join('\n')).toContain('from Riverside Clinic.');
  const query = { ReferralId: kept.Id };
  const checks = (await handoff.call(api.medicareEligibility.history, { query }, ana)).ok();
  expect(checks.HistoricalMedicareSearches).toMatchObject([{ ReferralId: kept.Id }]);
});

test('the kept referral takes the clinical fields that it lacks, and an undone merge gives them back', async () => {
  const kept = await recorded({ Clinical: { Language: 'Spanish' } });
  const other = await recorded({
    Clinical: { Language: 'French', OrderingPractitioner: 'Olive Orderdemo', PrimaryDiagnosis: 'I50.9' },
  });
  (await merge(other.Id, kept.Id)).ok();
  const merged = (await read(kept.Id)).ok();
  expect(merged.ReferralInfo).toMatchObject([
    { Clinical: { Language: 'Spanish', OrderingPractitioner: 'Olive Orderdemo', PrimaryDiagnosis: 'I50.9' } },
  ]);
  expect(only(merged.ReferralNotes).Text.split('\n')).toContain('Language: French');
  (await restore(other.Id)).ok();
  const { Clinical } = only((await read(kept.Id)).ok().ReferralInfo);
  expect(Clinical).toMatchObject({ Language: 'Spanish', OrderingPractitioner: '', PrimaryDiagnosis: '' });
});

test('the note of a merge writes only those parts of an address that are known', async () => {
  const kept = await recorded();
  const body = { Patient: { LastName: 'Halfknown', Phone: '8605550177' }, Address: { State: 'CT' } };
  const other = only((await handoff.call(api.referrals.create, { body }, ana)).ok().ReferralInfo);
  (await merge(other.Id, kept.Id)).ok();
  const { Text } = only((await read(kept.Id)).ok().ReferralNotes);
  expect(Text.split('\n')).toContain('Address: CT');
});

test('the other referral is in no list and no duplicate, and its address leads to the kept one', async () => {
  const { kept, other } = await twice();
  expect((await checksOf(handoff, kept.Id)).Duplicates.Found).toHaveLength(1);
  (await merge(other.Id, kept.Id)).ok();
  expect(await listed()).toEqual([kept.Id]);
  expect((await checksOf(handoff, kept.Id)).Duplicates.Found).toEqual([]);
  expect((await read(other.Id)).error()).toMatchObject({
    code: 'not_found',
    mergedInto: { ReferralId: kept.Id },
  });
});

test('undoing a merge leaves both as they were, and later records where they are', async () => {
  const { kept, other, file, note } = await twice();
  const before = (await read(other.Id)).ok();
  const hadNumbers = await numbersOf(other.Id);
  (await merge(other.Id, kept.Id)).ok();
  const since = await write(kept.Id, 'Called the daughter.');
  (await restore(other.Id)).ok();

  const apart = (await read(kept.Id)).ok();
  expect(only(apart.ReferralInfo)).toMatchObject({
    Patient: { ...kept.Patient, Phone: '', Ssn: '', Mbi: '' },
    Payers: kept.Payers,
    DocumentCount: 0,
    NoteCount: 1,
    MergedFrom: [],
  });
  expect(only(apart.ReferralInfo).EligibilityCheckId).toBeUndefined();
  expect(apart.ReferralNotes).toMatchObject([{ Id: since.Id }]);
  expect(apart.ReferralDocuments).toEqual([]);
  expect(await numbersOf(kept.Id)).toMatchObject({ Ssn: '', Mbi: '', MemberIds: [''] });

  const back = (await read(other.Id)).ok();
  const { UpdatedAt: _at, ...restored } = only(back.ReferralInfo);
  const { UpdatedAt: _before, ...former } = only(before.ReferralInfo);
  expect(restored).toEqual(former);
  expect(back.ReferralDocuments).toMatchObject([{ blobName: file }]);
  expect(back.ReferralNotes).toMatchObject([{ Id: note.Id }]);
  expect(await numbersOf(other.Id)).toEqual(hadNumbers);
  expect((await listed()).toSorted()).toEqual([kept.Id, other.Id].toSorted());
});

test('a referral takes over the priority of the other one, and loses it when the merge is undone', async () => {
  const [kept, other] = [await recorded(), await recorded({ Priority: true })];
  const priority = async () => only((await read(kept.Id)).ok().ReferralInfo).Priority;
  (await merge(other.Id, kept.Id)).ok();
  expect(await priority()).toBe(true);
  (await restore(other.Id)).ok();
  expect(await priority()).toBeUndefined();
});

test('a detail edited since the merge stays when the merge is undone', async () => {
  const { kept, other } = await twice();
  (await merge(other.Id, kept.Id)).ok();
  const body = { Id: kept.Id, Patient: { Phone: '(860) 555-0199' } };
  (await handoff.call(api.referrals.update, { body }, ana)).ok();
  (await restore(other.Id)).ok();
  expect(only((await read(kept.Id)).ok().ReferralInfo).Patient).toMatchObject({
    Phone: '8605550199',
    Mbi: '',
  });
});

test('a readmission keeps an earlier referral other than itself, and undoing restores the former one', async () => {
  const earliest = await recorded();
  const other = await recorded({ EarlierReferralId: earliest.Id });
  const kept = await recorded({ EarlierReferralId: other.Id });
  const earlierNow = async () => only((await read(kept.Id)).ok().ReferralInfo).EarlierReferralId;
  (await merge(other.Id, kept.Id)).ok();
  expect(await earlierNow()).toBe(earliest.Id);
  (await restore(other.Id)).ok();
  expect(await earlierNow()).toBe(other.Id);
  expect(only((await read(other.Id)).ok().ReferralInfo).EarlierReferralId).toBe(earliest.Id);

  (await merge(kept.Id, other.Id)).ok();
  expect(only((await read(other.Id)).ok().ReferralInfo).EarlierReferralId).toBe(earliest.Id);
});

test('merges of three referrals are undone from last to first', async () => {
  const [one, two, three] = [await recorded(), await recorded(), await recorded()];
  const note = await write(one.Id, 'Of the first.');
  (await merge(one.Id, two.Id)).ok();
  (await merge(two.Id, three.Id)).ok();
  expect((await restore(one.Id)).error()).toMatchObject({ code: 'conflict' });
  (await restore(two.Id)).ok();
  (await restore(one.Id)).ok();
  expect((await read(one.Id)).ok().ReferralNotes).toMatchObject([{ Id: note.Id }]);
  for (const { Id } of [two, three]) expect((await read(Id)).ok().ReferralNotes).toEqual([]);
});

test('two simultaneous merges in opposite directions end as one', async () => {
  const [one, two] = [await recorded(), await recorded()];
  const answers = await Promise.all([merge(one.Id, two.Id), merge(two.Id, one.Id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await listed()).toHaveLength(1);
});

test('held, restricted, transferred and otherwise decided referrals are not merged', async () => {
  const [one, two] = [await recorded(), await recorded()];
  const refused = async () => (await merge(one.Id, two.Id)).error();
  expect((await merge(one.Id, one.Id)).error().code).toBe('invalid_request');
  expect((await merge(one.Id, 'referral-none')).error().code).toBe('not_found');

  const hold = (IsHeld: boolean) => {
    const body = { Id: one.Id, IsHeld, Reason: 'Matter 26-114' };
    return handoff.call(api.referrals.setLegalHold, { body }, { as: 'mia' });
  };
  (await hold(true)).ok();
  expect(await refused()).toMatchObject({ code: 'legal_hold' });
  (await hold(false)).ok();

  const restrict = (Id: string, IsRestricted: boolean) => {
    const body = { Id, IsRestricted, Reason: 'A neighbor', PeopleIds: [] };
    return handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' });
  };
  for (const { Id } of [one, two]) {
    (await restrict(Id, true)).ok();
    expect(await refused()).toMatchObject({ fields: { Into: expect.stringContaining('restricted') } });
    (await restrict(Id, false)).ok();
  }

  const Decision = { Kind: 'Accepted' } as const;
  (await handoff.call(api.referrals.update, { body: { Id: one.Id, Decision } }, ana)).ok();
  expect(await refused()).toMatchObject({ fields: { Into: expect.stringContaining('was accepted') } });
  (await merge(two.Id, one.Id)).ok();
});

test('the access record of the kept referral includes views of the merged one, even after its purge', async () => {
  const { kept, other } = await twice();
  await handoff.call(api.referrals.byId, { query: { id: other.Id } }, { as: 'vic' });
  (await merge(other.Id, kept.Id)).ok();
  handoff.advance(31 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(stored.some(({ id }) => id === other.Id)).toBe(false);
  const query = { ReferralId: kept.Id };
  const { PatientAccessInfo } = (await handoff.call(api.audit.patientAccess, { query }, { as: 'mia' })).ok();
  expect(PatientAccessInfo).toContainEqual(
    expect.objectContaining({
      action: 'referral.viewed',
      name: 'Vic Viewer',
    }),
  );
  const { ReferralDocuments, ReferralNotes } = (await read(kept.Id)).ok();
  expect([ReferralDocuments.length, ReferralNotes.length]).toEqual([1, 2]);
  expect((await restore(other.Id)).status).toBe(404);
});

test('a hold on the kept referral keeps the merged one, too, and the merge unchanged', async () => {
  const { kept, other } = await twice();
  (await merge(other.Id, kept.Id)).ok();
  const body = { Id: kept.Id, IsHeld: true, Reason: 'Matter 26-114' };
  (await handoff.call(api.referrals.setLegalHold, { body }, { as: 'mia' })).ok();
  expect((await restore(other.Id)).error()).toMatchObject({ code: 'legal_hold' });
  handoff.advance(31 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect((await storedIn(handoff.store, `d:${HARBOR}`)).some(({ id }) => id === other.Id)).toBe(true);
});

test('a check that Medicare answers after its referral was merged belongs to the kept referral', async () => {
  const [kept, other] = [await recorded(), await recorded()];
  const asked = handoff.holdAt('B3p');
  const check = { ...checkDraft(), ReferralId: other.Id };
  const answer = handoff.call(api.medicareEligibility.check, { body: check }, ana);
  await asked.reached;
  (await merge(other.Id, kept.Id)).ok();
  asked.release();
  (await answer).ok();
  const query = { ReferralId: kept.Id };
  const checks = (await handoff.call(api.medicareEligibility.history, { query }, ana)).ok();
  expect(checks.HistoricalMedicareSearches).toMatchObject([{ ReferralId: kept.Id }]);
  expect(only((await read(kept.Id)).ok().ReferralInfo).EligibilityCheckId).toBe(
    checks.HistoricalMedicareSearches[0]?.Id,
  );
});

test('a merge too large for one write is refused, and moves nothing', async () => {
  const [one, two] = [await recorded(), await recorded()];
  for (let at = 0; at < 7; at++) {
    const ReferralNotes = Array.from({ length: 10 }, (_, index) => ({ Text: `${at} ${index}` }));
    (
      await handoff.call(api.referrals.updateNotes, { body: { ReferralId: one.Id, ReferralNotes } }, ana)
    ).ok();
  }
  expect((await merge(one.Id, two.Id)).error()).toMatchObject({ code: 'too_large' });
  expect((await read(one.Id)).ok().ReferralNotes).toHaveLength(70);
  (await merge(two.Id, one.Id)).ok();
});
