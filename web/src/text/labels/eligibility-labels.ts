import type { CheckVerdict } from '@handoff/shared/domain/records/check-verdict';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDay } from '../format.ts';

export interface Dated {
  From: string | null;
  To: string | null;
  DatesGiven: boolean;
  IsActive: boolean;
}

/** "03/01/2018 – 12/31/2025" or "since 03/01/2018"; says so when Medicare gave no dates. */
export function periodText({ From, To, DatesGiven }: Omit<Dated, 'IsActive'>): string {
  if (!DatesGiven || (From === null && To === null)) return 'dates not given';
  if (To === null) return `since ${formatDay(From ?? '')}`;
  return From === null ? `until ${formatDay(To)}` : `${formatDay(From)} – ${formatDay(To)}`;
}

/** For a line that shows its status: a later start is not "since" that day. */
export const periodAsOf = (line: Dated, day: string): string =>
  periodText(line).replace(/^since/, (line.From ?? '') > day ? 'from' : 'since');

/** The status of a line on the date of service. */
export function standing({ From, DatesGiven, IsActive }: Dated, day: string): string {
  if (IsActive) return DatesGiven ? 'Active' : 'Presumed active (no dates reported)';
  return From !== null && From > day ? 'Starts later' : 'Ended';
}

const providers = new Map([
  ['sandbox', 'the built-in sandbox'],
  ['stedi', 'Medicare, through Stedi'],
  ['pasted', 'a pasted answer'],
]);
/** The provider's name in words. */
export const providerName = (provider: string): string => providers.get(provider) ?? provider;

/** The person who ran the check; nightly re-verification has none. */
export const askedBy = ({ IsScheduled, CheckedBy }: PastCheck): string =>
  IsScheduled ? 'Re-verification' : CheckedBy.FullName;

/** A day that could not be parsed is shown as it was typed. */
export const shownDay = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text);

interface VerdictWords {
  label: string;
  /** The color of its mark; the label says the same in words. */
  color: 'green' | 'orange' | 'red' | 'yellow' | 'gray';
}

export const verdictWords: Record<CheckVerdict, VerdictWords> = {
  eligible: { label: 'Eligible', color: 'green' },
  issues: { label: 'Eligible, with issues', color: 'orange' },
  notEligible: { label: 'Not eligible', color: 'red' },
  wrongInput: { label: 'Invalid input', color: 'yellow' },
  notCompleted: { label: 'Not completed', color: 'gray' },
};
