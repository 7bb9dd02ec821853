import * as z from 'zod';
import type { Decision } from './referral.ts';

const Count = z.number().int();

const Tally = z.object({
  Received: Count,
  Accepted: Count,
  Declined: Count,
  /** Counts decisions whose time is known. */
  Answered: Count,
  /** Counts answers given within the agency's hours. */
  InTime: Count,
  /** Counts referrals that still wait for an answer beyond those hours. */
  Overdue: Count,
  /** The time from receipt to decision; null when nothing was answered. */
  MedianMinutes: z.number().nullable(),
});
type Tally = z.infer<typeof Tally>;

const ReasonCount = z.object({ Reason: z.string(), Count });

export const GroupFigures = Tally.extend({
  /** Empty when the referrals name no one. */
  Name: z.string(),
  /** Set for a county only. */
  State: z.string().optional(),
  Reasons: z.array(ReasonCount),
});
export type GroupFigures = z.infer<typeof GroupFigures>;

/** Answers in up to this many minutes, and whether that is within the goal. The last has no upper end. */
const Step = z.object({ UpToMinutes: z.number().nullable(), IsInTime: z.boolean(), Count });

export const Figures = z.object({
  AsOf: z.string(),
  GoalMinutes: Count,
  Period: Tally,
  /** Covers the same number of days, just before the period. */
  Previous: Tally,
  /** `From` and `Before` are when the day begins and ends for the agency. */
  Days: z.array(
    z.object({
      Day: z.string(),
      From: z.string(),
      Before: z.string(),
      Accepted: Count,
      Declined: Count,
      Undecided: Count,
    }),
  ),
  Answers: z.array(Step),
  /** Whenever they were received; `From` and `Before` bound the time of receipt. */
  Open: z.object({
    Count,
    Overdue: Count,
    OldestReceivedAt: z.string().nullable(),
    Ages: z.array(Step.extend({ From: z.string().nullable(), Before: z.string() })),
  }),
  Reasons: z.array(ReasonCount),
  /** The busiest come first. A referral with two payers counts in both. */
  Sources: z.array(GroupFigures),
  SourceKinds: z.array(GroupFigures),
  Channels: z.array(GroupFigures),
  Payers: z.array(GroupFigures),
  Counties: z.array(GroupFigures),
});
export type Figures = z.infer<typeof Figures>;

/** The fields that counting needs; none of them names a patient. */
export const CountedReferral = z.object({
  Id: z.string(),
  ReceivedAt: z.string(),
  DecidedAt: z.string().optional(),
  StatusId: z.string(),
  Kind: z.enum(['Pending', 'Accepted', 'Declined']) satisfies z.ZodType<Decision['Kind']>,
  Reason: z.string(),
  Organization: z.string(),
  SourceKind: z.string(),
  Channel: z.string(),
  County: z.string(),
  State: z.string(),
  Payers: z.array(z.object({ Name: z.string() })),
});
export type CountedReferral = z.infer<typeof CountedReferral>;

export interface DayBounds {
  Day: string;
  From: string;
  Before: string;
}

interface Counting {
  received: readonly CountedReferral[];
  previous: readonly CountedReferral[];
  open: readonly CountedReferral[];
  days: readonly DayBounds[];
  responseHours: number;
  now: Date;
}

const MINUTE = 60_000;
const MAX_GROUPS = 50;
/** Fractions and multiples of the agency's hours. */
const steps = [0.25, 0.5, 1, 2, 4, null] as const;

export function figuresOf({ received, previous, open, days, responseHours, now }: Counting): Figures {
  const goal = responseHours * 60;
  const late = open.filter(({ ReceivedAt }) => minutesBetween(ReceivedAt, now.getTime()) > goal);
  const counting = { goal, overdue: new Set(late.map(({ Id }) => Id)) };
  const groups = (namesOf: (referral: CountedReferral) => readonly Place[]) =>
    groupsOf(received, { namesOf, counting });
  return {
    AsOf: now.toISOString(),
    GoalMinutes: goal,
    Period: tallyOf(received, counting),
    Previous: tallyOf(previous, counting),
    Days: days.map((bounds) => dayOf(bounds, received)),
    Answers: answersOf(received, goal),
    Open: openOf(open, { goal, now }),
    Reasons: reasonsOf(received),
    Sources: groups(({ Organization }) => [{ Name: Organization }]),
    SourceKinds: groups(({ SourceKind }) => [{ Name: SourceKind }]),
    Channels: groups(({ Channel }) => [{ Name: Channel }]),
    Payers: groups(({ Payers }) => (Payers.length === 0 ? [{ Name: '' }] : Payers)),
    Counties: groups(({ County, State }) => [{ Name: County, State }]),
  };
}

