import { useEffect } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { ListFooter, Reading } from '../../../components/reading.tsx';
import { usePages } from '../../../lib/api/use-pages.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { BoardCard } from './board-card.tsx';
import type { BoardMoves } from './use-board-moves.ts';
import { StatusDot } from '../../../components/status-mark.tsx';
import styles from './board.module.css';

/** As many as the rules are asked about at once. */
const PAGE_SIZE = 50;

interface BoardColumnProps {
  status: ConfiguredStatus;
  statuses: readonly ConfiguredStatus[];
  view: 'All' | 'Mine' | 'Unassigned';
  moves: BoardMoves;
}

export function BoardColumn({ status, statuses, view, moves }: BoardColumnProps) {
  const query = { View: view, StatusId: status.Id, PageSize: PAGE_SIZE, Sort: 'ReceivedOldest' as const };
  const list = usePages(api.referrals.list, { query }, (answer) => answer.ReferralInfo);
  const ids = (list.data ?? []).slice(0, PAGE_SIZE).map(({ Id }) => Id);
  const fits = useRead(api.referrals.fits, ids.length === 0 ? null : { query: { Ids: ids.join(',') } });
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
              <BoardCard
                key={referral.Id}
                fit={fits.data?.ReferralFits.find(({ ReferralId }) => ReferralId === referral.Id)}
                {...{ referral, statuses, moves }}
              />
            ))}
          </ul>
        )}
      </Reading>
      {list.hasMore && <ListFooter of={list} text={formatCount(list.data?.length ?? 0)} />}
    </section>
  );
}
