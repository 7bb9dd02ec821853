import { useEffect } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { urgencyOf } from '@handoff/shared/domain/referral/ageing';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { useResponseHours } from '../../../data/current-person.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatCount } from '../../../text/format.ts';
import { rowsWithFits } from '../rows-with-fits.ts';
import { BoardCard } from './board-card.tsx';
import { type BoardMoves, moveChoices } from './use-board-moves.ts';
import { StatusDot } from '../../../ui/status-mark.tsx';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import styles from './board.module.css';

const PAGE_SIZE = 50;

interface BoardColumnProps {
  status: ConfiguredStatus;
  statuses: readonly ConfiguredStatus[];
  view: 'All' | 'Mine' | 'Unassigned';
  /** Shows only referrals with this text; empty for all. */
  text: string;
  isLateOnly: boolean;
  moves: BoardMoves;
  hasInitials: boolean;
}

export function BoardColumn(props: BoardColumnProps) {
  const { status, statuses, moves, hasInitials } = props;
  const list = useColumn(props);
  const { register } = moves;
  useEffect(() => register(status.Id, list.refresh), [register, status.Id, list.refresh]);
  const count = list.data === undefined ? '' : `${formatCount(list.data.length)}${list.hasMore ? '+' : ''}`;
  const { dragged } = moves;
  const isTarget =
    dragged !== undefined && moveChoices(dragged, statuses).some((choice) => choice.status.Id === status.Id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of each card does the same by keys
    <section
      className={styles['column']}
      aria-label={status.Name}
      data-column
      data-target={isTarget}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (isTarget) void moves.move(dragged, status);
      }}
    >
      <header className={styles['head']}>
        <StatusDot color={status.Color} />
        <h2>{status.Name}</h2>
        <span className="soft number">{count}</span>
        {!status.Terminal && <LateCount rows={list.data ?? []} />}
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
              <Guarded key={referral.Id} record={referral} within="li">
                <BoardCard {...{ referral, statuses, moves, hasInitials }} fit={referral.fit} />
              </Guarded>
            ))}
          </ul>
        )}
      </Reading>
      {list.hasMore && <ListFooter of={list} text={formatCount(list.data?.length ?? 0)} />}
    </section>
  );
}

/** A search is a call of its own, because a patient's name must not be in an address. */
function useColumn({ status, view, text, isLateOnly }: BoardColumnProps) {
  const wanted = {
    View: view,
    StatusId: status.Id,
    PageSize: PAGE_SIZE,
    Sort: 'ReceivedOldest' as const,
    ...(isLateOnly && { Late: 'true' as const }),
  };
  const isPlain = text === '';
  const listed = useList(
    referralsApi.list,
    isPlain ? { query: { ...wanted, Fits: 'true' } } : null,
    rowsWithFits,
  );
  const found = useList(
    referralsApi.search,
    isPlain ? null : { body: { ...wanted, Fits: true, Text: text } },
    rowsWithFits,
  );
  return isPlain ? listed : found;
}

function LateCount({ rows }: { rows: readonly ReferralRow[] }) {
  const now = useNow();
  const responseHours = useResponseHours();
  const late = rows.filter(
    ({ Decision, ReceivedAt }) =>
      Decision.Kind === 'Pending' && urgencyOf({ receivedAt: ReceivedAt, responseHours }, now) === 'overdue',
  );
  return late.length > 0 && <span className={styles['late']}>{formatCount(late.length)} late</span>;
}
