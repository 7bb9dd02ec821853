import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { pdf, referralDraft } from '../../testing/examples/drafts.ts';
import { people, type PersonName } from '../../testing/people.ts';
import { everythingStored } from '../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const save = (as: PersonName, number: number, Values: string, After?: string) =>
  handoff.call(
    api.drafts.save,
    { body: { Id: idOf(number), Form: 'new-referral', Values, ...(After !== undefined && { After }) } },
    { as },
  );
const remove = (as: PersonName, number: number) =>
  handoff.call(api.drafts.remove, { body: { Id: idOf(number) } }, { as });
async function textsOf(as: PersonName) {
  const answer = await handoff.call(api.drafts.mine, { query: { Form: 'new-referral' } }, { as });
  return answer.ok().DraftInfo.map(({ Values }) => Values);
}

test('its author finds the latest version of a draft until it is removed', async () => {
  (await save('ana', 1, '{"LastName":"Halfway"}')).ok();
  (await save('ana', 1, '{"LastName":"Halfwaytyped"}')).ok();
  (await save('ana', 2, '{"LastName":"Another"}')).ok();
  expect((await textsOf('ana')).toSorted()).toEqual([
    '{"LastName":"Another"}',
    '{"LastName":"Halfwaytyped"}',
  ]);

  (await remove('ana', 1)).ok();
  expect(await textsOf('ana')).toEqual(['{"LastName":"Another"}']);
  const stored = await everythingStored(handoff.store);
  const left = stored.filter(({ type }) => type === 'draft');
  expect(new Set(left.map(({ ttl }) => ttl))).toEqual(new Set([60, 7 * 86_400]));
  expect(JSON.stringify(left)).not.toMatch(/enc:.*enc:/);
});

test.each([
  ['no JSON', 'half a text'],
  ['no object', '["a"]'],
  ['a reading in another form', '{"Readings":[{"Orders":"x"}]}'],
  [
    'more orders than a file may bring',
    JSON.stringify({
      Readings: [
        {
          DocumentId: '',
          Taken: [],
          Left: [],
          Orders: Array.from({ length: 6 }, (_, index) => ({ System: '', Value: `x${index}` })),
        },
      ],
    }),
  ],
])('a draft whose values are %s is refused, and nothing is created from it', async (_what, Values) => {
  const refused = await save('ana', 1, Values);
  expect([refused.status, refused.error().fields]).toEqual([
    400,
    { Values: 'Send the values of the form as a JSON object' },
  ]);
  const body = referralDraft({ DraftId: idOf(1) });
  expect((await handoff.call(api.referrals.create, { body }, { as: 'ana' })).status).toBe(200);
});

test('a colleague can neither see, overwrite nor remove a draft', async () => {
  (await save('ana', 1, '{"LastName":"Halfwaytyped"}')).ok();
  expect(await textsOf('bo')).toEqual([]);
  expect((await save('bo', 1, '{}')).error().code).toBe('conflict');
  expect((await remove('bo', 1)).error().code).toBe('conflict');
  expect(await textsOf('ana')).toEqual(['{"LastName":"Halfwaytyped"}']);
  expect((await save('vic', 2, '{}')).error().code).toBe('forbidden');
});

test('people who record referrals see who else has begun one, when and for whom, and nothing else of it', async () => {
  const typed = { Patient: { LastName: 'Begundemo', FirstName: 'Bea', Phone: 'Halfwaytyped' } };
  const { SavedAt } = (await save('ana', 1, JSON.stringify(typed))).ok().DraftInfo[0] ?? {};
  (await save('bo', 2, '{}')).ok();
  (await save('ana', 3, '{}')).ok();
  (await remove('ana', 3)).ok();
  (await handoff.call(api.drafts.save, { body: note(4) }, { as: 'ana' })).ok();
  const answerTo = async (as: PersonName, Form: 'new-referral' | 'new-note' = 'new-referral') =>
    (await handoff.call(api.drafts.mine, { query: { Form, Names: 'true' } }, { as })).ok();
  const body = referralDraft();
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  const begun = [{ Id: idOf(1), UserId: made?.CreatedBy.Id, SavedAt, Patient: 'Begundemo, Bea' }];
  expect((await answerTo('bo')).ColleaguesInfo).toEqual(begun);
  const unasked = await handoff.call(api.drafts.mine, { query: { Form: 'new-referral' } }, { as: 'bo' });
  expect(unasked.ok().ColleaguesInfo).toEqual(begun.map((each) => ({ ...each, Patient: '' })));
  expect(JSON.stringify(await answerTo('bo'))).not.toContain('Halfwaytyped');
  expect((await answerTo('bo', 'new-note')).ColleaguesInfo).toEqual([]);
  expect((await answerTo('cal')).ColleaguesInfo).toEqual([]);
});

