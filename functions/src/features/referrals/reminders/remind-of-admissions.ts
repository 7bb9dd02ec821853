import { type BusinessDomain, dayIn } from '@handoff/shared/domain/agency/business-domain';
import { addDays, dayText } from '@handoff/shared/domain/records/calendar-day';
import type { AdmissionDate } from '@handoff/shared/domain/referral/admission-clock';
import { admissionOf } from '@handoff/shared/domain/referral/admission-of-referral';
import type { JobContext } from '../../../core/context.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { listAll } from '../../../records/reader.ts';
import { atLeast, not, select } from '../../../records/select.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { lastAnswer } from '../admission-answer.ts';
import { activePeople, remindOf } from './remind-of.ts';

/** Two certification periods; nothing here says when care ended. */
const ADMISSION_DAYS = 120;
/** A date that was missed earlier is visible in the list and notifies no one. */
const LOOKS_BACK_DAYS = 3;

/** By the first day of care, or else the one that was asked for. */
const admissionsSince = (day: string) =>
  [{ StartOfCare: atLeast(day) }, { StartOfCare: '', RequestedStart: atLeast(day) }].map((Clinical) =>
    select(referralKind, {
      where: { Decision: { Kind: not('Declined') }, Clinical },
      order: ['type ASC', 'ReceivedAt DESC'],
    }),
  );

/** Reminds the owner the day before a date of the admission, and the managers, too, once it is missed. */
export async function remindOfAdmissions(job: JobContext): Promise<void> {
  // Somewhere it is the day before.
  const oldest = addDays(job.clock.now().toISOString().slice(0, 10), -ADMISSION_DAYS - 1);
  await inAgenciesWith(job, admissionsSince(oldest), {
    event: 'reminders-failed',
    work: (agency) => remindAgency(job, agency),
  });
}

async function remindAgency(job: JobContext, agency: BusinessDomain): Promise<void> {
  const { Id: domainId, TimeZone } = agency;
  const find = job.find(domainId);
  const now = job.clock.now();
  const today = dayIn(TimeZone, now);
  const since = admissionsSince(addDays(today, -ADMISSION_DAYS));
  const referrals = (await Promise.all(since.map((each) => listAll(find, each)))).flat();
  if (referrals.length === 0) return;
  const people = await activePeople(job, domainId);
  for (const referral of referrals) {
    const dates = admissionOf(referral, { agency, answer: await lastAnswer(find, referral), now });
    for (const date of dates.filter((each) => isWorthReminding(each, today)))
      await remindOf(
        job,
        { domainId, people },
        { referral, isOverdue: date.state === 'late', what: reminderOf(date) },
      );
  }
}

const isWorthReminding = ({ state, by }: AdmissionDate, today: string) =>
  (state === 'open' && by <= addDays(today, 1)) ||
  (state === 'late' && by >= addDays(today, -LOOKS_BACK_DAYS));

const reminderOf = ({ title, by, state }: AdmissionDate) =>
  `${title} ${state === 'late' ? 'was due' : 'is due'} ${dayText(by)}`;
