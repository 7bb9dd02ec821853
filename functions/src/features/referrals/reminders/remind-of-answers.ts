import { closedStatusIds } from '@handoff/shared/domain/agency/list-settings';
import { HOUR_MS } from '../../../core/time.ts';
import type { JobContext } from '../../../core/context.ts';
import { sha256 } from '../../../core/hash.ts';
import { urgencyOf } from '@handoff/shared/domain/referral/ageing';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { inEachAgency } from '../../../writes/job-context.ts';
import { notifyPerson } from '../../../writes/notify-person.ts';
import { listAll } from '../../../records/reader.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { userKind, usersOfDomain, type StoredUser } from '../../../records/kinds/user-records.ts';

/** A referral that has been overdue for longer is visible in the list and notifies no one. */
const LOOKS_BACK_HOURS = 24;

/** `@from`, `@until`, `@closed`: the ids of the terminal statuses. */
const unanswered =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND c.Decision.Kind = 'Pending'" +
  ' AND c.ReceivedAt > @from AND c.ReceivedAt <= @until AND NOT ARRAY_CONTAINS(@closed, c.StatusId)' +
  ' ORDER BY c.type ASC, c.ReceivedAt DESC';

/**
 * Reminds the owner of a referral when half of the agency's response time is over, and the managers, too, when all of
 * it is. Each is notified once. The timer runs it.
 */
export async function remindOfAnswers(job: JobContext): Promise<void> {
  await inEachAgency(job, {
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
  const referrals = await listAll(find, referralKind, {
    sql: unanswered,
    parameters: {
      from: hoursAgo(responseHours + LOOKS_BACK_HOURS),
      until: hoursAgo(responseHours / 2),
      closed: closedStatusIds(lists?.SettingsReferralStatusesInfo),
    },
  });
  if (referrals.length === 0) return;
  const people = await listAll(job.system, userKind, {
    sql: usersOfDomain,
    parameters: { domain: domainId },
  });
  for (const referral of referrals) {
    const urgency = urgencyOf({ receivedAt: referral.ReceivedAt, responseHours }, now);
    for (const reminder of remindersOf(referral, { isOverdue: urgency === 'overdue', domainId, people }))
      await remind(job, domainId, reminder);
  }
}

interface Reminder {
  referral: Referral;
  to: string;
  text: string;
}

interface Situation {
  isOverdue: boolean;
  domainId: string;
  people: readonly StoredUser[];
}

function remindersOf(referral: Referral, { isOverdue, domainId, people }: Situation): Reminder[] {
  const active = people.filter(({ Active }) => Active);
  const { Id: responsible } = referral.Owner ?? referral.CreatedBy;
  const own = active
    .filter(({ Id }) => Id === responsible)
    .map(({ Id }) => ({
      referral,
      to: Id,
      text: isOverdue ? 'Response overdue on your referral' : 'Response due on your referral',
    }));
  if (!isOverdue) return own;
  const owner = referral.Owner?.FullName;
  const text =
    owner === undefined
      ? 'Response overdue on an unassigned referral'
      : `Response overdue on a referral of ${owner}`;
  const managers = active.filter(
    ({ Id, RolesWithinAgencies }) =>
      Id !== responsible &&
      RolesWithinAgencies.some(
        (role) => role.BusinessDomainId === domainId && role.RoleWithinAgency === 'Manager',
      ),
  );
  return [...own, ...managers.map(({ Id }) => ({ referral, to: Id, text }))];
}

async function remind(job: JobContext, domainId: string, { referral, to, text }: Reminder): Promise<void> {
  const work = [referral.Id, text, to];
  const once = `notification-${sha256(`reminder|${work.join('|')}`).slice(0, 32)}`;
  await job.atomic({ job: 'reminders', domainId, work, as: 'Reminders' }, async (context) => {
    await notifyPerson(context, { to, kind: 'reminder', subject: referral.Id, text, once });
  });
}
