import { describe, expect, test } from 'vitest';
import { insurancesApi } from '@handoff/shared/contract/parties';
import type { InputOf } from '../send/request.ts';
import { createQueue } from '../send/queue.ts';
import { type Reply, talkTo } from '../../testing/talk-to.ts';
import { accessTo } from '../use-api.ts';
import type { Conflict } from './merge.ts';
import { type Choice, saveOnLatest } from './use-save.ts';

// Insurances represent every record that people edit: they are small and answered like referrals.
const ana = { Id: 'u-ana', FullName: 'Ana' };
const marcus = { Id: 'u-marcus', FullName: 'Marcus' };
type Insured = typeof first;
const first = {
  Id: 'i',
  Etag: '1',
  Name: 'Aetna',
  PlanType: 'HMO',
  PayerId: '60054',
  Rank: 'Primary',
  PaysBeforeMedicare: false,
  ContractedPayerId: 'p',
  UpdatedAt: '2026-11-26T10:00:01Z',
  UpdatedBy: ana,
};
type Fields = Partial<Pick<Insured, 'Name' | 'PlanType' | 'PayerId'>>;

/** Builds a later version by the number of its Etag. */
const later = (number: number, fields: Fields, by = ana): Insured => ({
  ...first,
  ...fields,
  Etag: String(number),
  UpdatedAt: `2026-11-26T10:00:0${number}Z`,
  UpdatedBy: by,
});
const call = insurancesApi.update;
const slice = (record: object) => ({ InsurancesInfo: [record] });
const saved = (record: object, after?: Promise<unknown>): Reply => ({
  status: 200,
  body: slice(record),
  ...(after && { after }),
});
const conflict = (current: object): Reply => ({
  status: 409,
  body: { ErrorMessage: 'Someone was faster', code: 'conflict', current, requestId: 'r' },
});

async function screen(replies: Reply[], choice?: Choice) {
  const { client, seen } = await talkTo(replies);
  const access = accessTo(client, 'domain-a');
  const { records } = access;
  const queue = createQueue();
  const asked: Conflict[] = [];
  const shown = { InsurancesInfo: [first] };
  records.take({ endpoint: insurancesApi.list, output: shown, askedAt: 0 });
  const latest = (): Insured => ({ ...first, ...records.current('insurance', 'i') });

  function save(mine: Fields, on = latest()) {
    const end = records.edit('insurance', 'i', mine);
    const edited = queue.enter({
      lane: 'i',
      wish: JSON.stringify([on.Etag, mine]),
      run: () =>
        saveOnLatest<Insured, Fields>(on, mine, {
          records,
          fieldsOf: ({ Name, PlanType, PayerId }) => ({ Name, PlanType, PayerId }),
          wholes: [],
          latest,
          send,
          ask: async (met) => {
            asked.push(met);
            return choice;
          },
        }),
    });
    return edited.finally(end);
  }
  const send = (input: InputOf<typeof call>) =>
    access.client.call(call, input, { key: crypto.randomUUID() }).catch(() => undefined);
  const sent = () => seen.map(({ body }): unknown => JSON.parse(body));
  const see = (output: object) =>
    records.take({ endpoint: insurancesApi.list, output: slice(output), askedAt: 0 });
  const name = () => records.join(insurancesApi.list, shown).InsurancesInfo[0]?.Name;
  return { save, sent, see, name, asked, latest, seen, records };
}

