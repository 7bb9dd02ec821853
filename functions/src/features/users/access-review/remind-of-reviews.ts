import { addMs } from '../../../core/time.ts';
import { notificationKind } from '../../../records/kinds/notification-records.ts';
import { above, select } from '../../../records/select.ts';
import type { JobContext } from '../../../core/context.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { notifyManagers } from '../../../writes/notify-person.ts';
import { listAll } from '../../../records/reader.ts';
import { userKind } from '../../../records/kinds/user-records.ts';
import * as z from 'zod';
import { wholeReview } from './access-review.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Notifies managers once a week of the people whose access is due for review; the timer runs it. */
export async function remindOfReviews(job: JobContext): Promise<void> {
  const people = await listAll(job.system, select(userKind, {}, Member));
  await inAgenciesWith(job, [], {
    event: 'review-reminders-failed',
    also: people.flatMap(({ DomainIds }) => DomainIds),
    work: ({ Id }) => remindAgency(job, Id),
  });
}

const Member = z.object({ Id: z.string(), DomainIds: z.array(z.string()) });

async function remindAgency(job: JobContext, domainId: string): Promise<void> {
  const now = job.clock.now();
  const find = job.find(domainId);
  const since = addMs(now, -WEEK_MS).toISOString();
  const reminded = select(notificationKind, { where: { SubjectId: domainId, CreatedAt: above(since) } });
  if ((await find.count(reminded)) > 0) return;
  const review = await wholeReview({ system: job.system, find, entries: find, domainId, now });
  const due = review.filter(({ IsDue }) => IsDue).length;
  if (due === 0) return;
  const text = `The access of ${due === 1 ? 'one person' : `${due} people`} is due for review`;
  const day = now.toISOString().slice(0, 10);
  await job.atomic(
    { job: 'reviews', domainId, as: 'Access review', work: ['review', day] },
    async (context) => {
      await notifyManagers(context, { kind: 'access', subject: domainId, text });
    },
  );
}
