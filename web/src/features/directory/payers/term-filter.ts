import type { ListFilter } from '../../../ui/record-page/record-page.tsx';
import { type Term, termOn } from './contract-term.ts';

/** The choice and the summary of a list whose records begin and end. */
export const termFilter = (today: string, current: string): ListFilter<Term> => ({
  label: 'Show',
  any: 'All',
  options: [
    { value: 'current', label: current },
    { value: 'endsSoon', label: 'Ends soon' },
    { value: 'ended', label: 'Ended' },
    { value: 'notYet', label: 'Not yet' },
  ],
  of: (term) => termOn(term, today).kind,
});

export function termSummary(rows: readonly Term[], today: string): string {
  const soon = rows.filter((term) => termOn(term, today).kind === 'endsSoon').length;
  if (soon === 0) return '';
  return `, ${soon} ${soon === 1 ? 'ends' : 'end'} soon`;
}
