import { dayText, daysBetween } from '@handoff/shared/domain/records/calendar-day';
import { showPeriod } from '../x12/calendar.ts';
import { severityOf, type Case } from './case.ts';
import type { Entitlement } from '../x12/facts.ts';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import type { PartVerdict } from './part-verdict.ts';

interface Parts {
  partA: PartVerdict;
  partB: PartVerdict;
}

export function entitlementFindings(judged: Case, parts: Parts): Finding[] {
  return [
    ...deathFindings(judged),
    ...partBFindings(judged, parts),
    ...partAFindings(judged, parts),
    ...contradictions(judged, parts),
    ...endingSoon(judged, parts),
  ];
}

export function hasDied({ facts, inquiry }: Case): boolean {
  const died = facts.beneficiary.DateOfDeath;
  return died !== null && died <= inquiry.dateOfService;
}

/** Medicare pays hospice care under Part A (42 CFR 418.20). */
export const needsPartA = ({ inquiry, settings }: Case): boolean =>
  inquiry.category === 'Hospice' && settings.hospiceNeedsPartA;

function deathFindings(judged: Case): Finding[] {
  const { beneficiary, death: segment } = judged.facts;
  if (beneficiary.DateOfDeath === null || segment === undefined) return [];
  const text = `Medicare has a date of death: ${dayText(beneficiary.DateOfDeath)}.`;
  if (hasDied(judged)) return [finding({ code: 'deceased', severity: 'blocker', text, segment })];
  const later = `${text} It is after the date of service.`;
  return [finding({ code: 'diedLater', severity: 'notice', text: later, segment })];
}

function partBFindings({ inquiry }: Case, { partA, partB }: Parts): Finding[] {
  const found: Finding[] = [];
  const day = dayText(inquiry.dateOfService);
  if (partB.state === 'none' && partB.barred.length === 0) {
    const isPartAHomeHealth = inquiry.category === 'Home Care' && isInForce(partA);
    // 42 USC 1395d(a)(3): a person with Part A alone gets home health under it.
    const instead = isPartAHomeHealth
      ? ' Part A is active and can pay for home health services on its own: ask billing.'
      : '';
    const text = `Part B does not cover ${day}: ${reasonOf(partB)}${instead}`;
    const segment = entitlementLines([...partB.otherwise, ...partB.denied]);
    found.push(finding({ code: 'noPartB', severity: 'blocker', text, segment }));
  }
  const [barred] = partB.barred;
  if (barred) {
    const text = `Medicare pays nothing${showPeriod(barred.period)}. The usual reasons are prison or unlawful presence in the country.`;
    found.push(
      finding({ code: 'barred', severity: 'blocker', text, segment: entitlementLines(partB.barred) }),
    );
  }
  return found;
}

function reasonOf({ otherwise }: PartVerdict): string {
  const [line] = otherwise;
  return line ? `Medicare has it only${showPeriod(line.period)}.` : 'it has not begun, or it has ended.';
}

const isInForce = ({ state, barred }: PartVerdict) => state === 'active' && barred.length === 0;

/** Part A never blocks care under Part B; hospice care is paid under Part A. */
function partAFindings(judged: Case, { partA, partB }: Parts): Finding[] {
  if (isInForce(partA)) return [];
  const severity = needsPartA(judged) ? 'blocker' : 'notice';
  const why = severity === 'blocker' ? ' Medicare pays hospice care only with Part A.' : '';
  const [barred] = partA.barred;
  if (barred) {
    if (partB.barred.length > 0 && severity === 'notice') return [];
    const rest = severity === 'blocker' ? why : ' Part B is not affected.';
    const text = `Part A benefits are not payable${showPeriod(barred.period)}.${rest}`;
    return [finding({ code: 'partABarred', severity, text, segment: entitlementLines(partA.barred) })];
  }
  const text =
    partA.state === 'none'
      ? `The person has no Part A on the date of service.${why}`
      : 'Medicare does not clearly say whether Part A is active.';
  const segment = entitlementLines([...partA.otherwise, ...partA.denied]);
  return [
    finding({ code: 'noPartA', severity: partA.state === 'none' ? severity : 'notice', text, segment }),
  ];
}

function contradictions(judged: Case, { partA, partB }: Parts): Finding[] {
  const lines = new Set([partA, partB].flatMap(opposingLines));
  if (lines.size === 0) return [];
  const text =
    'The Medicare response contradicts itself: one line says the person is covered, another says the person is not.';
  const severity = severityOf(judged, 'contradiction');
  return [finding({ code: 'contradiction', severity, text, segment: entitlementLines([...lines]) })];
}

function opposingLines({ active, denied }: PartVerdict): Entitlement[] {
  return active.length > 0 && denied.length > 0 ? [...active, ...denied] : [];
}

function endingSoon({ inquiry, settings }: Case, { partB }: Parts): Finding[] {
  const ends = partB.active.map(({ period }) => period?.to);
  if (partB.state !== 'active' || ends.includes(undefined)) return [];
  const last = ends
    .filter((end) => end !== undefined)
    .toSorted()
    .at(-1);
  const starts = partB.otherwise.map(({ period }) => period?.from ?? '');
  const isContinued = last !== undefined && starts.some((from) => from > last);
  if (last === undefined || isContinued) return [];
  if (daysBetween(inquiry.dateOfService, last) > settings.partBEndsSoonDays) return [];
  const text = `Part B ends on ${dayText(last)}.`;
  return [
    finding({ code: 'partBEndsSoon', severity: 'notice', text, segment: entitlementLines(partB.active) }),
  ];
}

const entitlementLines = (lines: readonly Entitlement[]): string =>
  lines.map(({ segment }) => segment).join('~');
