import { api } from '@handoff/shared/contract/api';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { changeUser, everythingStored, storedIn, verifyAuditChains } from '../../../testing/stored.ts';
import {
  askMedicare,
  checkDraft,
  exchangeId,
  pasted271,
} from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { EVERGREEN, HARBOR, people } from '../../../testing/people.ts';

const { medicareEligibility } = api;

type Query = CallInput<typeof medicareEligibility.history, File>['query'];

async function checked(handoff: TestApi, changes: Partial<ReturnType<typeof checkDraft>> = {}) {
  const body = checkDraft(changes);
  return (await handoff.call(medicareEligibility.check, { body }, { as: 'ana' })).ok().CheckId;
}

const listed = (handoff: TestApi, query: Query = {}) =>
  handoff.call(medicareEligibility.history, { query }, { as: 'ana' });

test('the history is newest first, and is filtered by result, category, person and time', async () => {
  const handoff = await freshApi();
  const { Id: ReferralId } = await referral(handoff);
  const names = new Map([
    [await checked(handoff), 'fine'],
    [await checked(handoff, { Mbi: '1EG4TE5MK01', Category: 'Hospice', ReferralId }), 'none'],
    [await checked(handoff, { Category: 'Other' }), 'fine again'],
  ]);
  const found = async (query: Query) =>
    (await listed(handoff, query)).ok().HistoricalMedicareSearches.map(({ Id }) => names.get(Id));
  const [first = '', second = ''] = names.keys();

  expect(await found({})).toEqual(['fine again', 'none', 'fine']);
  expect(await found({ Category: 'Hospice' })).toEqual(['none']);
  expect(await found({ Verdict: 'eligible' })).toEqual(['fine again', 'fine']);
  expect(await found({ ReferralId })).toEqual(['none']);
  expect(await found({ SamePersonAs: first })).toEqual(['fine again', 'fine']);
  expect(await found({ SamePersonAs: second, ReferralId })).toEqual(['none']);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  expect(await found({ CheckedFrom: day, CheckedTo: day })).toHaveLength(3);
  expect(await found({ CheckedTo: '2020-01-01' })).toEqual([]);
  expect(await found({ CheckedFrom: '2999-01-01' })).toEqual([]);
});

test('a long history has pages, which do not fit another query', async () => {
  const handoff = await freshApi();
  for (let n = 0; n < 51; n += 1) await checked(handoff, { Mbi: 'wrong' });
  const { HistoricalMedicareSearches: page, Continuation } = (await listed(handoff)).ok();
  const next = { Continuation: Continuation ?? '' };
  const rest = (await listed(handoff, next)).ok();
  expect([page.length, rest.HistoricalMedicareSearches.length, rest.Continuation]).toEqual([50, 1, null]);
  const ReferralId = 'other';
  expect((await listed(handoff, { ...next, ReferralId })).status).toBe(400);
});

test('one check is returned in full, with the changes from one to the next', async () => {
  const handoff = await freshApi();
  const [before, after] = [await checked(handoff), await checked(handoff, { Mbi: '1EG4TE5MK03' })];
  const full = await handoff.call(medicareEligibility.byId, { query: { id: after } }, { as: 'ana' });
  expect(full.ok().MedicareCheck).toMatchObject({
    Id: after,
    Coverage: { MedicareAdvantage: [{ ContractId: 'H5521' }] },
    Beneficiary: { Mbi: '****-***-MK03' },
  });
  expect(full.text).not.toContain('bix:');
  const query = { before, after };
  const comparison = await handoff.call(medicareEligibility.compare, { query }, { as: 'ana' });
  expect(comparison.ok()).toMatchObject({
    Before: { Id: before },
    VerdictChanged: true,
    IsSamePerson: false,
    Changes: null,
  });
});

