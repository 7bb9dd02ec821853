import { describe, expect, test } from 'vitest';
import { insurancesApi } from '@handoff/shared/contract/parties';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { type Change, createRecords, newest, type Version } from './store.ts';

const version = (etag: string, more: Partial<Version> = {}): Version => ({
  record: { Id: 'r', Etag: etag },
  etag,
  updatedAt: '',
  askedAt: 0,
  replaced: new Set(),
  ...more,
});
const at = (updatedAt: string) => ({ updatedAt });

describe('the newer of two versions', () => {
  test('is the first where there is no other', () => {
    expect(newest(undefined, version('a')).etag).toBe('a');
  });

  test('is the one that was saved onto the other, whatever their clocks say', () => {
    const known = version('a', at('2026-11-26T10:00:01Z'));
    const saved = version('b', { ...at('2026-11-26T10:00:00Z'), replaced: new Set(['a']) });
    expect(newest(known, saved).etag).toBe('b');
    expect(newest(newest(known, saved), known).etag).toBe('b');
  });

  test('is never one that was replaced, however many saves ago', () => {
    const chain = ['b', 'c', 'd'].reduce(
      (known, etag) => newest(known, version(etag, { replaced: new Set([known.etag]) })),
      version('a'),
    );
    expect(['a', 'b', 'c'].map((etag) => newest(chain, version(etag, { askedAt: 9 })).etag)).toEqual([
      'd',
      'd',
      'd',
    ]);
  });

  test('is the one changed later where neither was saved onto the other', () => {
    const [early, late] = [
      version('a', at('2026-11-26T10:00:00Z')),
      version('b', at('2026-11-26T10:00:01Z')),
    ];
    expect(newest(early, late).etag).toBe('b');
    expect(newest(late, early).etag).toBe('b');
  });

  test('is the one asked for later where they have no versions', () => {
    const [early, late] = [version('', { askedAt: 1 }), version('', { askedAt: 2 })];
    expect([newest(early, late), newest(late, early)]).toEqual([late, late]);
  });
});

const call = insurancesApi.list;
const insurance = (Etag: string, Name: string, UpdatedAt = `2026-11-26T10:00:0${Etag}Z`) => ({
  Id: 'i',
  Etag,
  Name,
  UpdatedAt,
});
const listOf = (...InsurancesInfo: object[]) => ({ InsurancesInfo, Continuation: null });

function screen() {
  const records = createRecords();
  const changes: Change[] = [];
  records.follow((made) => changes.push(...made));
  const read = (output: object, endpoint: Endpoint = call, askedAt = 0) =>
    records.take({ endpoint, output, askedAt });
  const save = (output: object, written: object, endpoint: Endpoint = insurancesApi.update) =>
    records.take({ endpoint, output, askedAt: 0, written });
  return { records, changes, read, save };
}

const note = (Id: string) => ({ Id, ReferralId: 'r', Text: Id });
const checked = (Etag: string, Coverage: string) => ({
  ReferralInfo: [{ Id: 'r', Etag, UpdatedAt: Etag }],
  ReferralFits: [{ ReferralId: 'r', Coverage }],
});

