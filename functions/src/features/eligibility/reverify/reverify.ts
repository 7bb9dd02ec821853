import { addMs, DAY_MS } from '../../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import type { AgencyEligibilitySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import { AppError } from '../../../core/app-error.ts';
import type { Clock } from '../../../platform/ports.ts';
import { isOpen } from '../history/notify-concerned.ts';
import { askMedicare } from '../check/ask-medicare.ts';
import { questionAgain } from '../check/question-again.ts';
import { deferReverification, endPause, isPaused, pauseAgency, REVERIFICATION } from './reverify-pause.ts';
import { confirmDue, recordScheduled } from './scheduled-record.ts';
import {
  type Reverification,
  reverificationKind,
  dueReverifications,
} from '../../../records/kinds/eligibility-records.ts';
import { type MedicareJob, withMedicare } from '../medicare-ports.ts';

/** Limits the referrals of one agency in a run, so that others get their turn. */
const BATCH = 5;

interface Turn {
  domainId: string;
  rule: AgencyEligibilitySettings['Reverification'];
  until: number;
}

/** Asks again about open referrals whose last check is old; gives how many were asked about. */
export async function reverifyDue(job: MedicareJob, turn: Turn): Promise<number> {
  const { domainId, rule } = turn;
  if (!rule.IsOn || (await isPaused(job, domainId))) return 0;
  const found = dueReverifications(limitsOf(job.clock, rule));
  const { items } = await job.find(domainId).list(found, { pageSize: BATCH });
  let asked = 0;
  for (const due of items) {
    const now = job.clock.now();
    if (now.getTime() > turn.until || !isQuietHour(now)) break;
    const outcome = await reverify(job, turn, due);
    if (outcome === 'failed') break;
    if (outcome === 'asked') asked += 1;
  }
  return asked;
}

function limitsOf(clock: Clock, { IntervalDays }: Turn['rule']) {
  const now = clock.now();
  return { before: addMs(now, -IntervalDays * DAY_MS).toISOString(), now: now.toISOString() };
}

type Outcome = 'asked' | 'skipped' | 'failed';

async function reverify(job: MedicareJob, turn: Turn, found: Reverification): Promise<Outcome> {
  const { domainId, rule } = turn;
  const { before, now } = limitsOf(job.clock, rule);
  // Someone may have checked since the list was read.
  const due = await job.find(domainId).get(reverificationKind, found.Id);
  if (!due || due.CheckedAt > before || due.NotBefore > now) return 'skipped';
  if (!(await isOpen(job.find(domainId), due.ReferralId))) {
    await deferReverification(job, { domainId, due, days: rule.IntervalDays });
    return 'skipped';
  }
  try {
    await askAgain(job, turn, due);
    await endPause(job, domainId);
    return 'asked';
  } catch (error) {
    return judgeFailure(error, { job, turn, due });
  }
}

/** The lease of a person's check: two timers are one, and a crash after asking ends in "no answer", not in asking. */
async function askAgain(job: MedicareJob, { domainId, rule }: Turn, due: Reverification): Promise<void> {
  const write = {
    endpoint: api.medicareEligibility.recheck,
    domainId,
    as: REVERIFICATION,
    work: ['reverify', due.ReferralId, due.CheckId],
  };
  await job.lease(write, async (bare) => {
    const context = withMedicare(job, bare);
    const again = await questionAgain({ Id: due.CheckId }, context);
    const question = {
      ...again,
      typed: { ...again.typed, ReferralId: due.ReferralId },
      scheduled: {
        by: 'schedule' as const,
        confirm: confirmDue(due),
        record: recordScheduled(due, rule.IntervalDays),
      },
    };
    return askMedicare(question, context);
  });
}

async function judgeFailure(
  error: unknown,
  { job, turn, due }: { job: MedicareJob; turn: Turn; due: Reverification },
): Promise<Outcome> {
  const { domainId, rule } = turn;
  const code = error instanceof AppError ? error.code : 'internal';
  // Another timer is checking this referral.
  if (code === 'request_in_progress') return 'skipped';
  if (code === 'invalid_request' || code === 'not_found' || code === 'conflict') {
    await deferReverification(job, { domainId, due, days: rule.IntervalDays });
    return 'skipped';
  }
  job.log({ level: 'warn', event: 'reverification-failed', code });
  await pauseAgency(job, domainId);
  return 'failed';
}

const ZONE = 'America/New_York';
const FIRST_BUSY_HOUR = 7;
const FIRST_QUIET_HOUR = 19;
const weekend = new Set(['Sat', 'Sun']);

/** CMS asks for inquiries that are not urgent outside 7:00 to 19:00 Eastern, Monday to Friday (October 30, 2015). */
export function isQuietHour(at: Date): boolean {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const parts = clock.formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const hour = Number(part('hour'));
  return weekend.has(part('weekday')) || hour < FIRST_BUSY_HOUR || hour >= FIRST_QUIET_HOUR;
}
