import { Stack } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { KeyHints } from '../../../ui/key-hints.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { BoardColumn } from './board-column.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { shownName } from './shown-name.ts';
import { useBoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

const route = getRouteApi('/referrals/board');
/** Waits for a pause in typing, so that not every letter is a request of each column. */
const SEARCH_AFTER_MS = 250;
const views = ['All', 'Mine', 'Unassigned'] as const;

/** The agency's statuses as columns. A referral moves only to a status that may follow its own. */
export function BoardPage() {
  const { view = 'All', closed, initials, late } = route.useSearch();
  const search = { view: view === 'All' ? undefined : view, closed, initials, late };
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const field = useRef<HTMLInputElement>(null);
  usePageKeys({
    search(event) {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const { reading, statuses } = useSettings();
  const moves = useBoardMoves(statuses);
  const { moved } = moves;
  const board = useBoardKeys();
  const shown = statuses.filter((status) => isOffered(status) && (closed === true || !status.Terminal));
  return (
    <Stack gap={0} className={styles['page'] ?? ''}>
      <PageHeading title="Board">
        <nav aria-label="Views" className={styles['views']}>
          {views.map((each) => (
            <Link
              key={each}
              to="/referrals/board"
              search={{ ...search, view: each === 'All' ? undefined : each }}
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={each === view ? 'page' : undefined}
            >
              {each}
            </Link>
          ))}
          <Link
            to="/referrals/board"
            search={{ ...search, late: late === true ? undefined : true }}
            activeOptions={{ exact: true, explicitUndefined: true }}
          >
            {late === true ? 'On time too' : 'Late only'}
          </Link>
          <Link
            to="/referrals/board"
            search={{ ...search, closed: closed === true ? undefined : true }}
            activeOptions={{ exact: true, explicitUndefined: true }}
          >
            {closed === true ? 'Hide closed' : 'Show closed'}
          </Link>
          <Link
            to="/referrals/board"
            search={{ ...search, initials: initials === true ? undefined : true }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            title="For a screen that others see"
          >
            {initials === true ? 'Full names' : 'Initials only'}
          </Link>
        </nav>
        <FilterText
          ref={field}
          label="Search the board"
          placeholder="Search name, ZIP, payer…"
          value={text}
          onChange={setText}
        />
      </PageHeading>
      <Reading of={reading} lines={8} isEmpty={() => shown.length === 0} empty={<NoColumns />}>
        {() => (
          <div ref={board} className={styles['board']}>
            {shown.map((status) => (
              <BoardColumn
                key={status.Id}
                {...{ status, statuses, view, moves }}
                text={text === '' ? '' : searched}
                isLateOnly={late === true}
                hasInitials={initials === true}
              />
            ))}
          </div>
        )}
      </Reading>
      <output className={styles['moved']}>
        {moved && `Moved ${shownName(moved.referral, initials === true)} from ${moved.from} to ${moved.to}`}
      </output>
      <footer className={styles['keys']}>
        <KeyHints of={['left', 'up', 'down', 'right', 'moveCard', 'open', 'search']} />
      </footer>
      <ConflictDialog
        conflict={moves.conflict}
        onChoose={moves.conflict?.choose}
        leave="Discard my changes"
      />
    </Stack>
  );
}

function NoColumns() {
  return (
    <EmptyState
      icon={IconLayoutKanban}
      title="No statuses yet"
      actions={
        <Link to="/admin/settings" className="link">
          Go to lists
        </Link>
      }
    >
      Each status of this agency is a column here. A manager adds them under Lists.
    </EmptyState>
  );
}
