import { longestResponse } from '@handoff/shared/domain/agency/business-domain';
import { closedStatusIds } from '@handoff/shared/domain/agency/list-settings';
import { addMs, HOUR_MS } from '../../../core/time.ts';
import type { JobContext } from '../../../core/context.ts';
import { urgencyOf } from '@handoff/shared/domain/referral/ageing';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { listAll } from '../../../records/reader.ts';
import { above, atMost, noneOf, select } from '../../../records/select.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { activePeople, remindOf } from './remind-of.ts';

/** A referral that has been overdue for longer is visible in the list and notifies no one. */
const LOOKS_BACK_HOURS = 24;

/** Reminds the owner after half of the response time, and the managers, too, after all of it; each once. */
export async function remindOfAnswers(job: JobContext): Promise<void> {
  const oldest = addMs(job.clock.now(), -(longestResponse + LOOKS_BACK_HOURS) * HOUR_MS).toISOString();
  const pending = select(referralKind, {
    where: { Decision: { Kind: 'Pending' }, ReceivedAt: above(oldest) },
  });
  await inAgenciesWith(job, [pending], {
    event: 'reminders-failed',
    work: ({ Id, ResponseHours }) => remindAgency(job, { domainId: Id, responseHours: ResponseHours }),
  });
}

interface RemindedAgency {
  domainId: string;
  responseHours: number;
}

async function remindAgency(job: JobContext, { domainId, responseHours }: RemindedAgency): Promise<void> {
  const find = job.find(domainId);
  const now = job.clock.now().getTime();
  const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
  const lists = await find.get(listsKind, 'lists');
  const unanswered = select(referralKind, {
    where: {
      Decision: { Kind: 'Pending' },
      ReceivedAt: [above(hoursAgo(responseHours + LOOKS_BACK_HOURS)), atMost(hoursAgo(responseHours / 2))],
      StatusId: noneOf(closedStatusIds(lists?.SettingsReferralStatusesInfo)),
    },
    order: ['type ASC', 'ReceivedAt DESC'],
  });
  const referrals = await listAll(find, unanswered);
  if (referrals.length === 0) return;
  const people = await activePeople(job, domainId);
  for (const referral of referrals) {
    const isOverdue = urgencyOf({ receivedAt: referral.ReceivedAt, responseHours }, now) === 'overdue';
    await remindOf(
      job,
      { domainId, people },
      { referral, isOverdue, what: isOverdue ? 'Response overdue' : 'Response due' },
    );
  }
}
