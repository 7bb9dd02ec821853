import { addMs, DAY_MS, HOUR_MS } from '../../../core/time.ts';
import type { WriteContext } from '../../../core/context.ts';
import { compareChecks } from '../history/compare.ts';
import { AppError } from '../../../core/app-error.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { moveSinceLastCheck, notifyConcerned } from '../history/notify-concerned.ts';
import type { RecordCheck } from '../check/ask-medicare.ts';
import { keepCheck, linkReferral, noteLastCheck } from '../check/record-check.ts';
import {
  checkKind,
  type StoredCheck,
  type Reverification,
  reverificationKind,
} from '../../../records/kinds/eligibility-records.ts';

const news = {
  changed: 'The Medicare response for a referral changed',
  unanswered: 'Medicare did not respond to the scheduled check of a referral',
};

/** Replaces the schedule before the inquiry, so that a simultaneous check by a person causes a conflict. */
export function confirmDue(due: Reverification): (write: WriteContext) => Promise<void> {
  return async ({ work }) => {
    const note = await work.get(reverificationKind, due.Id);
    if (note?.CheckId !== due.CheckId) throw new AppError('conflict', 'Someone checked in the meantime.');
    work.replace(reverificationKind, note, note);
  };
}

/** Always adds the check to the history. Only a difference changes the referral and notifies someone. */
export function recordScheduled(due: Reverification, intervalDays: number): RecordCheck {
  return async (write, check, { numberFrom, mayBePaid }) => {
    await keepCheck(write, check, numberFrom);
    if (check.Verdict === 'notCompleted') {
      await putOff(write, due, mayBePaid ? intervalDays * DAY_MS : waitOf(due.Failures));
      if (mayBePaid) await notifyConcerned(write, due.ReferralId, { text: news.unanswered });
      return null;
    }
    const move = await moveSinceLastCheck(write, { referralId: due.ReferralId, check });
    await noteLastCheck(write, { referralId: due.ReferralId, check });
    if (move === undefined && !(await isDifferent(write, due.CheckId, check))) {
      await linkQuietly(write, due.ReferralId, check);
      return null;
    }
    await notifyConcerned(write, due.ReferralId, { text: move ?? news.changed });
    return linkReferral(write, check, due.ReferralId);
  };
}

/** Postpones a check that may have been answered, so that none is paid for twice in one interval. */
async function putOff({ work, now }: WriteContext, due: Reverification, forMs: number): Promise<void> {
  const note = await work.get(reverificationKind, due.Id);
  if (!note) return;
  const NotBefore = addMs(now, forMs).toISOString();
  work.replace(reverificationKind, note, { ...note, NotBefore, Failures: note.Failures + 1 });
}

const waitOf = (failures: number) => Math.min(HOUR_MS * 2 ** failures, 7 * DAY_MS);

async function isDifferent({ work }: WriteContext, previousId: string, check: StoredCheck): Promise<boolean> {
  const previous = await work.get(checkKind, previousId);
  if (!previous) return true;
  const { VerdictChanged, Changes } = compareChecks(previous, check);
  return VerdictChanged || (Changes ?? []).length > 0;
}

/** Links the newest check without an edit, so that no one with the referral open is notified of a change. */
async function linkQuietly({ work }: WriteContext, id: string, check: StoredCheck): Promise<void> {
  const referral = await work.get(referralKind, id);
  if (referral?.EligibilityCheckId === undefined) return;
  work.replace(referralKind, referral, { ...referral, EligibilityCheckId: check.Id });
  work.audit({
    action: 'referral.verified',
    subject: id,
    changes: [{ field: 'EligibilityCheckId', old: referral.EligibilityCheckId, new: check.Id }],
  });
}
