import { addDays } from '../records/calendar-day.ts';
import type { Clinical } from '../person/clinical-block.ts';
import type { Category } from './settings.ts';

/** What a check of a referral asks about, unless it says so itself. */
export interface AskedCare {
  Category: Category;
  DateOfService: string;
}

interface OrderedCare {
  /** Ids of disciplines. */
  Services: readonly string[];
  Clinical: Pick<Clinical, 'StartOfCare' | 'RequestedStart'>;
}

interface Circumstances {
  /** The category of the agency. */
  category: Category;
  /** Medicare's current day. */
  today: string;
}

export const careOfReferral = (
  { Services, Clinical }: OrderedCare,
  { category, today }: Circumstances,
): AskedCare => ({
  Category: categoryOf(Services, category),
  DateOfService: serviceDayOf(Clinical, today),
});

const hospiceLines = new Set<string>(['Hospice', 'Palliative care']);

/** A hospice agency bills everything as hospice care; an agency of both kinds bills by the ordered services. */
function categoryOf(services: readonly string[], ofAgency: Category): Category {
  if (ofAgency === 'Hospice' || services.length === 0) return ofAgency;
  return services.every((line) => hospiceLines.has(line)) ? 'Hospice' : 'Home Care';
}

/** How far ahead Medicare answers, in days. */
const AHEAD = 120;

/** The day on which care is to begin, if it is ahead, as far as Medicare answers; else today. */
function serviceDayOf({ StartOfCare, RequestedStart }: OrderedCare['Clinical'], today: string): string {
  const start = StartOfCare || RequestedStart;
  return start > today && start <= addDays(today, AHEAD) ? start : today;
}