describe('an answer on screen', () => {
  test('has the newest version of each record, also after a reading that was asked for before', () => {
    const { records, read, save } = screen();
    const shown = listOf(insurance('1', 'Aetna'));
    read(shown);
    save({ InsurancesInfo: [insurance('2', 'Aetna Health')] }, { Id: 'i', Etag: '1' });
    expect(records.join(call, shown).InsurancesInfo).toEqual([insurance('2', 'Aetna Health')]);
    read(listOf(insurance('1', 'Aetna')));
    expect(records.join(call, shown).InsurancesInfo).toEqual([insurance('2', 'Aetna Health')]);
  });

  test('lacks a deleted record at once where it is a list, until it is answered again', () => {
    const { records, read, save } = screen();
    const shown = listOf(insurance('1', 'Aetna'));
    read(shown);
    save({}, { Id: 'i', Etag: '1' }, insurancesApi.remove);
    const listed = () => records.join(call, shown, { isList: true }).InsurancesInfo;
    expect(listed()).toEqual([]);
    read(listOf(insurance('1', 'Aetna')));
    expect(listed()).toEqual([]);
    expect(records.join(call, listOf(insurance('1', 'Aetna'))).InsurancesInfo).toHaveLength(1);
    read(listOf(insurance('1', 'Aetna')), call, performance.now() + 1);
    expect(listed()).toHaveLength(1);
  });

  test('is the same object while nothing in it changes', () => {
    const { records, read, save } = screen();
    const shown = listOf(insurance('1', 'Aetna'));
    read(shown);
    const first = records.join(call, shown);
    save({ InsurancesInfo: [{ ...insurance('2', 'Cigna'), Id: 'j' }] }, {}, insurancesApi.create);
    expect(records.join(call, shown)).toBe(first);
  });

  test('shows an edit at once, and what was saved once the edit ends', () => {
    const { records, read, save } = screen();
    const shown = listOf(insurance('1', 'Aetna'));
    read(shown);
    const end = records.edit('insurance', 'i', { Name: 'Aetna Health' });
    expect(records.join(call, shown).InsurancesInfo).toMatchObject([{ Etag: '1', Name: 'Aetna Health' }]);
    expect(records.current('insurance', 'i')).toMatchObject({ Name: 'Aetna' });
    save({ InsurancesInfo: [insurance('2', 'Aetna Health, tidied')] }, { Id: 'i', Etag: '1' });
    end();
    expect(records.join(call, shown).InsurancesInfo).toEqual([insurance('2', 'Aetna Health, tidied')]);
  });

  test('two edits at once end each by itself', () => {
    const { records, read } = screen();
    const shown = listOf(insurance('1', 'Aetna'));
    read(shown);
    const ends = ['First', 'Second'].map((Name) => records.edit('insurance', 'i', { Name }));
    const name = () => records.join(call, shown).InsurancesInfo[0];
    expect(name()).toMatchObject({ Name: 'Second' });
    ends[0]?.();
    expect(name()).toMatchObject({ Name: 'Second' });
    ends[1]?.();
    expect(name()).toMatchObject({ Name: 'Aetna' });
  });

  test('shows an edit of a referral in the row of a list, too', () => {
    const { records, read } = screen();
    const shown = { ReferralInfo: [{ Id: 'r', Etag: '1', StatusId: 'new' }], Continuation: null };
    read(shown, referralsApi.list);
    const end = records.edit('referral', 'r', { StatusId: 'review' });
    expect(records.join(referralsApi.list, shown).ReferralInfo).toMatchObject([{ StatusId: 'review' }]);
    end();
    expect(records.join(referralsApi.list, shown)).toEqual(shown);
  });

  test('has a note of one’s own before it is read again', () => {
    const { records, read, save } = screen();
    const shown = {
      ReferralInfo: [{ Id: 'r', Etag: '1' }],
      ReferralDocuments: [],
      ReferralNotes: [note('n-1')],
    };
    read(shown, referralsApi.byId);
    save({ ReferralNotes: [note('n-2')] }, { ReferralId: 'r' }, referralNotesApi.updateNotes);
    const now = records.join<{ ReferralNotes: object[] }>(referralsApi.byId, shown);
    expect(now.ReferralNotes).toEqual([note('n-1'), note('n-2')]);
    const next = { ...shown, ReferralNotes: [note('n-2'), note('n-1')] };
    read(next, referralsApi.byId, 1e9);
    expect(records.join(referralsApi.byId, next).ReferralNotes).toEqual([note('n-2'), note('n-1')]);
  });

  test('keeps what the rules say about a referral as old as the referral', () => {
    const { records, read } = screen();
    read(checked('2', 'yes'), referralsApi.list);
    read(checked('1', 'no'), referralsApi.list, 1e9);
    const now = records.join<{ ReferralFits: object[] }>(referralsApi.list, checked('1', 'no'));
    expect(now.ReferralFits).toEqual([{ ReferralId: 'r', Coverage: 'yes' }]);
  });
});

const many = (Etag: string) =>
  Array.from({ length: 300 }, (_, n) => ({ ...insurance(Etag, `Plan ${n}`), Id: `i${n}` }));

function reader() {
  const { records, read, save } = screen();
  const shown = listOf(...many('1'));
  read(shown);
  let notified = 0;
  records.subscribe(call, [shown], () => (notified += 1));
  return { records, read, save, shown, notified: () => notified };
}

