/** How urgent an answer is: due after half of the agency's time, overdue after all of it. */
export type Urgency = 'in time' | 'due' | 'overdue';

interface Waiting {
  receivedAt: string;
  responseHours: number;
}

const HOUR = 3_600_000;

/** Judges the response time of an open referral; `now` is in milliseconds since 1970. */
export function urgencyOf({ receivedAt, responseHours }: Waiting, now: number): Urgency {
  const share = (now - Date.parse(receivedAt)) / (responseHours * HOUR);
  if (share > 1) return 'overdue';
  return share > 0.5 ? 'due' : 'in time';
}

/** When an answer is overdue, in milliseconds since 1970. */
export const answerDueAt = ({ receivedAt, responseHours }: Waiting): number =>
  Date.parse(receivedAt) + responseHours * HOUR;
