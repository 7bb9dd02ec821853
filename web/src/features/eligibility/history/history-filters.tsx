import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { checkVerdicts } from '@handoff/shared/domain/eligibility/past-check';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { DayRange } from '../../../components/inputs/day-range.tsx';
import { verdictWords } from '../eligibility-words.ts';

const route = getRouteApi('/eligibility/history');

/** The filters stand in the address and can be shared; a patient's name must not. */
export function HistoryFilters({ text, onText }: { text: string; onText: (text: string) => void }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const set = (part: { [Name in keyof typeof search]?: string }) => {
    const filters = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '');
    void navigate({ to: '/eligibility/history', search: Object.fromEntries(filters), replace: true });
  };
  return (
    <div className="history-filters">
      <NativeSelect
        label="Verdict"
        size="sm"
        value={search.verdict ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...checkVerdicts.map((value) => ({ value, label: verdictWords[value].label })),
        ]}
        onChange={({ currentTarget }) => set({ verdict: currentTarget.value })}
      />
      <NativeSelect
        label="Category"
        size="sm"
        value={search.category ?? ''}
        data={[{ value: '', label: 'Any' }, ...categories]}
        onChange={({ currentTarget }) => set({ category: currentTarget.value })}
      />
      <DayRange range={search} labels={{ from: 'Checked from', to: 'to' }} onChange={set} />
      <TextInput
        type="search"
        label="Search in the checks loaded"
        placeholder="Name, number, who checked…"
        size="sm"
        className="history-search"
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      {search.person !== undefined && (
        <p className="history-person">
          Only checks of one person.{' '}
          <Link to="/eligibility/history" search={{}} className="link">
            Show everyone’s
          </Link>
        </p>
      )}
    </div>
  );
}
