import { Select, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/list-settings';
import { SearchIcon } from '../../components/icons.tsx';
import { isTyping } from '../../lib/is-typing.ts';
import type { Selection, View } from './worklist-selection.ts';

const views: View[] = ['All', 'Mine', 'Unassigned', 'Pending'];

interface WorklistFiltersProps {
  selection: Selection;
  statuses: readonly ConfiguredStatus[];
  text: string;
  onText: (text: string) => void;
}

/** View and status stand in the address and can be shared; a patient's name must not. */
export function WorklistFilters({ selection, statuses, text, onText }: WorklistFiltersProps) {
  const navigate = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      if (event.key !== '/' || isTyping(event)) return;
      event.preventDefault();
      search.current?.focus();
    }
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);

  return (
    <div className="filters">
      <nav aria-label="Views" className="views">
        {views.map((view) => (
          <Link
            key={view}
            to="/referrals"
            search={{ view: view === 'All' ? undefined : view, status: selection.status }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={view === selection.view ? 'page' : undefined}
          >
            {view}
          </Link>
        ))}
      </nav>
      <Select
        aria-label="Status"
        placeholder="Any status"
        size="sm"
        w={170}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        value={selection.status ?? null}
        data={statuses.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={(status) =>
          void navigate({
            to: '/referrals',
            search: {
              view: selection.view === 'All' ? undefined : selection.view,
              status: status ?? undefined,
            },
          })
        }
      />
      <TextInput
        ref={search}
        aria-label="Search the referrals"
        placeholder="Search name, ZIP, payer…"
        size="sm"
        className="filters-search"
        type="search"
        autoComplete="off"
        leftSection={<SearchIcon size={16} />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onText('')}
      />
    </div>
  );
}
