import { Link } from '@tanstack/react-router';
import type { Figures } from '@handoff/shared/domain/referral/figures';
import { formatCount, formatShortDay, plural } from '../../text/format.ts';
import { useSettings } from '../../data/use-settings.ts';
import { Bars } from './bars.tsx';
import { ChartCard, PlainTable } from './chart-card.tsx';
import { type Column, Columns } from './columns.tsx';
import {
  dayList,
  minutesText,
  openList,
  receivedList,
  shareText,
  stepRange,
  stepText,
} from './lists-of-figures.ts';

interface CardProps {
  figures: Figures;
}

const kinds = [
  { kind: 'accepted', name: 'Accepted' },
  { kind: 'declined', name: 'Declined' },
  { kind: 'undecided', name: 'Without decision' },
] as const;

export function DayCard({ figures }: CardProps) {
  const bars = barsOf(figures.Days);
  return (
    <ChartCard
      title="Received, by decision"
      note={bars.length < figures.Days.length ? 'per week' : 'per day'}
      isWide
      chart={
        <Columns
          label="Received, by decision"
          legend={kinds.map(({ kind, name }, index) => ({
            kind,
            name: `${name} ${formatCount(bars.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))}`,
          }))}
          columns={bars.map(({ name, counts, list }): Column => ({
            name,
            list,
            parts: kinds.map(({ kind, name: of }, index) => ({ kind, name: of, count: counts[index] ?? 0 })),
          }))}
        />
      }
      table={
        <PlainTable
          label="Received, by decision"
          head={['Received', ...kinds.map(({ name }) => name)]}
          rows={bars.map(({ name, counts, list }) => [
            <Link key={name} {...list} className="link">
              {name}
            </Link>,
            ...counts.map(formatCount),
          ])}
        />
      }
    />
  );
}

const MAX_DAYS = 31;
const WEEK = 7;

/** One column per day, or per week when there are too many days. */
function barsOf(days: Figures['Days']) {
  const size = days.length > MAX_DAYS ? WEEK : 1;
  // Full weeks up to today, so the first one may be short.
  const first = days.length % size;
  const starts = [...(first > 0 ? [0] : []), ...stepsFrom(first, days.length, size)];
  return starts.map((start, index) => {
    const part = days.slice(start, starts[index + 1] ?? days.length);
    const [from] = part;
    const sum = (of: 'Accepted' | 'Declined' | 'Undecided') => part.reduce((all, day) => all + day[of], 0);
    return {
      name: formatShortDay(from?.Day ?? ''),
      list: dayList({ From: from?.From ?? '', Before: part.at(-1)?.Before ?? '' }),
      counts: [sum('Accepted'), sum('Declined'), sum('Undecided')],
    };
  });
}

const stepsFrom = (first: number, end: number, size: number) =>
  Array.from({ length: Math.ceil((end - first) / size) }, (_, index) => first + index * size);

export function AnswerCard({ figures }: CardProps) {
  const { Answers, Period, GoalMinutes } = figures;
  const inTime = Answers.filter(({ IsInTime }) => IsInTime).length;
  return (
    <ChartCard
      title="Time to answer"
      note={plural(Period.Answered, 'answer')}
      chart={
        <Columns
          label="Time to answer"
          goal={{
            after: inTime,
            text: `goal ${minutesText(GoalMinutes)}, ${shareText(Period.InTime, Period.Answered + Period.Overdue)} inside`,
          }}
          columns={Answers.map((step, index): Column => ({
            name: stepRange(Answers, index),
            parts: [{ kind: step.IsInTime ? 'accepted' : 'declined', name: 'answered', count: step.Count }],
          }))}
        />
      }
      table={
        <PlainTable
          label="Time to answer"
          head={['Answered after', 'Referrals', 'Share']}
          rows={Answers.map(({ Count }, index) => [
            stepText(Answers, index),
            formatCount(Count),
            shareText(Count, Period.Answered),
          ])}
        />
      }
    />
  );
}

export function AgeCard({ figures: { Open } }: CardProps) {
  const rows = Open.Ages.map((age, index) => ({
    name: stepText(Open.Ages, index),
    count: age.Count,
    note: age.IsInTime || age.Count === 0 ? '' : 'late',
    kind: age.IsInTime ? ('accepted' as const) : ('declined' as const),
    list: openList(age),
  }));
  return (
    <ChartCard
      title="Age of open referrals"
      note={`${formatCount(Open.Count)} open`}
      chart={<Bars rows={rows} />}
      table={
        <PlainTable
          label="Age of open referrals"
          head={['Waits', 'Referrals']}
          rows={rows.map(({ name, count, list }) => [
            <Link key={name} {...list} className="link">
              {name}
            </Link>,
            formatCount(count),
          ])}
        />
      }
    />
  );
}

export function ReasonCard({ figures }: CardProps) {
  const { Reasons, Period } = figures;
  const { reading } = useSettings();
  const names = new Map(reading.data?.SettingsDeclineReasonsInfo.map(({ Id, Name }) => [Id, Name]));
  const rows = Reasons.map(({ Reason, Count }) => ({
    name: names.get(Reason) ?? Reason,
    count: Count,
    note: shareText(Count, Period.Declined),
    kind: 'declined' as const,
    list: receivedList(figures, { reason: Reason }),
  }));
  return (
    <ChartCard
      title="Decline reasons"
      note={`${formatCount(Period.Declined)} declined`}
      chart={<Bars rows={rows} empty="None of the referrals of this time was declined." />}
      table={
        <PlainTable
          label="Decline reasons"
          head={['Reason', 'Referrals', 'Share']}
          rows={rows.map(({ name, count, note, list }) => [
            <Link key={name} {...list} className="link">
              {name}
            </Link>,
            formatCount(count),
            note,
          ])}
        />
      }
    />
  );
}
