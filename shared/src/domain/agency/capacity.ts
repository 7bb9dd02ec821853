import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { withDefaults } from '../records/as-read.ts';
import { addDays, dayText } from '../records/calendar-day.ts';
import { line } from '../records/text.ts';
import { isSameCounty } from './coverage.ts';
import { endsAfterStart, endsTooEarly, isoDate, isValidOn } from './directory.ts';
import { keptFields } from './kept-record.ts';
import { Id as RecordId } from '../records/record-id.ts';

const DAYS_OF_WEEK = 7;
const MONDAY = 1;
const dayOfWeek = (day: string) => new Date(day).getUTCDay();

/** The Monday of the week that this day is in. */
export const weekOf = (day: string): string =>
  addDays(day, -((dayOfWeek(day) - MONDAY + DAYS_OF_WEEK) % DAYS_OF_WEEK));

/** The Sunday that ends so many weeks, the first of which is the week of this day. */
export const endOfWeeks = (day: string, weeks: number): string =>
  addDays(weekOf(day), weeks * DAYS_OF_WEEK - 1);

/** How long people may say that a limit lasts, in weeks. */
export const capacityWeeks = [1, 2, 4] as const;

export const capacityLevels = ['Limited', 'Full'] as const;

/** A limit always ends: without a last day it would stay after the reason for it has gone. */
const CapacityFields = z.strictObject({
  Discipline: RecordId,
  State: StateCode,
  /** Empty for the entire state. */
  County: line(80),
  Level: z.enum(capacityLevels),
  StartsOn: isoDate.refine((day) => dayOfWeek(day) === MONDAY, 'Choose a Monday'),
  /** The last day on which it applies. */
  EndsOn: isoDate,
  Note: line(200),
});

export const NewCapacity = CapacityFields.refine(endsAfterStart, endsTooEarly);

export const capacityDefaults = { County: '', Note: '' };
/** Begins with this week when no week is given. */
export const CapacityDraft = withDefaults(
  CapacityFields.extend({ StartsOn: CapacityFields.shape.StartsOn.optional() }),
  capacityDefaults,
).refine(endsAfterStart, endsTooEarly);

/** A discipline that is limited or full in a county for some weeks; without one it is open. */
export const Capacity = z.object({ ...CapacityFields.shape, ...keptFields });
export type Capacity = z.infer<typeof Capacity>;

/** The part that our other agencies see, with the discipline by its name, because each has a list of its own. */
export const BranchCapacity = z.object(CapacityFields.shape).omit({ Note: true });

type Limit = Omit<z.infer<typeof CapacityFields>, 'Note'>;

interface Wanted {
  place: { State: string; County: string };
  disciplines: readonly string[];
  day: string;
}

/** The limits of these disciplines there on that day, one for each, the worst first. */
export function limitsAt<L extends Limit>(
  { place, disciplines, day }: Wanted,
  capacities: readonly L[],
): L[] {
  const there = capacities
    .filter((limit) => isValidOn(limit, day) && isIn(limit, place))
    .toSorted(worseFirst);
  return disciplines
    .flatMap((discipline) => there.find((limit) => isSameDiscipline(limit, discipline)) ?? [])
    .toSorted(worseFirst);
}

const isIn = ({ State, County }: Pick<Limit, 'State' | 'County'>, place: Wanted['place']) =>
  State === place.State && (County === '' || isSameCounty(County, place.County));

/** Lists of two agencies may differ in case. */
const isSameDiscipline = ({ Discipline }: Pick<Limit, 'Discipline'>, other: string) =>
  Discipline.toLowerCase() === other.toLowerCase();

const worseFirst = (one: Limit, other: Limit) =>
  Number(other.Level === 'Full') - Number(one.Level === 'Full') || other.EndsOn.localeCompare(one.EndsOn);

/** Whether a limit is about the same discipline and county as another one, so that it replaces it. */
export const isSameCapacity = (one: CellOfLimit, other: CellOfLimit): boolean =>
  one.Discipline === other.Discipline && one.State === other.State && isSameCounty(one.County, other.County);
type CellOfLimit = Pick<Limit, 'Discipline' | 'State' | 'County'>;

/** A decline reason is for capacity by its id, which every agency begins with, or by the name that it was given. */
export const isForCapacity = ({ Id, Name }: { Id: string; Name: string }): boolean =>
  /capacity/i.test(`${Id} ${Name}`);

/** "full until 12/04/2026" */
export const limitText = ({ Level, EndsOn }: Pick<Limit, 'Level' | 'EndsOn'>): string =>
  `${Level.toLowerCase()} until ${dayText(EndsOn)}`;

/** "Skilled nursing is full in Hartford County until 12/04/2026" */
export const limitSentence = (name: string, limit: Omit<Limit, 'Discipline' | 'StartsOn'>): string =>
  `${name} is ${limit.Level.toLowerCase()} in ${limitedPlace(limit)} until ${dayText(limit.EndsOn)}`;

export const limitedPlace = ({ State, County }: Pick<Limit, 'State' | 'County'>): string =>
  County === '' ? State : `${County.replace(/\scounty$/i, '')} County`;
