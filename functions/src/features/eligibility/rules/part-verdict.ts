import { covers } from '../x12/calendar.ts';
import type { Case } from './case.ts';
import type { Entitlement } from '../x12/facts.ts';

export interface PartVerdict {
  /** `unknown`: nothing that can be relied on was said about the date. */
  state: 'active' | 'none' | 'unknown';
  /** Lines that give the entitlement at the date. */
  active: Entitlement[];
  /** Lines that deny it without a date that can be read, or because it ended before. */
  denied: Entitlement[];
  /** Dated lines that bar it at the date. */
  barred: Entitlement[];
  /** Lines that gave it at another time. */
  otherwise: Entitlement[];
}

/** What the answer says about one part on the date of service. */
export function judgePart(part: 'A' | 'B', judged: Case): PartVerdict {
  const { facts, inquiry } = judged;
  const day = inquiry.dateOfService;
  const lines = facts.entitlements.filter((line) => line.part === part || line.part === 'any');
  const isAt = ({ period }: Entitlement) => period !== undefined && covers(period, day);

  const given = lines.filter(({ status }) => status === 'active');
  const inactive = lines.filter(({ status }) => status === 'inactive');
  const active = given.filter((line) => isAt(line) || isUndated(line));
  const denied = inactive.filter((line) => !line.period || (line.isEnd && isAt(line)));
  const barred = inactive.filter((line) => !line.isEnd && isAt(line));
  const otherwise = given.filter(({ period }) => period !== undefined && !covers(period, day));
  return {
    state: stateOf({ active, denied, barred, otherwise }, lines, judged),
    active,
    denied,
    barred,
    otherwise,
  };
}

function stateOf(
  { active, denied, barred, otherwise }: Omit<PartVerdict, 'state'>,
  lines: Entitlement[],
  { facts }: Case,
): PartVerdict['state'] {
  // With lines lost on the way, an undated line may have lost the date that decides.
  const isDoubtful = facts.missingSegments > 0;
  const dated = active.filter(({ period }) => period);
  if (isDoubtful && dated.length < active.length) return 'unknown';
  if (isDoubtful && active.length > 0 && denied.length > 0) return 'unknown';
  if (active.length > 0) return 'active';
  // An entitlement whose date cannot be read may cover the date as well as not.
  if (lines.some(({ status, isDateUnreadable }) => status === 'active' && isDateUnreadable)) return 'unknown';
  const isDenied = denied.some(({ isDateUnreadable }) => !isDateUnreadable);
  return isDenied || otherwise.length + barred.length > 0 ? 'none' : 'unknown';
}

const isUndated = ({ period, isDateUnreadable }: Entitlement) => !period && !isDateUnreadable;
