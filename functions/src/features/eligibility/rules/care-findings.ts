import { daysBetween, showPeriod } from '../x12/calendar.ts';
import { coversDate, endedBefore, severityOf, startsLater, type Case } from './case.ts';
import type { HomeHealthPeriod, HospicePeriod } from '../x12/facts.ts';
import { finding, type Finding, type FindingCode } from '@handoff/shared/domain/eligibility/finding';
import type { Severity } from '@handoff/shared/domain/eligibility/settings';

/** Who else cares for the person: hospices and home health agencies. */
export function careFindings(judged: Case): Finding[] {
  const { facts } = judged;
  return [
    ...facts.hospice.map((period) => hospiceFinding(period, judged)),
    ...facts.homeHealth.flatMap((period) => homeHealthFinding(period, judged)),
  ];
}

export const isOurs = (npi: string, { settings }: Case): boolean => settings.ownNpis.includes(npi);

function hospiceFinding(hospice: HospicePeriod, judged: Case): Finding {
  const day = judged.inquiry.dateOfService;
  const isOwn = isOurs(hospice.npi, judged);
  const who = isOwn ? 'this agency' : hospiceName(hospice.npi);
  const when = showPeriod(hospice.period);
  const say = (code: FindingCode, severity: Severity, text: string) =>
    finding({ code, severity, text, segment: hospice.segment });

  if (startsLater(hospice, day))
    return say('hospiceLater', 'notice', `Hospice care with ${who} begins later,${when}.`);
  if (hospice.isRevoked)
    return say(
      'hospiceEarlier',
      'notice',
      `Hospice care with ${who}${when} was revoked: the patient left it.`,
    );
  if (coversDate(hospice, day)) {
    const severity = severityOf(judged, isOwn ? 'hospiceOpenWithUs' : 'hospiceOpen');
    return say('hospiceOpen', severity, `The patient is in hospice care with ${who}${when}.`);
  }
  if (isDischargeUnconfirmed(hospice, judged)) {
    const text = `Hospice care with ${who}${when} ended, but Medicare has no revocation: it may go on.`;
    const severity = severityOf(judged, 'hospiceDischargeUnconfirmed');
    return say('hospiceDischargeUnconfirmed', severity, text);
  }
  return say('hospiceEarlier', 'notice', `The patient was in hospice care with ${who}${when}.`);
}

/** Periods follow one another, so one that just ran out may go on under a new one not yet on file. */
function isDischargeUnconfirmed({ period }: HospicePeriod, { facts, inquiry, settings }: Case): boolean {
  const end = period?.to;
  if (end === undefined) return false;
  const isFollowed = facts.hospice.some((other) => (other.period?.from ?? '') > end);
  return !isFollowed && daysBetween(end, inquiry.dateOfService) <= settings.hospiceLookBackDays;
}

function homeHealthFinding(period: HomeHealthPeriod, judged: Case): Finding[] {
  const { inquiry, settings } = judged;
  const day = inquiry.dateOfService;
  const isOwn = isOurs(period.npi, judged);
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
    ? say('homeHealthEnded', 'notice', `${who} had a home health period${when}, which ended lately.`)
    : [];
}

const hospiceName = (npi: string) =>
  npi === '' ? 'an agency Medicare does not name' : `another agency (NPI ${npi})`;

function agencyName({ agency, npi }: HomeHealthPeriod): string {
  if (npi === '') return agency || 'An agency Medicare does not name';
  return agency === '' ? `Another agency (NPI ${npi})` : `${agency} (NPI ${npi})`;
}
