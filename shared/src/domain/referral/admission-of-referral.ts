import { type BusinessDomain, dayIn } from '../agency/business-domain.ts';
import type { AdmissionAnswer } from './admission-answer.ts';
import { type AdmissionDate, admissionDates } from './admission-clock.ts';
import type { Referral } from './referral.ts';

interface Admitting {
  agency: Pick<BusinessDomain, 'Kind' | 'TimeZone'>;
  /** Null without an answer of Medicare. */
  answer: AdmissionAnswer | null;
  now: Date;
}

/** Whether a start of care is asked for or known; a declined referral has no admission. */
export const hasAdmission = ({ Clinical, Decision }: Pick<Referral, 'Clinical' | 'Decision'>): boolean =>
  Decision.Kind !== 'Declined' && (Clinical.RequestedStart !== '' || Clinical.StartOfCare !== '');

/** The dates that the admission of a referral must meet, as `admissionDates` orders them. */
export function admissionOf(
  referral: Pick<Referral, 'Clinical' | 'Decision' | 'ReceivedAt'>,
  { agency, answer, now }: Admitting,
): AdmissionDate[] {
  const { Care, PlanFrom, CheckedAt, PeriodsUsed } = answer ?? noAnswer;
  const { Clinical, ReceivedAt } = referral;
  const dayOf = (at: string) => at && dayIn(agency.TimeZone, new Date(at));
  const care = Care ?? careOf[agency.Kind];
  if (care === undefined || !hasAdmission(referral)) return [];
  return admissionDates({
    care,
    today: dayIn(agency.TimeZone, now),
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