test.each([
  ['a married name', { LastName: 'Quill' }, true],
  ['a mistyped birth date', { DateOfBirth: '1948-03-21' }, true],
  ['another name and birth date', { LastName: 'Quill', DateOfBirth: '1971-07-30' }, false],
])('one number checked with %s is compared as one person: %s', async (_what, typed, IsSamePerson) => {
  const handoff = await freshApi();
  const query = { before: await checked(handoff), after: await checked(handoff, typed) };
  const comparison = await handoff.call(medicareEligibility.compare, { query }, { as: 'ana' });
  expect(comparison.ok()).toMatchObject({ IsSamePerson, Changes: IsSamePerson ? [] : null });
});

test("another agency's checks are unknown to every call", async () => {
  const handoff = await freshApi();
  const id = await exchangeId(handoff);
  const as = 'eve';
  const ask = [
    await handoff.call(medicareEligibility.byId, { query: { id } }, { as }),
    await handoff.call(medicareEligibility.compare, { query: { before: id, after: id } }, { as }),
    await handoff.call(medicareEligibility.history, { query: { SamePersonAs: id } }, { as }),
  ];
  expect(ask.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await handoff.call(medicareEligibility.history, { query: {} }, { as })).ok()).toEqual({
    HistoricalMedicareSearches: [],
    Continuation: null,
  });
  await changeUser(handoff, 'ada', {
    roles: [{ BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Viewer' }],
  });
  const opened = await handoff.call(medicareEligibility.openExchange, { body: { Id: id } }, { as: 'ada' });
  expect(opened.status).toBe(404);
});

test('only administrators read the raw exchange, after a recorded view, for ten minutes', async () => {
  const handoff = await freshApi();
  const id = await exchangeId(handoff);
  const download = (part: '270' | '271', as: 'ada' | 'mia' = 'ada') =>
    handoff.call(medicareEligibility.downloadExchange, { query: { id, part } }, { as });
  const open = (as: 'ada' | 'mia' = 'ada') =>
    handoff.call(medicareEligibility.openExchange, { body: { Id: id } }, { as });

  expect([(await download('271')).status, (await open('mia')).status]).toEqual([403, 403]);
  await open();
  const [question, answer] = [await download('270'), await download('271')];
  expect([question.text.slice(0, 3), answer.text]).toEqual(['ISA', expect.stringContaining('ST*271')]);
  expect(answer.headers['Content-Disposition']).toContain(`${id}.271.txt`);
  expect((await download('271', 'mia')).status).toBe(403);
  handoff.advance(600_001);
  expect((await download('271')).status).toBe(403);
  await open();
  expect((await download('271')).status).toBe(200);
  const views = (await everythingStored(handoff.store)).filter(({ entry }) =>
    String(entry).includes('exchange.opened'),
  );
  expect(views).toHaveLength(2);
  await verifyAuditChains(handoff.store);
});

test('an administrator without a role names an agency, sees only its checks, and the view is in its audit', async () => {
  const handoff = await freshApi();
  const Id = await checked(handoff);
  const open = (BusinessDomainId?: string, as: 'ada' | 'mia' | 'bo' = 'ada') =>
    handoff.call(medicareEligibility.openExchange, { body: { Id, BusinessDomainId } }, { as });
  const download = (BusinessDomainId?: string) => {
    const query = { id: Id, part: '271', BusinessDomainId } as const;
    return handoff.call(medicareEligibility.downloadExchange, { query }, { as: 'ada' });
  };
  expect([(await open()).status, (await open(EVERGREEN)).status]).toEqual([403, 404]);
  expect([(await open('domain-of-nobody')).status, (await open(HARBOR, 'bo')).status]).toEqual([404, 403]);
  expect([(await download(HARBOR)).status, (await open(HARBOR)).status]).toEqual([403, 200]);
  expect((await download(HARBOR)).text).toContain('ST*271');
  expect((await listed(handoff)).ok().HistoricalMedicareSearches).toHaveLength(1);
  const byAda = await handoff.call(medicareEligibility.byId, { query: { id: Id } }, { as: 'ada' });
  expect(byAda.status).toBe(403);
  const looks = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ action }) => action === 'exchange.opened',
  );
  expect(looks).toMatchObject([{ subject: Id, oid: people.ada.oid }]);
  await verifyAuditChains(handoff.store);
});

