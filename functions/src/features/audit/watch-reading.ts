import { addMs, HOUR_MS } from '../../core/time.ts';
import type * as z from 'zod';
import type { JobContext } from '../../core/context.ts';
import { inAgenciesWith } from '../../writes/job-context.ts';
import { notifyManagers } from '../../writes/notify-person.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { userId, userKind } from '../../records/kinds/user-records.ts';
import { auditKind, viewKind } from '../../records/kinds/audit-records.ts';
import { atLeast, below, select, type Where } from '../../records/select.ts';

/** A person's usual number is that of their busiest hour in this time. */
const USUAL_DAYS = 14;
/** More than this many times the usual number raises an alert. */
const FACTOR = 3;
const PAGE = 500;

/** Counts patients or numbers, each once. Fewer than `least` in an hour never raise an alert. */
const measures = [
  {
    name: 'entered',
    what: 'numbers of patients',
    event: 'numbers.unusual',
    actions: ['numbers.entered'],
    least: 40,
  },
  {
    name: 'revealed the numbers of',
    what: 'patients',
    event: 'reveals.unusual',
    actions: ['patient-numbers.revealed', 'patient-numbers.exported'],
    least: 15,
  },
  {
    name: 'opened the records of',
    what: 'patients',
    event: 'records.unusual',
    actions: [
      'referral.viewed',
      'referral.printed',
      'referral.exported',
      'patient-numbers.exported',
      'check.viewed',
      'document.viewed',
      'document.downloaded',
      'exchange.downloaded',
      'patient-access.read',
      'patient-access.exported',
    ],
    least: 40,
  },
  {
    name: 'listed',
    what: 'patients',
    event: 'lists.unusual',
    actions: ['referrals.listed', 'referrals.exported', 'checks.listed', 'batch.viewed', 'draft.checked'],
    least: 300,
  },
] as const;
type Measure = (typeof measures)[number];

type View = z.output<typeof viewKind.schema>;

const viewsWith = (where: Where<View>) => select(viewKind, { withDeleted: true, where });

/**
 * Finds people who saw far more patients within an hour than they usually do; the timer runs it. It reads the existing
 * access log, so no answer waits for it and no instance counts separately. Managers are notified once a day per person
 * and measure.
 */
export async function watchReading(job: JobContext): Promise<void> {
  const hourAgo = addMs(job.clock.now(), -HOUR_MS).toISOString();
  await inAgenciesWith(job, [viewsWith({ at: atLeast(hourAgo) })], {
    event: 'reading-watch-failed',
    work: ({ Id }) => watchAgency(job, Id, hourAgo),
  });
}

async function watchAgency(job: JobContext, domainId: string, hourAgo: string): Promise<void> {
  const find = job.find(domainId);
  const recent = await listAll(find, viewsWith({ at: atLeast(hourAgo) }), PAGE);
  for (const [oid, own] of Map.groupBy(recent, (view) => view.oid))
    for (const measure of measures) {
      const seen = countedIn(own, measure).size;
      if (seen < measure.least) continue;
      const usual = await usualOf(find, { oid, measure, before: hourAgo });
      if (seen > usual * FACTOR) await raise(job, { domainId, oid, measure, seen, usual });
    }
}

/** Views that name what they showed have a heading as subject; each entered number has its own entry. */
function countedIn(views: readonly View[], { actions, event }: Measure): Set<string> {
  const counted = views.filter(({ action }) => actions.some((each) => each === action));
  if (event === 'numbers.unusual') return new Set(counted.map(({ Id }) => Id));
  return new Set(counted.flatMap(({ subject, shown = [] }) => (shown.length > 0 ? shown : [subject])));
}

interface Person {
  oid: string;
  measure: Measure;
  before: string;
}

async function usualOf(find: Reader, { oid, measure, before }: Person): Promise<number> {
  const from = new Date(Date.parse(before) - USUAL_DAYS * 24 * HOUR_MS).toISOString();
  const own = await listAll(find, viewsWith({ at: [atLeast(from), below(before)], oid }), PAGE);
  const byHour = Map.groupBy(own, ({ at }) => Math.floor(Date.parse(at) / HOUR_MS));
  return Math.max(0, ...[...byHour.values()].map((hour) => countedIn(hour, measure).size));
}

function fieldOf({ name, what }: Measure): string {
  const [counted = ''] = what.split(' ');
  return `${counted.replace(/^./, (letter) => letter.toUpperCase())} ${name.replace(/ .*/, '')} in an hour`;
}

interface Unusual {
  domainId: string;
  oid: string;
  measure: Measure;
  seen: number;
  usual: number;
}

async function raise(job: JobContext, { domainId, oid, measure, seen, usual }: Unusual): Promise<void> {
  const day = job.clock.now().toISOString().slice(0, 10);
  const subject = userId(oid);
  const { event } = measure;
  const raised = select(auditKind, {
    withDeleted: true,
    where: { subject, action: event, at: atLeast(day) },
  });
  if ((await job.find(domainId).count(raised)) > 0) return;
  const person = await job.system.get(userKind, subject);
  const text = `${person?.FullName ?? 'Someone'} ${measure.name} ${seen} ${measure.what} within an hour`;
  const write = { job: 'reading', domainId, as: 'Access watch', work: [subject, event, day] };
  await job.atomic(write, async (context) => {
    context.work.audit({
      action: event,
      subject,
      changes: [{ field: fieldOf(measure), old: usual, new: seen }],
    });
    await notifyManagers(context, { kind: 'access', subject, text });
  });
  job.log({ level: 'warn', event: 'unusual-reading', oid, agency: domainId, count: seen });
}
