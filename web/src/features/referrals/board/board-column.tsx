import { urgencyOf } from '@handoff/shared/domain/referral/ageing';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { useResponseHours } from '../../../data/current-person.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatCount } from '../../../text/format.ts';
import { arranged, useReferralList } from '../referral-list.ts';
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
                <BoardCard {...{ referral, statuses, moves, hasInitials }} />
              </Guarded>
            ))}
          </ul>
        )}
      </Reading>
      {list.hasMore && <ListFooter of={list} text={formatCount(list.data?.length ?? 0)} />}
    </section>
  );
}

const SORT = 'ReceivedOldest';

/** A moved card is in its new column at once, although the list has it only when it is read again. */
function useColumn({ status, view, text, isLateOnly, moves: { cards } }: BoardColumnProps) {
  const list = useReferralList({
    filters: {
      View: view,
      StatusId: status.Id,
      PageSize: PAGE_SIZE,
      Sort: SORT,
      ...(isLateOnly && { Late: 'true' }),
    },
    text,
  });
  const { data, readAt } = list;
  const isHere = ({ StatusId }: ReferralRow) => StatusId === status.Id;
  const isReadSince = ({ Id }: ReferralRow) => {
    const savedAt = cards.savedAt.get(Id);
    return savedAt !== undefined && readAt !== undefined && readAt > savedAt;
  };
  const wanted = cards.ReferralInfo.filter((card) => isHere(card) && !isReadSince(card));
  const shown = { added: cards, wanted: new Set(wanted.map(({ Id }) => Id)) };
  return { ...list, data: data && arranged(data.filter(isHere), shown, referralOrder(SORT)).rows };
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
