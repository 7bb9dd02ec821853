import { covers } from '../x12/calendar.ts';
import type { Case } from './case.ts';
import type { Entitlement } from '../x12/facts.ts';

export interface PartVerdict {
  /** `unknown`: the answer says nothing reliable about the date. */
  state: 'active' | 'none' | 'unknown';
  /** Lines that grant the entitlement on the date. */
  active: Entitlement[];
  /** Lines that deny it without a readable date, or because it ended before. */
  denied: Entitlement[];
  /** Dated lines that bar it on the date. */
  barred: Entitlement[];
  /** Lines that granted it at another time. */
  otherwise: Entitlement[];
}

export function judgePart(part: 'A' | 'B', judged: Case): PartVerdict {
  const { facts, inquiry } = judged;
  const day = inquiry.dateOfService;
  const lines = facts.entitlements.filter((line) => line.part === part || line.part === 'any');
  const isAt = ({ period }: Entitlement) => period !== undefined && covers(period, day);

  const given = lines.filter(({ status }) => status === 'active');
  const inactive = lines.filter(({ status }) => status === 'inactive');
  // Medicare always dates Part B, so a line without a date has lost it.
  const active = given.filter((line) => isAt(line) || (part === 'A' && isUndated(line)));
  const denied = inactive.filter((line) => !line.period || (line.isEnd && isAt(line)));
  const barred = inactive.filter((line) => !line.isEnd && isAt(line));
  const otherwise = given.filter(({ period }) => period !== undefined && !covers(period, day));
  return {
    state: stateOf({ active, denied, barred, otherwise }, given, judged),
    active,
    denied,
    barred,
    otherwise,
  };
}

function stateOf(
  { active, denied, barred, otherwise }: Omit<PartVerdict, 'state'>,
  given: Entitlement[],
  { facts }: Case,
): PartVerdict['state'] {
  // When lines were lost, an undated line may have lost the date that decides.
  const isDoubtful = facts.missingSegments > 0;
  if (isDoubtful && given.some((line) => isUndated(line))) return 'unknown';
  if (isDoubtful && active.length > 0 && denied.length > 0) return 'unknown';
  if (active.length > 0) return 'active';
  // An entitlement whose date is unreadable or missing may or may not cover the day.
  if (given.some(({ period }) => period === undefined)) return 'unknown';
  const isDenied = denied.some(({ isDateUnreadable }) => !isDateUnreadable);
  return isDenied || otherwise.length + barred.length > 0 ? 'none' : 'unknown';
}

const isUndated = ({ period, isDateUnreadable }: Entitlement) => !period && !isDateUnreadable;
