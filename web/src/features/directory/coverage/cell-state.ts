import { type Capacity, limitText } from '@handoff/shared/domain/agency/capacity';
import type { CountyCover } from '@handoff/shared/domain/agency/coverage';
import { plural } from '../../../text/format.ts';

/** The one state of a discipline in a county, the worst for a new patient last but for those that are not ours. */
export const cellStates = ['served', 'partly', 'full', 'asked', 'none'] as const;
export type CellState = (typeof cellStates)[number];

export interface Cell {
  state: CellState;
  /** Says the state, and why it is so. */
  words: string;
  cover: CountyCover;
  limit: Capacity | undefined;
}

interface Found {
  cover: CountyCover;
  /** What limits the discipline there today. */
  limit: Capacity | undefined;
  /** Referrals from the county in the last days. */
  asked: number;
}

/** A limit matters only where the agency serves: "full" beside "not ours" would say two things of one cell. */
export function cellOf({ cover, limit, asked }: Found): Cell {
  const found = { cover, limit };
  if (cover.areas.length === 0) {
    if (cover.partners.length > 0)
      return { ...found, state: 'none', words: 'not ours, but a partner agency takes patients' };
    if (asked === 0) return { ...found, state: 'none', words: 'not ours' };
    const words = `asked for and not served: ${plural(asked, 'referral')} from the county in ${ASKED_DAYS} days`;
    return { ...found, state: 'asked', words };
  }
  if (limit?.Level === 'Full') return { ...found, state: 'full', words: limitText(limit) };
  if (limit) return { ...found, state: 'partly', words: `partly, ${limitText(limit)}` };
  if (cover.uncovered.length > 0)
    return {
      ...found,
      state: 'partly',
      words: `partly, without ${plural(cover.uncovered.length, 'ZIP code')}`,
    };
  const notes = { overlap: ', by two areas', ending: ', but an area ends soon' };
  const note = cover.cover === 'overlap' || cover.cover === 'ending' ? notes[cover.cover] : '';
  return { ...found, state: 'served', words: `served${note}` };
}

/** How far back a referral shows that a county is asked for: the dashboard counts as many days at most. */
export const ASKED_DAYS = 90;

/** Whether a row has something for a manager to decide: not where the agency serves everything, or nothing. */
export function needsLook(cells: readonly Cell[]): boolean {
  const states = new Set(cells.map(({ state }) => state));
  const isMixed = states.has('none') && states.size > 1;
  const isUnclear = ({ cover: { cover } }: Cell) => cover === 'overlap' || cover === 'ending';
  return isMixed || cells.some((cell) => ['partly', 'full', 'asked'].includes(cell.state) || isUnclear(cell));
}

export const stateWords: Record<CellState, string> = {
  served: 'served',
  partly: 'partly, or few patients',
  full: 'full',
  asked: 'asked for and not served',
  none: 'not ours',
};

/** Sums up the counties of a state. `alone` has the limit of the entire state, which is said in its own words. */
export function entireCellOf(alone: Cell, counties: readonly Cell[]): Cell {
  if (counties.length === 0) return alone;
  const state = togetherOf(counties);
  const isServed = state !== 'none' && state !== 'asked';
  return { ...alone, state, words: alone.limit && isServed ? limitText(alone.limit) : stateWords[state] };
}

/** One state for several cells. */
export function togetherOf(cells: readonly Cell[]): CellState {
  const served = cells.filter(({ state }) => state !== 'none' && state !== 'asked');
  if (served.length === 0) return cells.some(({ state }) => state === 'asked') ? 'asked' : 'none';
  if (served.every(({ state }) => state === 'full')) return 'full';
  return cells.every(({ state }) => state === 'served') ? 'served' : 'partly';
}
