import { expect, test } from 'vitest';
import type { CountyCover } from '@handoff/shared/domain/agency/coverage';
import type { Capacity } from '@handoff/shared/domain/agency/capacity';
import { type Cell, cellOf, entireCellOf, needsLook, togetherOf } from './cell-state.ts';

const kept = { Etag: '', UpdatedAt: '', UpdatedBy: { Id: '', FullName: '' } };
const area: CountyCover['areas'][number] = {
  zips: 2,
  area: {
    ...kept,
    Id: 'a',
    Name: 'Home visits',
    States: ['CT'],
    Counties: [],
    ZipCodes: [],
    ZipRanges: [],
    Disciplines: [],
    StartsOn: null,
    EndsOn: null,
  },
};
const served: CountyCover = { cover: 'ours', areas: [area], uncovered: [], doubled: [], partners: [] };
const notServed: CountyCover = { ...served, cover: 'gap', areas: [] };
const limit = (Level: Capacity['Level']): Capacity => ({
  ...kept,
  Id: 'l',
  Discipline: 'PT',
  State: 'CT',
  County: 'Hartford',
  Level,
  StartsOn: '2026-11-23',
  EndsOn: '2026-12-06',
  Note: '',
});

test.each<[Partial<Parameters<typeof cellOf>[0]>, Cell['state'], string]>([
  [{}, 'served', 'served'],
  [{ cover: { ...served, cover: 'overlap', doubled: ['06103'] } }, 'served', 'served, by two areas'],
  [{ cover: { ...served, cover: 'ending' } }, 'served', 'served, but an area ends soon'],
  [{ cover: { ...served, cover: 'part', uncovered: ['06103'] } }, 'partly', 'partly, without 1 ZIP code'],
  [{ limit: limit('Limited') }, 'partly', 'partly, limited until 12/06/2026'],
  [{ limit: limit('Full') }, 'full', 'full until 12/06/2026'],
  [{ cover: notServed }, 'none', 'not ours'],
  [
    { cover: notServed, asked: 3 },
    'asked',
    'asked for and not served: 3 referrals from the county in 90 days',
  ],
  [{ cover: notServed, limit: limit('Full') }, 'none', 'not ours'],
])('a cell has one state, and says why: %#', (found, state, words) => {
  expect(cellOf({ cover: served, limit: undefined, asked: 0, ...found })).toMatchObject({ state, words });
});

const cell = (state: Cell['state']): Cell => ({ state, words: '', cover: served, limit: undefined });

test.each([
  [['served', 'served'], 'served', false],
  [['none', 'none'], 'none', false],
  [['served', 'none'], 'partly', true],
  [['full', 'full'], 'full', true],
  [['served', 'full'], 'partly', true],
  [['asked', 'none'], 'asked', true],
] as const)('a row of %j is %s together', (states, together, isOpen) => {
  expect([togetherOf(states.map(cell)), needsLook(states.map(cell))]).toEqual([together, isOpen]);
});

test('a limit of the entire state shows on its line, whether areas are by state or by county', () => {
  const alone = cellOf({ cover: notServed, limit: limit('Full'), asked: 0 });
  const counties = [cellOf({ cover: served, limit: limit('Full'), asked: 0 }), cell('none')];
  expect(entireCellOf(alone, counties)).toMatchObject({ state: 'full', words: 'full until 12/06/2026' });
  expect(entireCellOf(alone, [cell('none')])).toMatchObject({ state: 'none', words: 'not ours' });
});