describe('a save', () => {
  test('is one request with the fields that differ, and reads nothing', async () => {
    const { save, sent, latest } = await screen([saved(later(2, { Name: 'Aetna Health' }))]);
    await save({ Name: 'Aetna Health', PlanType: 'HMO' });
    expect(sent()).toEqual([{ Id: 'i', Etag: '1', Name: 'Aetna Health' }]);
    expect(latest().Etag).toBe('2');
  });

  test('without a difference sends no request', async () => {
    const { save, sent } = await screen([]);
    expect(await save({ Name: 'Aetna' })).toMatchObject({ Etag: '1' });
    expect(sent()).toEqual([]);
  });

  test('shows at once and while its answer is slow', async () => {
    const slow = Promise.withResolvers<void>();
    const { save, name } = await screen([saved(later(2, { Name: 'Aetna Health' }), slow.promise)]);
    const saving = save({ Name: 'Aetna Health' });
    expect(name()).toBe('Aetna Health');
    slow.resolve();
    await saving;
    expect(name()).toBe('Aetna Health');
  });

  test('that is refused shows what is saved again', async () => {
    const { save, name } = await screen([
      { status: 403, body: { ErrorMessage: 'No', code: 'forbidden', requestId: 'r' } },
    ]);
    expect(await save({ Name: 'Aetna Health' })).toBeUndefined();
    expect(name()).toBe('Aetna');
  });

  test('is not overtaken by a reading that began before it', async () => {
    const { save, see, name } = await screen([saved(later(2, { Name: 'Aetna Health' }))]);
    await save({ Name: 'Aetna Health' });
    see(first);
    expect(name()).toBe('Aetna Health');
  });

  test('is no conflict although its hint is read before its answer arrives', async () => {
    const slow = Promise.withResolvers<void>();
    const second = later(2, { Name: 'Aetna Health' });
    const { save, see, name, asked } = await screen([
      saved(second, slow.promise),
      saved(later(3, { Name: 'Aetna' })),
    ]);
    const saving = save({ Name: 'Aetna Health' });
    see(second);
    slow.resolve();
    await saving;
    await save({ Name: 'Aetna' });
    expect([name(), asked]).toEqual(['Aetna', []]);
  });

  test('does not lose an edit by a lost answer: the next save goes onto what that one did', async () => {
    const { save, sent, asked } = await screen([
      'hang up',
      'hang up',
      'hang up',
      'hang up',
      'hang up',
      conflict(later(2, { Name: 'Aetna Health' })),
      saved(later(3, { Name: 'Aetna Health', PlanType: 'PPO' })),
    ]);
    expect(await save({ Name: 'Aetna Health' })).toBeUndefined();
    expect(await save({ PlanType: 'PPO' })).toMatchObject({ Etag: '3' });
    expect(asked).toEqual([]);
    expect(sent().slice(5)).toEqual([
      { Id: 'i', Etag: '1', PlanType: 'PPO' },
      { Id: 'i', Etag: '2', PlanType: 'PPO' },
    ]);
  });
});

describe('two quick edits of one’s own', () => {
  test('are both saved, the second on the version of the first', async () => {
    const { save, sent, asked } = await screen([
      saved(later(2, { Name: 'B' })),
      saved(later(3, { Name: 'B', PlanType: 'PPO' })),
    ]);
    await Promise.all([save({ Name: 'B' }, first), save({ PlanType: 'PPO' }, first)]);
    expect(sent()).toEqual([
      { Id: 'i', Etag: '1', Name: 'B' },
      { Id: 'i', Etag: '2', PlanType: 'PPO' },
    ]);
    expect(asked).toEqual([]);
  });

  test('that touch the same field are no conflict, even if the server has tidied the first', async () => {
    const { save, sent, asked } = await screen([
      saved(later(2, { Name: 'B, tidied' })),
      saved(later(3, { Name: 'C' })),
    ]);
    await Promise.all([save({ Name: 'B' }, first), save({ Name: 'C' }, first)]);
    expect(asked).toEqual([]);
    expect(sent()[1]).toEqual({ Id: 'i', Etag: '2', Name: 'C' });
  });

  test('to one value and back end where they began', async () => {
    const { save, name, latest } = await screen([
      saved(later(2, { Name: 'B' })),
      saved(later(3, { Name: 'Aetna' })),
    ]);
    const both = [save({ Name: 'B' }, first), save({ Name: 'Aetna' }, { ...first, Name: 'B' })];
    expect(name()).toBe('Aetna');
    await Promise.all(both);
    expect([name(), latest().Etag]).toEqual(['Aetna', '3']);
  });

  test('the same twice are one request', async () => {
    const { save, sent } = await screen([saved(later(2, { Name: 'B' }))]);
    await Promise.all([save({ Name: 'B' }, first), save({ Name: 'B' }, first)]);
    expect(sent()).toHaveLength(1);
  });

  test('with a change of someone else between them are still one’s own', async () => {
    const { save, asked, see } = await screen([
      saved(later(2, { Name: 'B' })),
      saved(later(4, { Name: 'C', PlanType: 'PPO' })),
      saved(later(5, { Name: 'D', PlanType: 'PPO' })),
    ]);
    await save({ Name: 'B' }, first);
    see(later(3, { Name: 'B', PlanType: 'PPO' }, marcus));
    await save({ Name: 'C' }, first);
    await save({ Name: 'D' }, first);
    expect(asked).toEqual([]);
  });
});

