import { formatClock, formatDateTime, formatMoment, formatShortDay } from '../../text/format.ts';
import { agencyDay } from '../../text/agency-time.ts';
import { useNow } from '../../data/use-now.ts';
import styles from './call-back.module.css';

interface CallBackProps {
  at: string;
  /** The whole time on a referral's page, "call back 2:00 PM" below the clock of the answer in a list. */
  isLong?: boolean;
}

export function CallBack({ at, isLong = false }: CallBackProps) {
  const now = useNow();
  const isDue = Date.parse(at) <= now;
  const day = agencyDay(new Date(at));
  const short = day === agencyDay(new Date(now)) ? formatClock(at) : formatShortDay(day);
  const time = isDue ? 'now' : short;
  return (
    <span
      className={styles['callBack']}
      data-due={isDue}
      data-long={isLong}
      title={`Call back ${formatDateTime(at)}`}
    >
      {isLong && !isDue ? formatMoment(at) : `call back ${time}`}
    </span>
  );
}
