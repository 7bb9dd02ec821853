/** How urgent an answer is: due within a day, overdue after two. */
export type Urgency = 'in time' | 'due' | 'overdue';

interface Waiting {
  receivedAt: string;
  /** Neither decided nor in a terminal status: only then somebody waits for an answer. */
  isOpen: boolean;
}

const HOUR = 3_600_000;
const ANSWER_WITHIN = 48 * HOUR;
const clock = [
  { after: ANSWER_WITHIN, urgency: 'overdue' },
  { after: 24 * HOUR, urgency: 'due' },
] as const satisfies { after: number; urgency: Urgency }[];

/** The response clock, in milliseconds since 1970. */
export function urgencyOf({ receivedAt, isOpen }: Waiting, now: number): Urgency {
  const waited = now - Date.parse(receivedAt);
  return (isOpen && clock.find(({ after }) => waited > after)?.urgency) || 'in time';
}

/** When an answer is overdue, in milliseconds since 1970. */
export const answerDueAt = (receivedAt: string): number => Date.parse(receivedAt) + ANSWER_WITHIN;
