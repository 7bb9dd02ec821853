import { NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { NotificationKind } from '@handoff/shared/domain/access/notification';
import { kindWords } from './notification-words.ts';

const route = getRouteApi('/notifications');

interface NotificationFiltersProps {
  /** Of what is there. */
  kinds: readonly NotificationKind[];
  unread: number;
}

export function NotificationFilters({ kinds, unread }: NotificationFiltersProps) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const set = (part: Partial<typeof search>) =>
    void navigate({ to: '/notifications', search: { ...search, ...part }, replace: true });
  const offered = NotificationKind.options.filter((kind) => kinds.includes(kind) || kind === search.kind);
  return (
    <div className="notices-filters">
      <NativeSelect
        label="Type"
        size="sm"
        value={search.kind ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...offered.map((value) => ({ value, label: kindWords[value].name })),
        ]}
        onChange={({ currentTarget }) => set({ kind: NotificationKind.safeParse(currentTarget.value).data })}
      />
      <label className="notices-unread">
        <input
          type="checkbox"
          checked={search.unread === true}
          onChange={({ currentTarget }) => set({ unread: currentTarget.checked ? true : undefined })}
        />
        Only unread <span className="soft number">({unread})</span>
      </label>
    </div>
  );
}
