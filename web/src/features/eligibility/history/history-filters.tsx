import { getRouteApi, Link } from '@tanstack/react-router';
import { checkVerdicts } from '@handoff/shared/domain/records/check-verdict';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { DayRange } from '../../../ui/inputs/day-range.tsx';
import { FilterBar, FilterChoice, FilterText, useAddressFilters } from '../../../ui/inputs/filter-bar.tsx';
import { verdictWords } from '../../../text/labels/eligibility-labels.ts';

const route = getRouteApi('/eligibility/history');

export function HistoryFilters({ text, onText }: { text: string; onText: (text: string) => void }) {
  const search = route.useSearch();
  const set = useAddressFilters(search);
  return (
    <FilterBar>
      <FilterChoice
        label="Verdict"
        any="Any"
        value={search.verdict}
        options={checkVerdicts.map((value) => ({ value, label: verdictWords[value].label }))}
        onChange={(verdict) => set({ verdict })}
      />
      <FilterChoice
        label="Category"
        any="Any"
        value={search.category}
        options={categories}
        onChange={(category) => set({ category })}
      />
      <DayRange range={search} labels={{ from: 'Checked from', to: 'to' }} onChange={set} />
      <FilterText
        label="Search in the checks loaded"
        placeholder="Name, number, who checked…"
        value={text}
        onChange={onText}
      />
      {search.person !== undefined && (
        <p>
          Only checks of one person.{' '}
          <Link to="/eligibility/history" search={{}} className="link">
            Show everyone’s
          </Link>
        </p>
      )}
    </FilterBar>
  );
}
