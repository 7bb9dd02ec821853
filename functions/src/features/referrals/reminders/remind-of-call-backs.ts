import { addMs, HOUR_MS } from '../../../core/time.ts';
import type { JobContext } from '../../../core/context.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { listAll } from '../../../records/reader.ts';
import { above, atMost, select } from '../../../records/select.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { activePeople, remind } from './remind-of.ts';

/** A call that has been due for longer is visible in the list and notifies no one. */
const LOOKS_BACK_HOURS = 24;

const callsDue = (now: Date) =>
  select(referralKind, {
    where: {
      Decision: { Kind: 'Pending' },
      CallBackAt: [above(addMs(now, -LOOKS_BACK_HOURS * HOUR_MS).toISOString()), atMost(now.toISOString())],
    },
  });

/** Reminds the owner of a referral when the time has come; without one who still works here, who wanted to call. */
export async function remindOfCallBacks(job: JobContext): Promise<void> {
  const due = callsDue(job.clock.now());
  await inAgenciesWith(job, [due], {
    event: 'reminders-failed',
    async work({ Id: domainId }) {
      const referrals = await listAll(job.find(domainId), due);
      if (referrals.length === 0) return;
      const people = new Set((await activePeople(job, domainId)).map(({ Id }) => Id));
      for (const referral of referrals) {
        const { CallBackAt, CallBackBy, CreatedBy, Owner } = referral;
        const [caller] = [Owner, CallBackBy, CreatedBy].filter((each) => each && people.has(each.Id));
        if (!caller) continue;
        const whose = caller === Owner ? 'your referral' : `${Owner ? 'a' : 'an unassigned'} referral`;
        await remind(job, domainId, {
          referral,
          to: caller.Id,
          text: `Call back due on ${whose}`,
          dueAt: [CallBackAt ?? ''],
        });
      }
    },
  });
}
