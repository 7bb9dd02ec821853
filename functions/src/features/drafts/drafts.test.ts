import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { people, type PersonName } from '../../testing/people.ts';
import { everythingStored } from '../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const save = (as: PersonName, number: number, Values: string) =>
  handoff.call(api.drafts.save, { body: { Id: idOf(number), Form: 'new-referral', Values } }, { as });
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

test('a colleague can neither see, overwrite nor remove a draft', async () => {
  (await save('ana', 1, '{"LastName":"Halfwaytyped"}')).ok();
  expect(await textsOf('bo')).toEqual([]);
  expect((await save('bo', 1, '{}')).error().code).toBe('not_found');
  expect((await remove('bo', 1)).error().code).toBe('not_found');
  expect(await textsOf('ana')).toEqual(['{"LastName":"Halfwaytyped"}']);
  expect((await save('vic', 2, '{}')).error().code).toBe('forbidden');
});

test('a draft does not appear in another agency', async () => {
  (await save('bo', 1, '{"LastName":"Halfwaytyped"}')).ok();
  const body = { BusinessDomainId: 'domain-evergreen' };
  (await handoff.call(api.users.switchBusinessDomain, { body }, { as: 'bo' })).ok();
  expect(await textsOf('bo')).toEqual([]);
});

test('a draft is sealed, leaves no trace in audit or live messages, and the eleventh replaces the oldest', async () => {
  for (let number = 1; number <= 11; number += 1) {
    handoff.advance(1000);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are typed
    (await save('ana', number, `{"LastName":"Typed${number}"}`)).ok();
  }
  expect(await textsOf('ana')).toHaveLength(10);
  expect(await textsOf('ana')).not.toContain('{"LastName":"Typed1"}');
  expect(handoff.sent).toEqual([]);
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
