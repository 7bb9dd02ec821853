import { covers, endsBefore, startsAfter } from '../x12/calendar.ts';
import type { DatedLine } from '../x12/benefit-group.ts';
import type { Facts } from '../x12/facts.ts';
import type { Inquiry } from '../../../platform/eligibility-provider.ts';
import type { EligibilitySettings, Severity } from '@handoff/shared/domain/eligibility/settings';

export interface Case {
  facts: Facts;
  inquiry: Inquiry;
  settings: EligibilitySettings;
}

export function severityOf(
  { inquiry, settings }: Case,
  judgement: keyof EligibilitySettings['severities'],
): Severity {
  return settings.severities[judgement][inquiry.category];
}

/** A plan, payer or period without dates counts as covering, because silence must not hide it. */
export function coversDate(line: DatedLine, day: string): boolean {
  return line.period === undefined || covers(line.period, day);
}

export const startsLater = (line: DatedLine, day: string): boolean =>
  line.period !== undefined && startsAfter(line.period, day);

export const endedBefore = (line: DatedLine, day: string): boolean =>
  line.period !== undefined && endsBefore(line.period, day);
