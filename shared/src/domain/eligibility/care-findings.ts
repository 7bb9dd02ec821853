import { daysBetween, showPeriod } from './calendar.ts';
import { coversDate, endedBefore, severityOf, startsLater, type Case } from './case.ts';
import type { HomeHealthPeriod, HospicePeriod } from './facts.ts';
import { finding, type Finding, type FindingCode } from './finding.ts';
import type { Severity } from './settings.ts';

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
  const who = `${isOurs(hospice.npi, judged) ? 'this agency' : npiText(hospice.npi)}${showPeriod(hospice.period)}`;
  const say = (code: FindingCode, severity: Severity, text: string) =>
    finding({ code, severity, text, segment: hospice.segment });

  if (startsLater(hospice, day))
    return say('hospiceLater', 'notice', `A hospice period starts later, with ${who}.`);
  if (hospice.isRevoked)
    return say('hospiceEarlier', 'notice', `A hospice election was revoked, with ${who}.`);
  if (coversDate(hospice, day)) {
    const judgement = isOurs(hospice.npi, judged) ? 'hospiceOpenWithUs' : 'hospiceOpen';
    return say('hospiceOpen', severityOf(judged, judgement), `A hospice election is open, with ${who}.`);
  }
  if (isDischargeUnconfirmed(hospice, judged)) {
    const text = `A hospice period ended without a revocation, with ${who}: confirm the discharge.`;
    const severity = severityOf(judged, 'hospiceDischargeUnconfirmed');
    return say('hospiceDischargeUnconfirmed', severity, text);
  }
  return say('hospiceEarlier', 'notice', `An earlier hospice period, with ${who}.`);
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
  const who = isOwn ? 'this agency' : `${period.agency} ${npiText(period.npi)}`.trim();
  const say = (code: FindingCode, severity: Severity, text: string) => [
    finding({ code, severity, text: `${text}${showPeriod(period.period)}.`, segment: period.segment }),
  ];

  if (coversDate(period, day))
    return isOwn
      ? say('homeHealthWithUs', 'notice', 'A home health period is open with this agency already')
      : say(
          'homeHealthElsewhere',
          severityOf(judged, 'homeHealthElsewhere'),
          `A home health period is open with ${who}: a transfer or coordination is needed`,
        );
  if (startsLater(period, day))
    return say('homeHealthLater', 'notice', `A home health period starts later, with ${who}`);
  const end = period.period?.to;
  const isRecent =
    endedBefore(period, day) && end !== undefined && daysBetween(end, day) <= settings.homeHealthLookBackDays;
  return isRecent ? say('homeHealthEnded', 'notice', `A home health period ended, with ${who}`) : [];
}

const npiText = (npi: string) => (npi === '' ? 'an agency without an NPI' : `NPI ${npi}`);
