import { IconLayoutKanban } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { KeyHints } from '../../../ui/key-hints.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { BoardColumn } from './board-column.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

const route = getRouteApi('/referrals/board');
const views = ['All', 'Mine', 'Unassigned'] as const;

/** The agency's statuses as columns. A referral moves only to a status that may follow its own. */
export function BoardPage() {
  const { view = 'All', closed } = route.useSearch();
  const { reading, statuses } = useSettings();
  const moves = useBoardMoves(statuses);
  const board = useBoardKeys();
  const shown = statuses.filter((status) => isOffered(status) && (closed === true || !status.Terminal));
  return (
    <div className={styles['page']}>
      <PageHeading title="Board">
        <nav aria-label="Views" className={styles['views']}>
          {views.map((each) => (
            <Link
              key={each}
              to="/referrals/board"
              search={{ view: each === 'All' ? undefined : each, closed }}
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={each === view ? 'page' : undefined}
            >
              {each}
            </Link>
          ))}
          <Link
            to="/referrals/board"
            search={{ view: view === 'All' ? undefined : view, closed: closed === true ? undefined : true }}
            activeOptions={{ exact: true, explicitUndefined: true }}
          >
            {closed === true ? 'Hide closed' : 'Show closed'}
          </Link>
        </nav>
      </PageHeading>
      <Reading of={reading} lines={8} isEmpty={() => shown.length === 0} empty={<NoColumns />}>
        {() => (
          <div ref={board} className={styles['board']}>
            {shown.map((status) => (
              <BoardColumn key={status.Id} {...{ status, statuses, view, moves }} />
            ))}
          </div>
        )}
      </Reading>
      <output className={styles['moved']}>{moves.said}</output>
      <footer className={styles['keys']}>
        <KeyHints of={['left', 'up', 'down', 'right', 'moveCard', 'open']} />
      </footer>
      <ConflictDialog
        conflict={moves.conflict}
        onChoose={moves.conflict?.choose}
        leave="Discard my changes"
      />
    </div>
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
