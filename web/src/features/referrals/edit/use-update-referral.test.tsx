// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { Referral } from '@handoff/shared/domain/referral/referral';
import type { Side } from '../../../data/records/merge.ts';
import { accessTo, ApiContext } from '../../../data/use-api.ts';
import { ana, marcus, sampleReferral, sampleWhole } from '../../../testing/sample-referrals.ts';
import { ok, type Reply, talkTo } from '../../../testing/talk-to.ts';
import { accepted, useDecide } from '../decision/decide.ts';
import { type ReferralEdit, useUpdateReferral } from './use-update-referral.ts';

afterEach(cleanup);

const first = sampleReferral('r');

/** Builds a later version by the number of its Etag. */
const later = (number: number, fields: Partial<Referral>, by = ana): Referral => ({
  ...first,
  ...fields,
  Etag: String(number),
  UpdatedAt: `2026-11-26T10:00:0${number}Z`,
  UpdatedBy: by,
});
const saved = (record: Referral, after?: Promise<unknown>) => ok({ ReferralInfo: [record] }, after);
const collision = (current: Referral, ...names: string[]): Reply => ({
  status: 409,
  body: {
    ErrorMessage: 'Someone was faster',
    code: 'conflict',
    fields: Object.fromEntries(names.map((name) => [name, 'Changed too'])),
    current,
    requestId: 'r',
  },
});

async function screen(replies: Reply[]) {
  const { client, seen } = await talkTo(replies);
  const access = accessTo(client, 'domain-a');
  const { records } = access;
  const wrapper = ({ children }: PropsWithChildren) => <ApiContext value={access}>{children}</ApiContext>;
  const { result } = renderHook(() => useUpdateReferral(), { wrapper });
  const shown = sampleWhole(first);
  records.take({ endpoint: referralsApi.byId, output: shown, askedAt: 0 });
  const now = () => Referral.parse(records.join(referralsApi.byId, shown).ReferralInfo[0]);
  return {
    now,
    see: (record: Referral) =>
      records.take({ endpoint: referralsApi.byId, output: { ...shown, ReferralInfo: [record] }, askedAt: 0 }),
    save: (edit: ReferralEdit, on = now()) => result.current.save(on, edit),
    /** Begins a save that meets a conflict. */
    collide: async (edit: ReferralEdit) => {
      const saving = result.current.save(now(), edit);
      await waitFor(() => expect(result.current.conflict).toBeDefined());
      return { conflict: result.current.conflict, saving };
    },
    choose: (...sides: [string, Side][]) =>
      act(async () => result.current.conflict?.choose(sides.length > 0 ? new Map(sides) : undefined)),
    sent: () => seen.map(({ body }): unknown => JSON.parse(body)),
  };
}

const { decide } = useDecide();
const acceptance = async () => {
  const Decision = await decide({ referrals: [first], decision: accepted });
  if (!Decision) throw new Error('Nothing comes before this decision');
  return { Decision };
};

test('an acceptance is one request with the version that the person saw', async () => {
  const { save, sent, now } = await screen([saved(later(2, { Decision: accepted, StatusId: 'accepted' }))]);
  expect(await save(await acceptance())).toBeUndefined();
  expect(sent()).toEqual([{ Id: 'r', Etag: '1', Decision: accepted }]);
  expect(now().StatusId).toBe('accepted');
});

describe('a save', () => {
  test('beside a change of someone else that this screen does not know is one request, too', async () => {
    const theirs = later(3, { Decision: accepted, Priority: true });
    const { save, sent, now } = await screen([saved(theirs)]);
    await save(await acceptance());
    expect(sent()).toHaveLength(1);
    expect(now()).toMatchObject({ Priority: true, Decision: { Kind: 'Accepted' } });
  });

  test('has only the fields that differ, and without any sends no request', async () => {
    const { save, sent } = await screen([saved(later(2, { Priority: true }))]);
    expect(await save({ StatusId: 'new' })).toBeUndefined();
    await save({ Priority: true, StatusId: 'new' });
    expect(sent()).toEqual([{ Id: 'r', Etag: '1', Priority: true }]);
  });

  test('shows at once and while its answer is slow', async () => {
    const slow = Promise.withResolvers<void>();
    const { save, now } = await screen([saved(later(2, { Owner: ana }), slow.promise)]);
    const saving = save({ Owner: ana });
    expect(now().Owner).toEqual(ana);
    slow.resolve();
    await saving;
    expect(now().Owner).toEqual(ana);
  });

  test('that is refused shows what is saved again', async () => {
    const { save, now } = await screen([
      { status: 403, body: { ErrorMessage: 'No', code: 'forbidden', requestId: 'r' } },
    ]);
    expect(await save({ Priority: true })).toMatchObject({ code: 'forbidden' });
    expect(now().Priority).toBeUndefined();
  });

  test('is not overtaken by a reading that began before it', async () => {
    const { save, see, now } = await screen([saved(later(2, { Priority: true }))]);
    await save({ Priority: true });
    see(first);
    expect(now().Priority).toBe(true);
  });
});

