import { expect, test } from 'vitest';
import {
  type Capacity,
  endOfWeeks,
  isForCapacity,
  limitSentence,
  limitsAt,
  NewCapacity,
  weekOf,
} from './capacity.ts';

const limit = (changes: Partial<Capacity> = {}): Capacity => ({
  Id: 'c',
  Etag: '',
  UpdatedAt: '',
  UpdatedBy: { Id: '', FullName: '' },
  Discipline: 'Skilled nursing',
  State: 'CT',
  County: 'Hartford',
  Level: 'Full',
  StartsOn: '2026-11-23',
  EndsOn: '2026-12-04',
  Note: '',
  ...changes,
});
const place = { State: 'CT', County: 'Hartford' };
const wanted = { place, disciplines: ['Skilled nursing'], day: '2026-11-25' };

test.each<[string, Partial<Capacity>, Partial<typeof wanted>, boolean]>([
  ['within its weeks', {}, {}, true],
  ['on its Monday', {}, { day: '2026-11-23' }, true],
  ['on the day before its Monday', {}, { day: '2026-11-22' }, false],
  ['on its last day', {}, { day: '2026-12-04' }, true],
  ['on the day after', {}, { day: '2026-12-05' }, false],
  ['for another discipline', { Discipline: 'Hospice' }, {}, false],
  ['in another county', { County: 'Tolland' }, {}, false],
  ['in a county as the file writes it', { County: 'HARTFORD COUNTY' }, {}, true],
  ['in a county of the same name elsewhere', {}, { place: { ...place, State: 'NY' } }, false],
  ['in the entire state', { County: '' }, {}, true],
  [
    'in the entire state, where the county is not known',
    { County: '' },
    { place: { ...place, County: '' } },
    true,
  ],
  ['in a county, where the county is not known', {}, { place: { ...place, County: '' } }, false],
  ['without a wanted discipline', {}, { disciplines: [] }, false],
])('a discipline is limited %s', (_, changes, asked, isLimited) => {
  expect(limitsAt({ ...wanted, ...asked }, [limit(changes)])).toHaveLength(isLimited ? 1 : 0);
});

test('the worst of several disciplines comes first, and the worst of several limits counts', () => {
  const disciplines = ['Physical therapy', 'Skilled nursing', 'Hospice'];
  const therapy = { Discipline: 'Physical therapy', Level: 'Limited' } as const;
  const found = limitsAt({ ...wanted, disciplines }, [
    limit({ ...therapy, EndsOn: '2026-12-27' }),
    limit({ Level: 'Limited', EndsOn: '2026-12-27' }),
    limit(),
    limit({ County: '', EndsOn: '2026-11-29' }),
    limit({ ...therapy, EndsOn: '2026-11-29' }),
  ]);
  expect(found.map(({ Discipline, Level, EndsOn }) => [Discipline, Level, EndsOn])).toEqual([
    ['Skilled nursing', 'Full', '2026-12-04'],
    ['Physical therapy', 'Limited', '2026-12-27'],
  ]);
});

test.each([
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2026-11-29', '2026-11-23', '2026-11-29'],
  ['2026-11-30', '2026-11-30', '2026-12-06'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
  ['1969-12-31', '1969-12-29', '1970-01-04'],
])('the week of %s is from %s to %s', (day, monday, sunday) => {
  expect([weekOf(day), endOfWeeks(day, 1)]).toEqual([monday, sunday]);
});

test('weeks are counted from the one that the day is in', () => {
  expect([1, 2, 4].map((weeks) => endOfWeeks('2026-11-25', weeks))).toEqual([
    '2026-11-29',
    '2026-12-06',
    '2026-12-20',
  ]);
});

test.each([
  ['a day that is no Monday', { StartsOn: '2026-11-24' }, 'Choose a Monday'],
  ['an end before its start', { EndsOn: '2026-11-22' }, 'The end is before the start'],
])('a limit with %s is refused', (_, changes, message) => {
  const { Id: _id, Etag: _etag, UpdatedAt: _at, UpdatedBy: _by, ...draft } = limit(changes);
  expect(NewCapacity.safeParse(draft).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  ['No capacity', 'No capacity', true],
  ['No capacity', 'No nurse is free', true],
  ['reason-1', 'At capacity', true],
  ['Duplicate', 'Duplicate', false],
])('the reason %s, called %s, is for capacity: %s', (Id, Name, isSo) => {
  expect(isForCapacity({ Id, Name })).toBe(isSo);
});

const named = (changes: Partial<Capacity>) => limitSentence('Skilled nursing', limit(changes));

test('a sentence names discipline, place and last day', () => {
  expect(named({})).toBe('Skilled nursing is full in Hartford County until 12/04/2026');
  expect(named({ County: 'Hartford County', Level: 'Limited' })).toBe(
    'Skilled nursing is limited in Hartford County until 12/04/2026',
  );
  expect(named({ County: '' })).toBe('Skilled nursing is full in CT until 12/04/2026');
});
