import type { AdmissionAnswer } from '@handoff/shared/domain/referral/admission-answer';
import type { AdmissionDate } from '@handoff/shared/domain/referral/admission-clock';
import { admissionOf } from '@handoff/shared/domain/referral/admission-of-referral';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatDay } from '../../../text/format.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import styles from './referral.module.css';

interface AdmissionDatesProps {
  referral: Referral;
  answer: AdmissionAnswer | null;
}

/** The dates that an admission must meet, each with its rule, from the day on which care is asked for. */
export function AdmissionDates({ referral, answer }: AdmissionDatesProps) {
  const dates = useAdmissionDates(referral, answer);
  if (dates.length === 0) return null;
  return (
    <section aria-labelledby="admission-dates" className={styles['dates']}>
      <h2 id="admission-dates">Admission dates</h2>
      <dl className="facts">
        {dates.map((date) => (
          <DateRow key={date.rule} date={date} />
        ))}
      </dl>
    </section>
  );
}

function useAdmissionDates(referral: Referral, answer: AdmissionAnswer | null): AdmissionDate[] {
  const now = useNow();
  const { domain } = useCurrentPerson();
  return domain ? admissionOf(referral, { agency: domain, answer, now: new Date(now) }) : [];
}

const marks = {
  open: { name: 'Open', color: 'blue' },
  late: { name: 'Late', color: 'red' },
  done: { name: 'Done', color: 'green' },
  'wrong day': { name: 'Outside its days', color: 'red' },
  past: { name: 'Past', color: 'gray' },
} as const;

function DateRow({ date: { title, source, from, by, state } }: { date: AdmissionDate }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <span className="number">
          {from === undefined ? `By ${formatDay(by)}` : `${formatDay(from)} to ${formatDay(by)}`}
        </span>{' '}
        <StatusMark {...marks[state]} />
        <div className="soft small">{source}</div>
      </dd>
    </>
  );
}