test('an administrator of one agency reads another by naming it, not by a role elsewhere', async () => {
  const handoff = await freshApi();
  const Id = await checked(handoff);
  await changeUser(handoff, 'ada', {
    roles: [{ BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Manager' }],
  });
  const here = await handoff.call(medicareEligibility.openExchange, { body: { Id } }, { as: 'ada' });
  const body = { Id, BusinessDomainId: HARBOR };
  const there = await handoff.call(medicareEligibility.openExchange, { body }, { as: 'ada' });
  expect([here.status, there.status]).toEqual([404, 200]);
});

test('a pasted answer is judged like any other, is labeled as such, and is not stored', async () => {
  const handoff = await freshApi();
  const paste = (changes: object) =>
    handoff.call(
      medicareEligibility.checkPasted271,
      {
        body: { ...checkDraft(), DateOfService: '2025-06-10', Answer271: pasted271, ...changes },
      },
      { as: 'ana' },
    );
  const result = (await paste({})).ok();
  expect(result).toMatchObject({ isPartBEligible: true, isProblematic: false, Provider: 'pasted' });
  expect(result.Label).toContain('PASTED');
  expect((await listed(handoff)).ok().HistoricalMedicareSearches).toMatchObject([
    { Id: result.CheckId, HasExchange: false, Mbi: '****-***-MK00' },
  ]);
  expect(JSON.stringify(await everythingStored(handoff.store))).not.toMatch(/ST\*271|1EG4TE5MK00/);

  const refusals = [
    await paste({ Answer271: 'hello' }),
    await paste({ Mbi: '1EG4TE5MK03' }),
    await paste({ DateOfBirth: '1950-01-01' }),
    await paste({ DateOfService: '2025-06-11' }),
  ];
  expect(refusals.map((answer) => Object.keys(answer.error().fields ?? {}))).toEqual([
    ['Answer271'],
    ['Mbi'],
    ['LastName'],
    ['DateOfService'],
  ]);
  expect(refusals[1]?.error().ErrorMessage).toContain(
    'asked about ****-***-MK03, answered about ****-***-MK00',
  );
  expect((await listed(handoff)).ok().HistoricalMedicareSearches).toHaveLength(1);
});

test('a pasted answer applies to its own day when no other is given', async () => {
  const handoff = await freshApi();
  const { DateOfService: _, ...body } = { ...checkDraft(), DateOfService: '', Answer271: pasted271 };
  const answer = await handoff.call(medicareEligibility.checkPasted271, { body }, { as: 'ana' });
  expect(answer.ok()).toMatchObject({
    DateOfService: '2025-06-10',
    Answer: { From: '2025-06-10', To: '2025-06-10', WrittenOn: '2025-06-10', LoadedOn: '2025-06-10' },
  });
});

test('an agency without an NPI cannot check, and sees why', async () => {
  const handoff = await freshApi();
  const stored = await handoff.store.app('sys').read(HARBOR);
  if (!stored) throw new Error('no agency');
  const { _etag: ifMatch, Npis: _npis, ...rest } = stored;
  const document = { ...rest, id: stored.id, type: stored.type };
  await handoff.store.app('sys').commit([{ op: 'replace', document, ifMatch }]);
  const answer = await handoff.call(medicareEligibility.check, { body: checkDraft() }, { as: 'ana' });
  expect([answer.status, answer.error().code]).toEqual([503, 'not_configured']);
});

test('a clinician reads results, and runs no checks', async () => {
  const handoff = await freshApi();
  const { CheckId } = (await askMedicare(handoff)).ok();
  const read = await handoff.call(medicareEligibility.byId, { query: { id: CheckId } }, { as: 'cal' });
  expect(read.ok().MedicareCheck).toMatchObject({ Id: CheckId, Verdict: 'eligible' });
  expect((await handoff.call(medicareEligibility.history, { query: {} }, { as: 'cal' })).status).toBe(200);
  const asked = await handoff.call(medicareEligibility.check, { body: checkDraft() }, { as: 'cal' });
  expect(asked.status).toBe(403);
});
