import { isValidOn } from '@handoff/shared/domain/agency/directory';

export interface Term {
  StartsOn: string | null;
  EndsOn: string | null;
}

/** Enough time to sign the next contract. */
const ENDS_SOON_DAYS = 60;
const DAY = 86_400_000;

export interface TermState {
  kind: 'current' | 'endsSoon' | 'ended' | 'notYet';
  text: string;
}

/** The status of a contract or service area on a day. */
export function termOn(term: Term, today: string): TermState {
  const { StartsOn, EndsOn } = term;
  if (StartsOn !== null && StartsOn > today) return { kind: 'notYet', text: 'not yet' };
  if (!isValidOn(term, today)) return { kind: 'ended', text: 'ended' };
  const days = EndsOn === null ? Infinity : (Date.parse(EndsOn) - Date.parse(today)) / DAY;
  if (days > ENDS_SOON_DAYS) return { kind: 'current', text: 'in force' };
  return { kind: 'endsSoon', text: endsIn(days) };
}

function endsIn(days: number): string {
  if (days === 0) return 'ends today';
  return days === 1 ? 'ends tomorrow' : `ends in ${days} days`;
}
