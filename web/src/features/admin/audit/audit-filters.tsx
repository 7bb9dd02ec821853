import { getRouteApi } from '@tanstack/react-router';
import { agencyActions, systemActions } from '@handoff/shared/domain/records/audit-actions';
import { DayRange } from '../../../ui/inputs/day-range.tsx';
import { FilterBar, FilterChoice, useAddressFilters } from '../../../ui/inputs/filter-bar.tsx';
import type { People } from './use-people.ts';
import type { Trail } from './use-trail.ts';

const route = getRouteApi('/admin/audit');
const actions = {
  agency: new Map(Object.entries(agencyActions)),
  system: new Map(Object.entries(systemActions)),
};

/** Only ids and days, because an address must not name a patient. */
export function AuditFilters({ trail, people }: { trail: Trail; people: People }) {
  const search = route.useSearch();
  const set = useAddressFilters(search);
  const { person = '', action = '' } = search;
  return (
    <FilterBar>
      <FilterChoice
        label="Person"
        any="Anyone"
        value={person}
        options={withChosen(people, person)}
        onChange={(value) => set({ person: value })}
      />
      <FilterChoice
        label="Action"
        any="Anything"
        value={action}
        options={withChosen(actions[trail], action)}
        onChange={(value) => set({ action: value })}
      />
      <DayRange range={search} labels={{ from: 'From', to: 'To' }} onChange={set} />
      {search.record !== undefined && (
        <p>
          Only one record: <span className="request-id">{search.record}</span>{' '}
          <button type="button" className="text-button" onClick={() => set({ record: '' })}>
            Show all records
          </button>
        </p>
      )}
    </FilterBar>
  );
}

/** Keeps a value from a link in the choice even if it is unknown here. */
function withChosen(known: ReadonlyMap<string, string>, chosen: string) {
  const options = [...known].map(([value, label]) => ({ value, label: capital(label) }));
  if (chosen === '' || known.has(chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
