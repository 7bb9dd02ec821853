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

/** The way of an admission from the hospital to its notices, by day; what the law asks for opens its rule. */
export function AdmissionDates({ referral, answer }: AdmissionDatesProps) {
  const dates = useAdmissionDates(referral, answer);
  if (dates.length === 0) return null;
  const stations = [...dates.map(stationOf), ...knownDays(referral)];
  return (
    <section aria-labelledby="admission-dates" className={styles['dates']}>
      <h2 id="admission-dates">Admission dates</h2>
      <ol className={styles['timeline']}>
        {stations
          .toSorted((one, other) => (one.day < other.day ? -1 : 1))
          .map((station) => (
            <Station key={station.title} station={station} />
          ))}
      </ol>
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

interface Station {
  title: string;
  /** By which it is sorted. */
  day: string;
  text: string;
  mark: { name: string; color: string } | undefined;
  /** The rule that asks for it. */
  source: string | undefined;
}

const stationOf = ({ title, source, from, by, state }: AdmissionDate): Station => ({
  title,
  day: by,
  text: from === undefined ? `By ${formatDay(by)}` : `${formatDay(from)} to ${formatDay(by)}`,
  mark: marks[state],
  source,
});

/** The days that the referral itself has. */
function knownDays({ Clinical }: Referral): Station[] {
  const { DischargeDate, StartOfCare, RequestedStart } = Clinical;
  const start = StartOfCare || RequestedStart;
  const days = [
    ['Discharge', DischargeDate],
    [StartOfCare === '' ? 'Requested start of care' : 'Start of care', start],
  ] as const;
  return days
    .filter(([, day]) => day !== '')
    .map(([title, day]) => ({ title, day, text: formatDay(day), mark: undefined, source: undefined }));
}

function Station({ station: { title, text, mark, source } }: { station: Station }) {
  return (
    <li>
      <b className="label">{title}</b>
      <span className="number">{text}</span>
      {mark && <StatusMark {...mark} />}
      {source !== undefined && (
        <details className="small">
          <summary>Rule</summary>
          {source}
        </details>
      )}
    </li>
  );
}
