import { daysBetween } from '@handoff/shared/domain/records/calendar-day';
import { showPeriod } from '../x12/calendar.ts';
import { coversDate, endedBefore, severityOf, startsLater, type Case } from './case.ts';
import type { HomeHealthPeriod, HospicePeriod } from '../x12/facts.ts';
import type { CareProvider } from '@handoff/shared/domain/eligibility/result';
import { finding, type Finding, type FindingCode } from '@handoff/shared/domain/eligibility/finding';
import type { Severity } from '@handoff/shared/domain/eligibility/settings';

export function careFindings(judged: Case): Finding[] {
  const { facts } = judged;
  return [
    ...facts.hospice.map((period) => hospiceFinding(period, judged)),
    ...facts.homeHealth.flatMap((period) => homeHealthFinding(period, judged)),
    ...benefitPeriodFinding(judged),
  ];
}

const PERIODS_WITHOUT_VISIT = 2;

/** From the third period on a physician or nurse practitioner must see the patient first (42 CFR 418.22(a)(4)). */
function benefitPeriodFinding({ facts, inquiry }: Case): Finding[] {
  const used = facts.hospicePeriodsUsed ?? 0;
  if (inquiry.category !== 'Hospice' || used < PERIODS_WITHOUT_VISIT) return [];
  const text = `Medicare counts ${used} hospice benefit periods: the next is the third or later and needs a face-to-face visit first.`;
  return [finding({ code: 'hospiceFaceToFace', severity: 'notice', text })];
}

export const isOurs = (npi: string, { settings }: Case): boolean => settings.ownNpis.includes(npi);

function hospiceFinding(hospice: HospicePeriod, judged: Case): Finding {
  const day = judged.inquiry.dateOfService;
  const isOwn = isOurs(hospice.Npi, judged);
  const who = isOwn ? 'this agency' : hospiceName(hospice.Providers.at(-1));
  const when = showPeriod(hospice.period);
  const say = (code: FindingCode, severity: Severity, text: string) =>
    finding({ code, severity, text, segment: hospice.segment });

  if (startsLater(hospice, day))
    return say('hospiceLater', 'notice', `Hospice care with ${who} begins later,${when}.`);
  // Dates take precedence over the code: a revoked election still covers the days until its revocation.
  if (coversDate(hospice, day) && (!hospice.IsRevoked || hospice.period?.to !== undefined)) {
    const severity = severityOf(judged, isOwn ? 'hospiceOpenWithUs' : 'hospiceOpen');
    const revoked = hospice.IsRevoked ? ' The patient revoked it as of the end of that period.' : '';
    return say('hospiceOpen', severity, `The patient is in hospice care with ${who}${when}.${revoked}`);
  }
  return say(...formerHospice(hospice, { who, when, judged }));
}

function formerHospice(
  hospice: HospicePeriod,
  { who, when, judged }: { who: string; when: string; judged: Case },
): [FindingCode, Severity, string] {
  const unconfirmed = severityOf(judged, 'hospiceDischargeUnconfirmed');
  if (hospice.IsRevoked && hospice.period?.to === undefined) {
    const text = `Hospice care with ${who}${when} was revoked, but Medicare gives no date for that: confirm it.`;
    return ['hospiceDischargeUnconfirmed', unconfirmed, text];
  }
  if (hospice.IsRevoked)
    return ['hospiceEarlier', 'notice', `Hospice care with ${who}${when} was revoked: the patient left it.`];
  if (isDischargeUnconfirmed(hospice, judged)) {
    const text = `Hospice care with ${who}${when} ended, but Medicare has no revocation: it may go on.`;
    return ['hospiceDischargeUnconfirmed', unconfirmed, text];
  }
  return ['hospiceEarlier', 'notice', `The patient was in hospice care with ${who}${when}.`];
}

/** Periods follow one another, so a new one that is not yet on file may continue one that just ran out. */
function isDischargeUnconfirmed({ period }: HospicePeriod, { facts, inquiry, settings }: Case): boolean {
  const end = period?.to;
  if (end === undefined) return false;
  const isFollowed = facts.hospice.some((other) => (other.period?.from ?? '') > end);
  return !isFollowed && daysBetween(end, inquiry.dateOfService) <= settings.hospiceLookBackDays;
}

function homeHealthFinding(period: HomeHealthPeriod, judged: Case): Finding[] {
  const { inquiry, settings } = judged;
  const day = inquiry.dateOfService;
  const isOwn = isOurs(period.Npi, judged);
  const who = isOwn ? 'This agency' : agencyName(period);
  const when = showPeriod(period.period);
  const say = (code: FindingCode, severity: Severity, text: string) => [
    finding({ code, severity, text, segment: period.segment }),
  ];

  if (coversDate(period, day))
    return isOwn
      ? say('homeHealthWithUs', 'notice', `This agency has an open home health period already${when}.`)
      : say(
          'homeHealthElsewhere',
          severityOf(judged, 'homeHealthElsewhere'),
          `${who} has an open home health period${when}: a transfer or coordination is needed.`,
        );
  if (startsLater(period, day))
    return say('homeHealthLater', 'notice', `${who} has a home health period that begins later,${when}.`);
  const end = period.period?.to;
  const isRecent =
    endedBefore(period, day) && end !== undefined && daysBetween(end, day) <= settings.homeHealthLookBackDays;
  return isRecent
    ? say('homeHealthEnded', 'notice', `${who} had a home health period${when}, which ended recently.`)
    : [];
}

const hospiceName = (provider: CareProvider | undefined) =>
  provider === undefined || numberOf(provider) === ''
    ? 'an agency Medicare does not name'
    : `another agency (${numberOf(provider)})`;

function agencyName(period: HomeHealthPeriod): string {
  const number = numberOf(period);
  if (number === '') return period.Agency || 'An agency Medicare does not name';
  return period.Agency === '' ? `Another agency (${number})` : `${period.Agency} (${number})`;
}

/** CMS identifies some providers by the number they had before the NPI. */
const numberOf = ({ Npi, ProviderNumber }: Pick<CareProvider, 'Npi' | 'ProviderNumber'>) =>
  Npi !== '' ? `NPI ${Npi}` : ProviderNumber && `provider number ${ProviderNumber}`;
