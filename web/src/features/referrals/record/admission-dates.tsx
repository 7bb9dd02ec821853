import type { AdmissionAnswer } from '@handoff/shared/domain/referral/admission-answer';
import { type AdmissionDate, admissionDates } from '@handoff/shared/domain/referral/admission-clock';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useCurrentPerson, useTimeZone, useToday } from '../../../data/current-person.ts';
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

function useAdmissionDates({ ReceivedAt, Clinical, Decision }: Referral, answer: AdmissionAnswer | null) {
  const [today, timeZone, { domain }] = [useToday(), useTimeZone(), useCurrentPerson()];
  const { Care, PlanFrom, CheckedAt, PeriodsUsed } = answer ?? noAnswer;
  const dayOf = (at: string) => at && dayIn(timeZone, new Date(at));
  const care = Care ?? (domain && careOf[domain.Kind]);
  const isAsked = Clinical.RequestedStart !== '' || Clinical.StartOfCare !== '';
  if (!care || !isAsked || Decision.Kind === 'Declined') return [];
  return admissionDates({
    care,
    today,
    receivedOn: dayOf(ReceivedAt),
    dischargedOn: Clinical.DischargeDate,
    requestedStart: Clinical.RequestedStart,
    startedOn: Clinical.StartOfCare,
    seenOn: Clinical.FaceToFaceDate,
    noticeFiledOn: Clinical.NoticeFiled,
    planFrom: PlanFrom,
    checkedOn: dayOf(CheckedAt),
    periodsUsed: PeriodsUsed,
  });
}

const noAnswer: AdmissionAnswer = { Care: null, PlanFrom: '', CheckedAt: '', PeriodsUsed: 0 };

/** An agency of both kinds knows it from the check. */
const careOf = { 'Home care': 'Home Care', Hospice: 'Hospice', Both: undefined } as const;

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
