import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Figures } from '@handoff/shared/domain/referral/figures';
import { formatAge, formatCount, plural } from '../../text/format.ts';
import { useNow } from '../../data/use-now.ts';
import { minutesText, openList, receivedList, shareText } from './lists-of-figures.ts';
import styles from './dashboard.module.css';

/** Five figures: received, accepted, response time, and late referrals. */
export function Tiles({ figures, days }: { figures: Figures; days: number }) {
  const { Period, Previous, Open, GoalMinutes } = figures;
  const now = useNow();
  const decided = Period.Accepted + Period.Declined;
  const due = Period.Answered + Period.Overdue;
  const late = due - Period.InTime;
  const goal = minutesText(GoalMinutes);
  return (
    <dl className={styles['tiles']}>
      <Tile
        label="Received"
        figure={formatCount(Period.Received)}
        list={receivedList(figures)}
        note={receivedNote(Period.Received, Previous.Received, days)}
      />
      <Tile
        label="Accepted"
        figure={shareText(Period.Accepted, decided)}
        beside={`of ${formatCount(decided)} decided`}
        list={receivedList(figures, { decision: 'Accepted' })}
        note={pointsNote(
          [Period.Accepted, decided],
          [Previous.Accepted, Previous.Accepted + Previous.Declined],
        )}
      />
      <Tile
        label="Median time to answer"
        figure={minutesText(Period.MedianMinutes)}
        list={receivedList(figures)}
        note={
          Previous.MedianMinutes === null ? 'no answers before' : `was ${minutesText(Previous.MedianMinutes)}`
        }
      />
      <Tile
        label="Answered in time"
        figure={shareText(Period.InTime, due)}
        beside={`within ${goal}`}
        list={receivedList(figures)}
        note={late === 0 ? 'none late' : `${formatCount(late)} late`}
        isLate={late > 0}
      />
      <Tile
        label="Open and overdue"
        figure={formatCount(Open.Overdue)}
        beside={`of ${formatCount(Open.Count)} open`}
        list={openList({ Before: Open.Ages.find(({ IsInTime }) => !IsInTime)?.Before })}
        note={
          Open.OldestReceivedAt === null
            ? 'none waiting'
            : `oldest waiting ${formatAge(Open.OldestReceivedAt, now)}`
        }
        isLate={Open.Overdue > 0}
      />
    </dl>
  );
}

interface TileProps {
  label: string;
  figure: string;
  beside?: string;
  list: LinkProps;
  note: ReactNode;
  isLate?: boolean;
}

function Tile({ label, figure, beside, list, note, isLate = false }: TileProps) {
  return (
    <div className={styles['tile']}>
      <dt className="label soft small">{label}</dt>
      <dd>
        <Link {...list} className={`quiet-link strong number ${styles['figure']}`}>
          {figure}
        </Link>{' '}
        {beside !== undefined && <span className="soft small">{beside}</span>}
        <p className={`small ${isLate ? 'warn' : 'soft'}`}>{note}</p>
      </dd>
    </div>
  );
}

function receivedNote(now: number, before: number, days: number): string {
  const period = `prior ${plural(days, 'day')}`;
  if (before === 0) return `none in the ${period}`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return `same as ${period}`;
  return `${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} than ${period}`;
}

function pointsNote([part, of]: [number, number], [partBefore, ofBefore]: [number, number]): string {
  if (of === 0 || ofBefore === 0) return 'no decisions before';
  const points = Math.round((part / of - partBefore / ofBefore) * 100);
  if (points === 0) return 'as before';
  return `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'} ${points > 0 ? 'more' : 'less'} than before`;
}
