import { inEachAgency, type Timer } from '../../../pipeline/idempotency/timer-writes.ts';
import { notifyManagers } from '../../../pipeline/records/notify-person.ts';
import { wholeReview } from './access-review.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** `@agency`, `@since`. A key would be forgotten after a day. */
const remindedSince =
  "SELECT VALUE COUNT(1) FROM c WHERE c.type = 'notification' AND c.SubjectId = @agency AND c.CreatedAt > @since";

/** The timer's part: managers are notified of the people whose access is due for review, once a week. */
export async function remindOfReviews(timer: Timer): Promise<void> {
  await inEachAgency(timer, { event: 'review-reminders-failed', work: ({ Id }) => remindAgency(timer, Id) });
}

async function remindAgency(timer: Timer, domainId: string): Promise<void> {
  const now = timer.clock.now();
  const find = timer.find(domainId);
  const since = new Date(now.getTime() - WEEK_MS).toISOString();
  if ((await find.count({ sql: remindedSince, parameters: { agency: domainId, since } })) > 0) return;
  const review = await wholeReview({ system: timer.system, find, domainId, now });
  const due = review.filter(({ IsDue }) => IsDue).length;
  if (due === 0) return;
  const text = `The access of ${due === 1 ? 'one person' : `${due} people`} is due for review`;
  const day = now.toISOString().slice(0, 10);
  await timer.atomic(
    { job: 'reviews', domainId, as: 'Access review', work: ['review', day] },
    async (context) => {
      await notifyManagers(context, { kind: 'access', subject: domainId, text });
    },
  );
}
