import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { JobContext } from '../../../core/context.ts';
import { sha256 } from '../../../core/hash.ts';
import { listAll } from '../../../records/reader.ts';
import { isManagerOf, type StoredUser, usersOf } from '../../../records/kinds/user-records.ts';
import { notifyPerson } from '../../../writes/notify-person.ts';

interface Reminder {
  referral: Referral;
  /** Begins the text and may not name the patient, as in "Response due". */
  what: string;
  /** The managers are notified, too. */
  isOverdue: boolean;
}

interface AgencyPeople {
  domainId: string;
  people: readonly StoredUser[];
}

export async function activePeople(job: JobContext, domainId: string): Promise<StoredUser[]> {
  return (await listAll(job.system, usersOf(domainId))).filter(({ Active }) => Active);
}

/** Notifies the owner of a referral, or else its author; each person is notified once with one text. */
export async function remindOf(job: JobContext, agency: AgencyPeople, reminder: Reminder): Promise<void> {
  const { referral, isOverdue, what } = reminder;
  const { Owner, CreatedBy } = referral;
  const { Id: responsible } = Owner ?? CreatedBy;
  const whose = Owner ? `a referral of ${Owner.FullName}` : 'an unassigned referral';
  for (const person of agency.people) {
    const isResponsible = person.Id === responsible;
    if (!isResponsible && !(isOverdue && isManagerOf(agency.domainId, person))) continue;
    await remind(job, agency.domainId, {
      referral,
      to: person.Id,
      text: `${what} on ${isResponsible ? 'your referral' : whose}`,
    });
  }
}

/** Notifies one person, once for each text and time. */
export async function remind(
  job: JobContext,
  domainId: string,
  { referral, to, text, dueAt = [] }: { referral: Referral; to: string; text: string; dueAt?: string[] },
): Promise<void> {
  const work = [referral.Id, text, to, ...dueAt];
  const once = `notification-${sha256(`reminder|${work.join('|')}`).slice(0, 32)}`;
  await job.atomic({ job: 'reminders', domainId, work, as: 'Reminders' }, async (context) => {
    await notifyPerson(context, { to, kind: 'reminder', subject: referral.Id, text, once });
  });
}