describe('an edit of someone else', () => {
  test('to another field is kept beside one’s own', async () => {
    const { save, sent, asked } = await screen([
      conflict(later(2, { PlanType: 'PPO' }, marcus)),
      saved(later(3, { Name: 'B', PlanType: 'PPO' })),
    ]);
    await save({ Name: 'B' });
    expect(asked).toEqual([]);
    expect(sent()[1]).toEqual({ Id: 'i', Etag: '2', Name: 'B' });
  });

  test('to the same field is a choice that names its author', async () => {
    const { asked, save } = await screen([conflict(later(2, { Name: 'Theirs' }, marcus))]);
    expect(await save({ Name: 'Mine' })).toBeUndefined();
    expect(asked).toMatchObject([
      { names: ['Name'], mine: { Name: 'Mine' }, theirs: { Name: 'Theirs' }, by: marcus },
    ]);
  });

  test('is replaced where the person chooses so', async () => {
    const replies = [conflict(later(2, { Name: 'Theirs' }, marcus)), saved(later(3, { Name: 'Mine' }))];
    const { save, sent } = await screen(replies, new Map([['Name', 'mine']]));
    expect(await save({ Name: 'Mine' })).toMatchObject({ Etag: '3' });
    expect(sent()[1]).toEqual({ Id: 'i', Etag: '2', Name: 'Mine' });
  });

  test('stays where the person chooses so, and nothing is sent', async () => {
    const replies = [conflict(later(2, { Name: 'Theirs' }, marcus))];
    const { save, sent, name } = await screen(replies, new Map([['Name', 'theirs']]));
    await save({ Name: 'Mine' });
    expect([sent().length, name()]).toEqual([1, 'Theirs']);
  });

  test('shows once a choice is left, as the others have made it', async () => {
    const { save, name } = await screen([conflict(later(2, { Name: 'Theirs' }, marcus))]);
    await save({ Name: 'Mine' });
    expect(name()).toBe('Theirs');
  });

  test('that is made again and again is given up on after ten rounds', async () => {
    const faster = Array.from({ length: 12 }, (_, n) =>
      conflict({ ...later(2, { PlanType: `P${n}` }, marcus), Etag: `m${n}` }),
    );
    const { save, sent } = await screen(faster);
    expect(await save({ Name: 'B' })).toBeUndefined();
    expect(sent()).toHaveLength(10);
  });
});

test('another business domain begins without any record', async () => {
  const { client } = await talkTo([saved(first)]);
  const former = accessTo(client, 'domain-a');
  await former.client.call(call, { body: { Id: 'i', Etag: '0' } }, { key: crypto.randomUUID() });
  expect(former.records.current('insurance', 'i')).toMatchObject({ Etag: '1' });
  expect(accessTo(client, 'domain-b').records.current('insurance', 'i')).toBeUndefined();
});
