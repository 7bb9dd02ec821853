import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { type Referral, undecided } from '@handoff/shared/domain/referral/referral';
import { ana, sampleReferral, sampleWhole } from '../../testing/sample-referrals.ts';
import { ok, type Reply, talkTo } from '../../testing/talk-to.ts';
import { type Hint, isTouchedBy, noted, readKey } from '../records/use-read.ts';
import { createRecords } from '../records/store.ts';
import { outbox } from '../send/outbox.ts';
import { accessTo } from '../use-api.ts';
import { followChanges } from './live.tsx';

const referral = sampleReferral('r');
const accepted = sampleReferral('r', {
  Etag: '2',
  Decision: { ...undecided, Kind: 'Accepted' },
  UpdatedAt: '2026-11-26T11:00:00.000Z',
});
const checked = (record: Referral) => ({ ReferralInfo: [record] });
const whole = (record: Referral) => ok(sampleWhole(record));

const how = () => ({ key: crypto.randomUUID(), domain: 'domain-a' });

/** Opens the referral on a page that reads it again after each hint that concerns it. */
async function page(replies: Reply[]) {
  const { client, seen } = await talkTo([whole(referral), ...replies]);
  const access = accessTo(client, 'domain-a');
  const key = readKey(referralsApi.byId, { query: { id: 'r' } }, { domain: 'domain-a' });
  const reading = () =>
    noted(key, () => access.client.call(referralsApi.byId, { query: { id: 'r' } }, how()));
  const readings: Promise<unknown>[] = [reading()];
  await readings[0];
  const changes = followChanges({
    ownId: ana.Id,
    records: access.records,
    act: (hints) => void (hints.some((hint) => isTouchedBy(key, hint)) && readings.push(reading())),
  });
  const accept = () =>
    outbox.enter({
      lane: 'r',
      wish: crypto.randomUUID(),
      run: (place) => {
        const body = { Id: 'r', Etag: '1', Decision: { Kind: 'Accepted' as const } };
        return access.client.call(referralsApi.update, { body }, { ...how(), ...(place && { place }) });
      },
    });
  const act = (call: 'remove' | 'restore') =>
    access.client.call(referralRetentionApi[call], { body: { Id: 'r' } }, how());
  /** Returns the methods of all requests, once every hint has been acted on. */
  const requests = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(readings);
    return seen.map(({ method }) => method);
  };
  return {
    records: access.records,
    accept,
    act,
    hear: (by: string) => void changes.hear({ topic: 'referral', id: 'r', by }),
    requests,
  };
}

// Requests need real time, hints do not.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a referral that is open', () => {
  test('is accepted by one request, and neither its answer nor the message about it reads anything', async () => {
    const { accept, hear, requests, records } = await page([{ status: 200, body: checked(accepted) }]);
    await accept();
    hear(ana.Id);
    expect(await requests()).toEqual(['GET', 'PATCH']);
    expect(records.current('referral', 'r')).toMatchObject({ Decision: { Kind: 'Accepted' } });
  });

  test('is not read either when the message overtakes a slow answer', async () => {
    const slow = Promise.withResolvers<void>();
    const { accept, hear, requests } = await page([
      { status: 200, body: checked(accepted), after: slow.promise },
    ]);
    const accepting = accept();
    hear(ana.Id);
    slow.resolve();
    await accepting;
    expect(await requests()).toEqual(['GET', 'PATCH']);
  });

  test('is read after a change by someone else, even during a save of one’s own', async () => {
    const slow = Promise.withResolvers<void>();
    const { accept, hear, requests } = await page([
      { status: 200, body: checked(accepted), after: slow.promise },
      whole({ ...accepted, Etag: '3' }),
    ]);
    const accepting = accept();
    await expect.poll(() => requests()).toHaveLength(2);
    hear('u-marcus');
    slow.resolve();
    await accepting;
    expect(await requests()).toEqual(['GET', 'PATCH', 'GET']);
  });

  test('is read after a change of one’s own in another tab', async () => {
    const { hear, requests } = await page([whole(accepted)]);
    hear(ana.Id);
    expect(await requests()).toEqual(['GET', 'GET']);
  });

  test('is read after its deletion and after the undo, which change more than they answer', async () => {
    const { act, requests } = await page([
      { status: 200, body: { ReferralInfo: [referral], PurgeAt: '2026-12-26T09:00:00.000Z' } },
      whole(referral),
      { status: 200, body: { ReferralInfo: [{ ...referral, Etag: '2' }] } },
      whole({ ...referral, Etag: '2' }),
    ]);
    await act('remove');
    await requests();
    await act('restore');
    await expect.poll(() => requests()).toHaveLength(5);
    expect((await requests()).filter((method) => method === 'GET')).toHaveLength(3);
  });
});

describe('hints', () => {
  test('are acted on at once, and those that follow together', () => {
    const acted: string[][] = [];
    const changes = followChanges({
      ownId: ana.Id,
      records: createRecords(),
      act: (hints: Hint[]) => void acted.push(hints.map(({ id }) => id)),
    });
    const hearOf = (id: string) => void changes.hear({ topic: 'referral', id });
    for (const id of ['a', 'b', 'c']) hearOf(id);
    expect(acted).toEqual([['a']]);
    vi.advanceTimersByTime(500);
    expect(acted).toEqual([['a'], ['b', 'c']]);
    vi.advanceTimersByTime(5000);
    hearOf('d');
    expect(acted.at(-1)).toEqual(['d']);
    hearOf('e');
    changes.stop();
    vi.advanceTimersByTime(5000);
    expect(acted.at(-1)).toEqual(['d']);
  });
});
