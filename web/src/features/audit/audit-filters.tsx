import { NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DayRange } from '../../components/inputs/day-range.tsx';
import { knownActions } from '../../lib/format/change-words.ts';
import type { People } from './use-people.ts';
import type { Trail } from './use-trail.ts';

const route = getRouteApi('/admin/audit');

/** They stand in the address and can be shared: ids and days, nothing of a patient. */
export function AuditFilters({ trail, people }: { trail: Trail; people: People }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const set = (part: { [Name in keyof typeof search]?: string }) => {
    const filters = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '');
    void navigate({ to: '/admin/audit', search: Object.fromEntries(filters), replace: true });
  };
  const { person = '', action = '' } = search;
  return (
    <div className="audit-filters">
      <NativeSelect
        label="Person"
        size="sm"
        value={person}
        data={[{ value: '', label: 'Anyone' }, ...withChosen(people, person)]}
        onChange={({ currentTarget }) => set({ person: currentTarget.value })}
      />
      <NativeSelect
        label="What they did"
        size="sm"
        value={action}
        data={[{ value: '', label: 'Anything' }, ...withChosen(knownActions[trail], action)]}
        onChange={({ currentTarget }) => set({ action: currentTarget.value })}
      />
      <DayRange range={search} labels={{ from: 'From', to: 'To (UTC)' }} onChange={set} />
      {search.record !== undefined && (
        <p className="audit-record">
          Only one record: <span className="request-id">{search.record}</span>{' '}
          <button type="button" className="text-button" onClick={() => set({ record: '' })}>
            Show all records
          </button>
        </p>
      )}
    </div>
  );
}

/** What a link chose is offered even when it is not known here. */
function withChosen(known: ReadonlyMap<string, string>, chosen: string) {
  const options = [...known].map(([value, label]) => ({ value, label: capital(label) }));
  if (chosen === '' || known.has(chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
