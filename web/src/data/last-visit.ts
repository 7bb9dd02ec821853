import { useCurrentPerson } from './current-person.ts';

const HOUR_MS = 3_600_000;
/** After a pause this long a person has missed a shift. */
const PAUSE_MS = 4 * HOUR_MS;
const FIRST_LOOKS_BACK_MS = 12 * HOUR_MS;

/** A person has visits in each agency. */
export function useVisitor(): string {
  const { id, domain } = useCurrentPerson();
  return `handoff.last-visit.${id}.${domain?.Id}`;
}

/** When the person last left before this visit; 12 hours ago if this browser does not know. */
export function lastLeft(visitor: string): number {
  const [last = 0, left = 0] = (localStorage.getItem(visitor) ?? '').split(' ').map(Number);
  return (Date.now() - last < PAUSE_MS ? left : last) || Date.now() - FIRST_LOOKS_BACK_MS;
}

/** Notes two times and nothing else: now, and when the person last left. */
export const noteVisit = (visitor: string): void =>
  localStorage.setItem(visitor, `${Date.now()} ${lastLeft(visitor)}`);