test('the list counts the begun referrals of an agency for those who record them, and they hear when one comes or goes', async () => {
  const counted = async (as: PersonName) => {
    const { DraftCount } = (
      await handoff.call(api.referrals.list, { query: { Counts: 'true' } }, { as })
    ).ok();
    expect((await handoff.call(api.referrals.counts, {}, { as })).ok().DraftCount).toBe(DraftCount);
    return DraftCount;
  };
  const news = () => handoff.sent.splice(0).map(({ message }) => message);
  (await save('ana', 1, '{"Patient":{"LastName":"Begundemo"}}')).ok();
  (await handoff.call(api.drafts.save, { body: note(4) }, { as: 'ana' })).ok();
  (await save('bo', 2, '{}')).ok();
  expect([await counted('ana'), await counted('cal'), await counted('eve')]).toEqual([2, undefined, 0]);
  const heard = (number: number, by: 'ana' | 'bo') => ({
    topic: 'draft',
    id: idOf(number),
    by: `user-${people[by].oid}`,
  });
  expect(news()).toEqual([heard(1, 'ana'), heard(2, 'bo')]);

  (await save('ana', 1, '{"Patient":{"LastName":"Typedondemo"}}')).ok();
  (await handoff.call(api.drafts.takeOver, { body: { Id: idOf(1) } }, { as: 'bo' })).ok();
  expect(news()).toEqual([]);
  (await remove('bo', 2)).ok();
  expect(news()).toEqual([heard(2, 'bo')]);
  expect(await counted('ana')).toBe(1);
  const body = referralDraft({ DraftId: idOf(1) });
  (await handoff.call(api.referrals.create, { body }, { as: 'bo' })).ok();
  expect(await counted('ana')).toBe(0);
});

test('a colleague takes a begun referral over with its documents, and its author learns so at the next save', async () => {
  const fields = { DocumentTypeId: 'orders' };
  const file = pdf('face sheet', 'fax.pdf');
  const [document] = (await handoff.call(api.services.uploadFile, { fields, file }, { as: 'ana' })).ok()
    .ReferralDocuments;
  const first = (await save('ana', 1, '{"Patient":{"LastName":"Nightdemo"}}')).ok().DraftInfo[0];
  const take = (as: PersonName) => handoff.call(api.drafts.takeOver, { body: { Id: idOf(1) } }, { as });
  expect((await take('cal')).error().code).toBe('forbidden');
  expect((await take('eve')).error().code).toBe('not_found');
  (await take('bo')).ok();
  expect(await textsOf('bo')).toEqual(['{"Patient":{"LastName":"Nightdemo"}}']);
  expect(await textsOf('ana')).toEqual([]);
  const late = await save('ana', 1, '{}', first?.SavedAt);
  expect(late.error()).toMatchObject({
    code: 'conflict',
    ErrorMessage: 'A colleague continues with this draft.',
  });
  const DocumentIds = [document?.Id ?? ''];
  const body = referralDraft({ DraftId: idOf(1), DocumentIds });
  expect(
    (await handoff.call(api.referrals.create, { body }, { as: 'bo' })).ok().ReferralInfo[0],
  ).toMatchObject({
    DocumentCount: 1,
    Owner: { FullName: 'Bo Both' },
  });
  expect((await take('ana')).error().code).toBe('not_found');
});