interface TallyBy {
  goal: number;
  /** Ids of referrals that wait beyond the goal. */
  overdue: ReadonlySet<string>;
}

function tallyOf(referrals: readonly CountedReferral[], { goal, overdue }: TallyBy): Tally {
  const minutes = answerMinutes(referrals);
  const of = (kind: Decision['Kind']) => referrals.filter(({ Kind }) => Kind === kind).length;
  return {
    Received: referrals.length,
    Accepted: of('Accepted'),
    Declined: of('Declined'),
    Answered: minutes.length,
    InTime: minutes.filter((each) => each <= goal).length,
    Overdue: referrals.filter(({ Id }) => overdue.has(Id)).length,
    MedianMinutes: medianOf(minutes),
  };
}

/** Leaves out referrals that were decided before decisions recorded their time. */
const answerMinutes = (referrals: readonly CountedReferral[]): number[] =>
  referrals.flatMap(({ ReceivedAt, DecidedAt, Kind }) =>
    DecidedAt === undefined || Kind === 'Pending' ? [] : [minutesBetween(ReceivedAt, Date.parse(DecidedAt))],
  );

const minutesBetween = (from: string, to: number) => Math.max(0, (to - Date.parse(from)) / MINUTE);

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

function dayOf({ Day, From, Before }: DayBounds, received: readonly CountedReferral[]) {
  const here = received.filter(({ ReceivedAt }) => From <= ReceivedAt && ReceivedAt < Before);
  const of = (kind: Decision['Kind']) => here.filter(({ Kind }) => Kind === kind).length;
  return {
    Day,
    From,
    Before,
    Accepted: of('Accepted'),
    Declined: of('Declined'),
    Undecided: of('Pending'),
  };
}

function answersOf(received: readonly CountedReferral[], goal: number): Figures['Answers'] {
  const minutes = answerMinutes(received);
  return stepsOf(goal).map(({ from, upTo, ...step }) => ({
    ...step,
    Count: minutes.filter((each) => from < each && each <= upTo).length,
  }));
}

function openOf(
  open: readonly CountedReferral[],
  { goal, now }: { goal: number; now: Date },
): Figures['Open'] {
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * MINUTE).toISOString();
  const Ages = stepsOf(goal).map(({ from, upTo, ...step }) => {
    const From = upTo === Infinity ? null : at(upTo);
    // A time of receipt in the future counts as age zero.
    const Before = from < 0 ? '9999-12-31T00:00:00.000Z' : at(from);
    const isHere = ({ ReceivedAt }: CountedReferral) =>
      (From === null || From <= ReceivedAt) && ReceivedAt < Before;
    return { ...step, From, Before, Count: open.filter(isHere).length };
  });
  return {
    Count: open.length,
    Overdue: Ages.filter(({ IsInTime }) => !IsInTime).reduce((sum, { Count: count }) => sum + count, 0),
    OldestReceivedAt: open.map(({ ReceivedAt }) => ReceivedAt).toSorted()[0] ?? null,
    Ages,
  };
}

const stepsOf = (goal: number) =>
  steps.map((part, index) => ({
    from: index === 0 ? -1 : (steps[index - 1] ?? 0) * goal,
    upTo: part === null ? Infinity : part * goal,
    UpToMinutes: part === null ? null : part * goal,
    IsInTime: part !== null && part <= 1,
  }));

const reasonsOf = (referrals: readonly CountedReferral[]): Figures['Reasons'] =>
  [
    ...counted(
      referrals.filter(({ Kind }) => Kind === 'Declined'),
      ({ Reason }) => Reason,
    ),
  ]
    .map(([Reason, { length }]) => ({ Reason, Count: length }))
    .toSorted((a, b) => b.Count - a.Count);

function counted<Of>(items: readonly Of[], keyOf: (item: Of) => string): Map<string, Of[]> {
  const found = new Map<string, Of[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

interface Place {
  Name: string;
  State?: string;
}

function groupsOf(
  received: readonly CountedReferral[],
  { namesOf, counting }: { namesOf: (referral: CountedReferral) => readonly Place[]; counting: TallyBy },
): GroupFigures[] {
  const placed = received.flatMap((referral) =>
    [...new Map(namesOf(referral).map((place) => [place.Name, place])).values()].map((place) => ({
      place,
      referral,
    })),
  );
  return [...counted(placed, ({ place }) => `${place.State ?? ''} ${place.Name}`).values()]
    .flatMap((members) => {
      const [first] = members;
      const referrals = members.map(({ referral }) => referral);
      const { Name = '', State } = first?.place ?? {};
      const named = { Name, ...(State !== undefined && { State }) };
      return [{ ...named, ...tallyOf(referrals, counting), Reasons: reasonsOf(referrals) }];
    })
    .toSorted((a, b) => b.Received - a.Received)
    .slice(0, MAX_GROUPS);
}
