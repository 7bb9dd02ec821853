import { dayIn, minuteIn, momentIn, offsetAt } from '@handoff/shared/domain/agency/business-domain';

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
let zone = browserZone;

/**
 * All times on screen, and those that people type, are the agency's: colleagues in two zones talk about one time. Set
 * where the agency of the tab is known; without an agency the browser's zone counts.
 */
export function setAgencyZone(timeZone: string | undefined): void {
  zone = timeZone ?? browserZone;
}

export const agencyZone = (): string => zone;

/** Whether the clock of this computer differs from the agency's at that time, so that the zone has to be named. */
export const isElsewhere = (at: Date): boolean =>
  zone !== browserZone && offsetAt(at.getTime(), zone) !== offsetAt(at.getTime(), browserZone);

/** "ET" where this computer's clock differs from the agency's, and nothing elsewhere. */
export function zoneName(at = new Date()): string {
  if (!isElsewhere(at)) return '';
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortGeneric' });
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The agency's day of a time; empty for a text that is no time. */
export function agencyDay(at: Date): string {
  return Number.isNaN(at.getTime()) ? '' : dayIn(zone, at);
}

/** 2026-11-21T09:05 by the agency's clock, the form in which people type times. */
export const agencyMinute = (at: Date): string => minuteIn(zone, at).replace(' ', 'T');

/** The time that was typed by the agency's clock; undefined for a text that is none. */
export function timeOfMinute(minute: string): Date | undefined {
  const isMinute = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute) && !Number.isNaN(Date.parse(`${minute}:00Z`));
  return isMinute ? momentIn(minute, zone) : undefined;
}
