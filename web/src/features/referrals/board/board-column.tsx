import { useEffect } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { formatCount } from '../../../text/format.ts';
import { rowsWithFits } from '../rows-with-fits.ts';
import { BoardCard } from './board-card.tsx';
import type { BoardMoves } from './use-board-moves.ts';
import { StatusDot } from '../../../ui/status-mark.tsx';
import styles from './board.module.css';

const PAGE_SIZE = 50;

interface BoardColumnProps {
  status: ConfiguredStatus;
  statuses: readonly ConfiguredStatus[];
  view: 'All' | 'Mine' | 'Unassigned';
  moves: BoardMoves;
}

export function BoardColumn({ status, statuses, view, moves }: BoardColumnProps) {
  const list = useList(
    referralsApi.list,
    {
      query: {
        View: view,
        StatusId: status.Id,
        PageSize: PAGE_SIZE,
        Sort: 'ReceivedOldest' as const,
        Fits: 'true' as const,
      },
    },
    rowsWithFits,
  );
  const { register } = moves;
  useEffect(() => register(status.Id, list.refresh), [register, status.Id, list.refresh]);
  const count = list.data === undefined ? '' : `${formatCount(list.data.length)}${list.hasMore ? '+' : ''}`;
  return (
    <section className={styles['column']} aria-label={status.Name} data-column>
      <header className={styles['head']}>
        <StatusDot color={status.Color} />
        <h2>{status.Name}</h2>
        <span className={styles['count']}>{count}</span>
      </header>
      <Reading
        of={list}
        lines={3}
        isEmpty={({ length }) => length === 0}
        empty={<p className={styles['empty']}>None here</p>}
      >
        {(referrals) => (
          <ul className={styles['cards']}>
            {referrals.map((referral) => (
              <BoardCard key={referral.Id} {...{ referral, statuses, moves }} fit={referral.fit} />
            ))}
          </ul>
        )}
      </Reading>
      {list.hasMore && <ListFooter of={list} text={formatCount(list.data?.length ?? 0)} />}
    </section>
  );
}