describe('the readers of records', () => {
  test('hear nothing of 300 rows that are answered again unchanged, and keep each row', () => {
    const { records, read, shown, notified } = reader();
    const first = records.join<typeof shown>(call, shown);
    const again = listOf(...many('1'));
    read(again, call, 1);
    expect(notified()).toBe(0);
    expect(records.join(call, shown)).toBe(first);
    const rows = records.join<typeof shown>(call, again).InsurancesInfo;
    expect(rows.filter((row, n) => row === first.InsurancesInfo[n])).toHaveLength(300);
  });

  test('are notified once by an answer that changes all of their rows', () => {
    const { read, notified } = reader();
    read(listOf(...many('2')));
    expect(notified()).toBe(1);
  });

  test('are not notified of records that they do not show, nor after they have left', () => {
    const { records, read, shown, notified } = reader();
    read(listOf({ ...insurance('1', 'Cigna'), Id: 'other' }));
    let heard = 0;
    records.subscribe(call, [shown], () => (heard += 1))();
    read(listOf(...many('2')));
    expect([notified(), heard]).toEqual([1, 0]);
  });

  test('keep their records when the store forgets the oldest ones', () => {
    const records = createRecords({ mostRecords: 100 });
    const [one, ...others] = many('1');
    const shown = listOf(one ?? {});
    records.take({ endpoint: call, output: shown, askedAt: 0 });
    records.subscribe(call, [shown], () => {});
    records.take({ endpoint: call, output: listOf(...others), askedAt: 0 });
    expect(records.current('insurance', 'i0')).toBe(one);
    const isKept = ({ Id }: { Id: string }) => records.current('insurance', Id) !== undefined;
    expect(others.filter(isKept)).toHaveLength(49);
  });

  test('hear of a note that was added to their referral, and of its next edit', () => {
    const { records, read, save } = screen();
    const shown = { ...checked('1', 'no'), RelatedReferrals: [] };
    read(shown, referralsApi.byId);
    let notified = 0;
    records.subscribe(referralsApi.byId, [shown], () => (notified += 1));
    save({ ReferralNotes: [note('n-1')] }, { ReferralId: 'r' }, referralNotesApi.updateNotes);
    expect(notified).toBe(1);
    const edited = { ...note('n-1'), Priority: true };
    save({ ReferralNotes: [edited] }, { ReferralId: 'r' }, referralNotesApi.updateNotes);
    expect(notified).toBe(2);
  });
});

describe('a change of one’s own', () => {
  test('is shown where the record was known, and read where it is new', () => {
    const { changes, read, save } = screen();
    read(listOf(insurance('1', 'Aetna')));
    save({ InsurancesInfo: [insurance('2', 'Aetna Health')] }, { Id: 'i', Etag: '1' });
    save({ InsurancesInfo: [{ ...insurance('3', 'Cigna'), Id: 'j' }] }, {}, insurancesApi.create);
    expect(changes).toEqual([
      { topic: 'insurance', id: 'i', isShown: true },
      { topic: 'insurance', id: 'j', isShown: false },
    ]);
  });

  test('is read where it changes more than its answer says, such as a deletion and its undo', () => {
    const { changes, read, save } = screen();
    const slice = { ReferralInfo: [{ Id: 'r', Etag: '1' }] };
    read({ ...slice, ReferralDocuments: [], ReferralNotes: [] }, referralsApi.byId);
    save(slice, { Id: 'r', Etag: '1' }, referralRetentionApi.remove);
    save({ ReferralInfo: [{ Id: 'r', Etag: '2' }] }, { Id: 'r' }, referralRetentionApi.restore);
    expect(changes.map(({ isShown }) => isShown)).toEqual([false, false]);
  });

  test('is announced for the referral of a note as well', () => {
    const { changes, save } = screen();
    save(
      { ReferralNotes: [{ Id: 'n', ReferralId: 'r' }] },
      { ReferralId: 'r' },
      referralNotesApi.updateNotes,
    );
    expect(changes.map(({ id }) => id)).toEqual(['n', 'r']);
  });

  test('is not made by a reading', () => {
    const { changes, read } = screen();
    read(listOf(insurance('1', 'Aetna')));
    expect(changes).toEqual([]);
  });
});