describe("two quick edits of one's own", () => {
  test('are both saved in order, although both began with the same version', async () => {
    const { save, sent, now } = await screen([
      saved(later(2, { Priority: true })),
      saved(later(3, { Priority: true, StatusId: 'review' })),
    ]);
    await Promise.all([save({ Priority: true }, first), save({ StatusId: 'review' }, first)]);
    expect(sent()).toEqual([
      { Id: 'r', Etag: '1', Priority: true },
      { Id: 'r', Etag: '1', StatusId: 'review' },
    ]);
    expect(now().Etag).toBe('3');
  });

  test('to one value and back end where they began', async () => {
    const { save, now } = await screen([
      saved(later(2, { Priority: true })),
      saved(later(3, { Priority: false })),
    ]);
    const there = save({ Priority: true });
    const back = save({ Priority: false });
    expect(now().Priority).toBe(false);
    await Promise.all([there, back]);
    expect(now()).toMatchObject({ Priority: false, Etag: '3' });
  });

  test('the same twice are one request', async () => {
    const { save, sent } = await screen([saved(later(2, { Priority: true }))]);
    await Promise.all([save({ Priority: true }, first), save({ Priority: true }, first)]);
    expect(sent()).toHaveLength(1);
  });
});

describe('a field that someone else has changed as well', () => {
  const theirs = later(2, { Owner: marcus, StatusId: 'closed' }, marcus);

  test('is a choice that names its author, and what is chosen is sent on their version', async () => {
    const { collide, choose, sent } = await screen([
      collision(theirs, 'Owner', 'StatusId'),
      saved(later(3, { Owner: ana, StatusId: 'closed' })),
    ]);
    const { conflict, saving } = await collide({ Owner: ana, StatusId: 'review', Priority: true });
    expect(conflict).toMatchObject({ names: ['Owner', 'StatusId'], by: marcus, theirs: { Owner: marcus } });
    expect(conflict?.mine).toMatchObject({ Owner: ana, StatusId: 'review' });
    await choose(['Owner', 'mine'], ['StatusId', 'theirs']);
    expect(await saving).toBeUndefined();
    expect(sent()[1]).toEqual({ Id: 'r', Etag: '2', Owner: ana, Priority: true });
  });

  test('stays where the person chooses so, and nothing is sent', async () => {
    const { collide, choose, sent, now } = await screen([collision(theirs, 'Owner')]);
    const { saving } = await collide({ Owner: ana });
    await choose(['Owner', 'theirs']);
    await saving;
    expect([sent().length, now().Owner]).toEqual([1, marcus]);
  });

  test('shows as the others have made it once the choice is left', async () => {
    const { collide, choose, now } = await screen([collision(theirs, 'Owner')]);
    const { saving } = await collide({ Owner: ana });
    expect(now().Owner).toEqual(ana);
    await choose();
    expect(await saving).toMatchObject({ code: 'conflict' });
    expect(now().Owner).toEqual(marcus);
  });

  test('is asked about again when others are faster again', async () => {
    const again = later(3, { Owner: null }, marcus);
    const { collide, choose, sent } = await screen([
      collision(theirs, 'Owner'),
      collision(again, 'Owner'),
      saved(later(4, { Owner: ana })),
    ]);
    const { saving } = await collide({ Owner: ana });
    await choose(['Owner', 'mine']);
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => choose(['Owner', 'mine']).then(() => expect(sent()).toHaveLength(3)));
    expect(await saving).toBeUndefined();
    expect(sent()[2]).toMatchObject({ Etag: '3' });
  });
});
