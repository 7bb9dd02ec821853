import { ReferralFilters } from '@handoff/shared/domain/referral/referral-filters';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { queryOf, type Selection } from '../worklist-selection.ts';

/** A selection as a view saves it: without the search. */
export function savedQueryOf(selection: Selection): Pick<SavedView, 'Filters' | 'Sort'> {
  const { Sort, ...wanted } = queryOf(selection);
  return { Filters: ReferralFilters.parse(wanted), Sort };
}

export const isAsSaved = (selection: Selection, view: Pick<SavedView, 'Filters' | 'Sort'>): boolean =>
  textOf(savedQueryOf(selection)) === textOf(view);

/** Equal for selections that show the same list. */
function textOf({ Filters: of, Sort }: Pick<SavedView, 'Filters' | 'Sort'>): string {
  const set = Object.entries({ View: 'All', ...of }).filter(([, value]) => value !== undefined);
  return JSON.stringify([Sort, set.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
