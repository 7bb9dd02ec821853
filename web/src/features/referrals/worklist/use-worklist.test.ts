import { describe, expect, test } from 'vitest';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import { sampleRow } from '../../../testing/sample-referrals.ts';
import { arranged, type RowWithFit } from '../referral-list.ts';
import { noLiveRows, withLookUp } from './use-worklist.ts';

const row = (Id: string, hour: number, Etag = '1'): RowWithFit => ({
  ...sampleRow(Id, { Etag, ReceivedAt: `2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z` }),
  fit: undefined,
});
const newestFirst = referralOrder('ReceivedNewest');
const list = [row('noon', 12), row('morning', 10)];
const idsOf = (rows: readonly { Id: string }[]) => rows.map(({ Id }) => Id);

const isListed = ({ Id }: ReferralRow) => Id.startsWith('new');

function lookUp(live: ReturnType<typeof noLiveRows>, found: ReferralRow[], ids = idsOf(found)) {
  return withLookUp(live, { ids, found: { ReferralInfo: found }, isListed });
}
const start = noLiveRows('first reading');

describe('a referral that others add', () => {
  test('waits beside the list, and goes where it belongs once it is asked for', () => {
    const live = lookUp(start, [row('new', 11)]);
    const waiting = arranged(list, live, newestFirst);
    expect([idsOf(waiting.rows), idsOf(waiting.arrived)]).toEqual([['noon', 'morning'], ['new']]);
    const shown = arranged(list, { ...live, wanted: new Set(['new']) }, newestFirst);
    expect([idsOf(shown.rows), idsOf(shown.arrived)]).toEqual([['noon', 'new', 'morning'], []]);
  });

  test('moves no row whose own place a change has made another', () => {
    const unordered = [row('morning', 10), row('noon', 12)];
    const live = { ...lookUp(start, [row('new', 9)]), wanted: new Set(['new']) };
    expect(idsOf(arranged(unordered, live, newestFirst).rows)).toEqual(['morning', 'noon', 'new']);
  });

  test('is no longer added once the list has it, or it is deleted', () => {
    const live = lookUp(start, [row('new', 11)]);
    expect(arranged([row('new', 11), ...list], live, newestFirst).arrived).toEqual([]);
    expect(arranged(list, lookUp(live, [], ['new']), newestFirst).arrived).toEqual([]);
  });

  test('is left out where the selection would not list it', () => {
    expect(arranged(list, lookUp(start, [row('other', 11)]), newestFirst).arrived).toEqual([]);
  });
});

test('each change marks its row again', () => {
  const twice = lookUp(lookUp(start, [row('noon', 12, '2')]), [
    row('noon', 12, '3'),
    row('morning', 10, '2'),
  ]);
  expect([...twice.touches]).toEqual([
    ['noon', 2],
    ['morning', 1],
  ]);
});

test('rows that nothing was added to stay the same array', () => {
  expect(arranged(list, start, newestFirst).rows).toBe(list);
});
