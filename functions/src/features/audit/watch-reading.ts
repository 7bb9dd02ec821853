import * as z from 'zod';
import { inEachAgency, type Timer } from '../../pipeline/idempotency/timer-writes.ts';
import { notifyManagers } from '../../pipeline/records/notify-person.ts';
import { listAll } from '../../pipeline/unit-of-work/reader.ts';
import type { Reader } from '../../pipeline/unit-of-work/unit-of-work.ts';
import { recordKind } from '../../platform/record-kind.ts';
import { userId, userKind } from '../../records/user-records.ts';

const HOUR_MS = 3_600_000;
/** What somebody usually does is the busiest hour of this time. */
const USUAL_DAYS = 14;
/** So many times that is not usual. */
const FACTOR = 3;
const PAGE = 500;

/** What is counted: patients, each once. Fewer than `least` in an hour are nobody's concern. */
const measures = [
  {
    name: 'revealed the numbers of',
    event: 'reveals.unusual',
    actions: ['patient-numbers.revealed', 'patient-numbers.exported'],
    least: 15,
  },
  {
    name: 'opened the records of',
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
    event: 'lists.unusual',
    actions: ['referrals.listed', 'referrals.exported', 'checks.listed', 'batch.viewed'],
    least: 300,
  },
] as const;
type Measure = (typeof measures)[number];

const viewKind = recordKind(
  'audit-view',
  z
    .object({
      id: z.string(),
      at: z.string(),
      oid: z.string(),
      action: z.string(),
      subject: z.string(),
      shown: z.array(z.string()).default([]),
    })
    .transform(({ id, ...view }) => ({ Id: id, ...view })),
);
type View = z.infer<typeof viewKind.schema>;

/** `@from` */
const viewsSince = "SELECT * FROM c WHERE c.type = 'audit-view' AND c.at >= @from";
/** `@subject`, `@event`, `@day` */
const raisedToday =
  "SELECT VALUE COUNT(1) FROM c WHERE c.type = 'audit' AND c.subject = @subject AND c.action = @event AND c.at >= @day";
/** `@from`, `@before`, `@oid` */
const viewsOfPerson = `${viewsSince} AND c.at < @before AND c.oid = @oid`;

/**
 * The timer's part: who saw far more patients within an hour than they usually do. It reads what the access record
 * holds already, so that no answer waits for it and no instance counts alone. Managers are notified once a day of each.
 */
export async function watchReading(timer: Timer): Promise<void> {
  await inEachAgency(timer, { event: 'reading-watch-failed', work: ({ Id }) => watchAgency(timer, Id) });
}

async function watchAgency(timer: Timer, domainId: string): Promise<void> {
  const find = timer.find(domainId);
  const hourAgo = new Date(timer.clock.now().getTime() - HOUR_MS).toISOString();
  const views = await listAll(find, viewKind, {
    sql: viewsSince,
    parameters: { from: hourAgo },
    pageSize: PAGE,
  });
  for (const [oid, own] of Map.groupBy(views, (view) => view.oid))
    for (const measure of measures) {
      const seen = patientsIn(own, measure).size;
      if (seen < measure.least) continue;
      const usual = await usualOf(find, { oid, measure, before: hourAgo });
      if (seen > usual * FACTOR) await raise(timer, { domainId, oid, measure, seen, usual });
    }
}

/** Where a view names what it showed, its subject is a heading. */
function patientsIn(views: readonly View[], { actions }: Measure): Set<string> {
  const counted = views.filter(({ action }) => actions.some((each) => each === action));
  return new Set(counted.flatMap(({ subject, shown }) => (shown.length > 0 ? shown : [subject])));
}

interface Person {
  oid: string;
  measure: Measure;
  before: string;
}

async function usualOf(find: Reader, { oid, measure, before }: Person): Promise<number> {
  const from = new Date(Date.parse(before) - USUAL_DAYS * 24 * HOUR_MS).toISOString();
  const parameters = { from, before, oid };
  const views = await listAll(find, viewKind, { sql: viewsOfPerson, parameters, pageSize: PAGE });
  const byHour = Map.groupBy(views, ({ at }) => Math.floor(Date.parse(at) / HOUR_MS));
  return Math.max(0, ...[...byHour.values()].map((hour) => patientsIn(hour, measure).size));
}

interface Unusual {
  domainId: string;
  oid: string;
  measure: Measure;
  seen: number;
  usual: number;
}

async function raise(timer: Timer, { domainId, oid, measure, seen, usual }: Unusual): Promise<void> {
  const day = timer.clock.now().toISOString().slice(0, 10);
  const subject = userId(oid);
  const { event } = measure;
  const raised = { sql: raisedToday, parameters: { subject, event, day } };
  if ((await timer.find(domainId).count(raised)) > 0) return;
  const person = await timer.system.get(userKind, subject);
  const text = `${person?.FullName ?? 'Someone'} ${measure.name} ${seen} patients within an hour`;
  const write = { job: 'reading', domainId, as: 'Access watch', work: [subject, event, day] };
  await timer.atomic(write, async (context) => {
    context.work.audit({
      action: event,
      subject,
      changes: [{ field: `Patients ${measure.name.replace(/ .*/, '')} in an hour`, old: usual, new: seen }],
    });
    await notifyManagers(context, { kind: 'access', subject, text });
  });
  timer.ports.log({ level: 'warn', event: 'unusual-reading', oid, agency: domainId, count: seen });
}
