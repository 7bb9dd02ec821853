import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { getRouteApi } from '@tanstack/react-router';
import { NotificationKind } from '@handoff/shared/domain/access/notification';
import { FilterBar, FilterChoice, useAddressFilters } from '../../ui/inputs/filter-bar.tsx';
import { kindWords } from '../../text/labels/notification-labels.ts';
import styles from './notifications.module.css';

const route = getRouteApi('/notifications');

interface NotificationFiltersProps {
  /** The kinds that the list contains. */
  kinds: readonly NotificationKind[];
  unread: number;
}

export function NotificationFilters({ kinds, unread }: NotificationFiltersProps) {
  const search = route.useSearch();
  const set = useAddressFilters(search);
  const offered = NotificationKind.options.filter((kind) => kinds.includes(kind) || kind === search.kind);
  return (
    <FilterBar>
      <FilterChoice
        label="Type"
        any="All types"
        value={search.kind}
        options={offered.map((value) => ({ value, label: kindWords[value].name }))}
        onChange={(kind) => set({ kind })}
      />
      <Checkbox
        className={styles['unread'] ?? ''}
        label={
          <>
            Only unread <span className="soft number">({unread})</span>
          </>
        }
        checked={search.unread === true}
        onChange={({ currentTarget }) => set({ unread: currentTarget.checked || '' })}
      />
    </FilterBar>
  );
}