test('no one takes over a note that a colleague has begun', async () => {
  (await handoff.call(api.drafts.save, { body: note(4) }, { as: 'ana' })).ok();
  const taking = await handoff.call(api.drafts.takeOver, { body: { Id: note(4).Id } }, { as: 'bo' });
  expect(taking.error().code).toBe('not_found');
});

test('a draft does not appear in another agency', async () => {
  (await save('bo', 1, '{"LastName":"Halfwaytyped"}')).ok();
  const body = { BusinessDomainId: 'domain-evergreen' };
  (await handoff.call(api.users.switchBusinessDomain, { body }, { as: 'bo' })).ok();
  expect(await textsOf('bo')).toEqual([]);
});

test('a draft is sealed, leaves no trace in audit, and the eleventh replaces the oldest', async () => {
  for (let number = 1; number <= 11; number += 1) {
    handoff.advance(1000);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are typed
    (await save('ana', number, `{"LastName":"Typed${number}"}`)).ok();
  }
  expect(await textsOf('ana')).toHaveLength(10);
  expect(await textsOf('ana')).not.toContain('{"LastName":"Typed1"}');
  const stored = await everythingStored(handoff.store);
  expect(JSON.stringify(stored)).not.toContain('Typed');
  expect(
    stored.filter((document) => document.type === 'audit' && document['oid'] === people.ana.oid),
  ).toEqual([]);
});

const note = (number: number) => ({
  Id: idOf(number),
  Form: 'new-note' as const,
  Values: `{"Text":"${number}"}`,
});

test('people who may only write notes have drafts, too, which never replace those of referrals', async () => {
  (await save('ana', 1, '{"LastName":"Halfwaytyped"}')).ok();
  for (let number = 2; number <= 12; number += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are typed
    (await handoff.call(api.drafts.save, { body: note(number) }, { as: 'ana' })).ok();
  expect(await textsOf('ana')).toEqual(['{"LastName":"Halfwaytyped"}']);

  (await handoff.call(api.drafts.save, { body: note(13) }, { as: 'cal' })).ok();
  const mine = await handoff.call(api.drafts.mine, { query: { Form: 'new-note' } }, { as: 'cal' });
  expect(mine.ok().DraftInfo).toMatchObject([{ Form: 'new-note', Values: '{"Text":"13"}' }]);
});

test('a draft that another tab changed or removed is not overwritten', async () => {
  const first = (await save('ana', 1, '{"LastName":"First"}')).ok().DraftInfo[0];
  const saveAfter = (Values: string, After: string | undefined) =>
    handoff.call(
      api.drafts.save,
      { body: { Id: idOf(1), Form: 'new-referral', Values, ...(After !== undefined && { After }) } },
      { as: 'ana' },
    );
  handoff.advance(1000);
  const second = (await saveAfter('{"LastName":"Second"}', first?.SavedAt)).ok().DraftInfo[0];
  handoff.advance(1000);
  const stale = (await saveAfter('{"LastName":"Stale"}', first?.SavedAt)).error();
  expect(stale).toMatchObject({ code: 'conflict', ErrorMessage: 'This draft was changed in another tab.' });
  expect(await textsOf('ana')).toEqual(['{"LastName":"Second"}']);

  (await remove('ana', 1)).ok();
  const removed = (await saveAfter('{"LastName":"Third"}', second?.SavedAt)).error();
  expect(removed.ErrorMessage).toBe('This draft was saved or discarded elsewhere.');
  expect(await textsOf('ana')).toEqual([]);
});

const create = (number: number) =>
  handoff.call(api.referrals.create, { body: { ...referralDraft(), DraftId: idOf(number) } }, { as: 'ana' });

test('saving a referral removes its draft, even one whose first save arrives later', async () => {
  (await save('ana', 1, '{"LastName":"Sample"}')).ok();
  (await create(1)).ok();
  expect(await textsOf('ana')).toEqual([]);
  (await create(2)).ok();
  expect((await save('ana', 2, '{"LastName":"Sample"}')).error().code).toBe('conflict');
  expect(await textsOf('ana')).toEqual([]);

  (await save('bo', 3, '{"LastName":"Colleague"}')).ok();
  (await create(3)).ok();
  expect(await textsOf('bo')).toEqual(['{"LastName":"Colleague"}']);
});
