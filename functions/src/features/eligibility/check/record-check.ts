import type { Caller, WriteContext } from '../../../core/context.ts';
import type { TypedInquiry } from '../rules/inquiry.ts';
import { type CheckVerdict } from '@handoff/shared/domain/records/check-verdict';
import { verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import type { EligibilityResult } from '@handoff/shared/domain/eligibility/result';
import { fieldChanges } from '../../../records/field-changes.ts';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { maskMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';
import { queueWebhooks } from '../../../records/queue-webhooks.ts';
import type { FieldKeys } from '../../../platform/ports.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import { keptReferral, referralKind } from '../../../records/kinds/referral-records.ts';
import { payersOf } from '../history/check-history.ts';
import { moveSinceLastCheck, notifyConcerned } from '../history/notify-concerned.ts';
import { sealMbi } from './sealed-mbi.ts';
import {
  checkKind,
  reverificationKind,
  type StoredCheck,
} from '../../../records/kinds/eligibility-records.ts';
import { editedBy } from '../../../records/concurrency-check.ts';

type TypedCheck = TypedInquiry & { ReferralId?: string | undefined };

/** The part of a check that is known before it is sent. */
export type TypedFields = Pick<
  StoredCheck,
  | 'CheckedBy'
  | 'FirstName'
  | 'LastName'
  | 'DateOfBirth'
  | 'Mbi'
  | 'HasNumber'
  | 'MbiHash'
  | 'Sealed'
  | 'Category'
  | 'ReferralId'
>;

/** Every check leaves these fields in the history; the number is masked, sealed and stored as a keyed hash. */
export async function typedFields(
  typed: TypedCheck,
  { caller, checkId, fieldKeys }: { caller: Caller; checkId: string; fieldKeys: FieldKeys },
): Promise<TypedFields> {
  const { FirstName, LastName, DateOfBirth, Category, ReferralId = null } = typed;
  return {
    CheckedBy: caller.person,
    FirstName: FirstName.trim(),
    LastName: LastName.trim(),
    DateOfBirth: DateOfBirth.trim(),
    ...(await numberFields(plainNumber(typed.Mbi), { caller, checkId, fieldKeys })),
    Category,
    ReferralId,
  };
}

export async function numberFields(
  mbi: string,
  { caller, checkId, fieldKeys }: { caller: Caller; checkId: string; fieldKeys: FieldKeys },
) {
  return { Mbi: maskMbi(mbi), ...(await sealMbi(mbi, { checkId, keys: fieldKeys, caller })) };
}

export function resultFields(result: EligibilityResult) {
  const { CheckId, ...fields } = result;
  return { ...fields, Id: CheckId, Verdict: verdictOf(result, result.Category), FailureMessage: null };
}

/** Stages the record, its audit entries and its effects on the referral; returns the referral's new status. */
export async function recordCheck(
  context: WriteContext,
  asked: StoredCheck,
  { numberFrom, isUnattended = false }: { numberFrom: string | undefined; isUnattended?: boolean },
): Promise<string | null> {
  const check = await keepCheck(context, asked, numberFrom);
  // If the referral was deleted, or restricted to others, during the inquiry, the check is stored without effect on it.
  if (check.ReferralId === null || !(await context.work.get(referralKind, check.ReferralId))) return null;
  if (isAnswered(check)) await noteAnswer(context, { referralId: check.ReferralId, check, isUnattended });
  return linkReferral(context, check, check.ReferralId);
}

/** A person who checks sees the answer; whoever started a list does not, and is notified like others. */
async function noteAnswer(
  context: WriteContext,
  noted: { referralId: string; check: StoredCheck; isUnattended: boolean },
): Promise<void> {
  const text = await moveSinceLastCheck(context, noted);
  await noteLastCheck(context, noted);
  if (text !== undefined)
    await notifyConcerned(context, noted.referralId, { text, alsoOfOwn: noted.isUnattended });
}

/** The timer's next check is due a set time after the last answer. */
export async function noteLastCheck(
  { work }: WriteContext,
  { referralId, check }: { referralId: string; check: StoredCheck },
): Promise<void> {
  await work.put(reverificationKind, {
    Id: `reverification-${referralId}`,
    ReferralId: referralId,
    CheckId: check.Id,
    CheckedAt: check.CheckedAt,
    NotBefore: '',
    Failures: 0,
  });
}

export async function keepCheck(
  context: WriteContext,
  asked: StoredCheck,
  numberFrom: string | undefined,
): Promise<StoredCheck> {
  const { work } = context;
  // This differs from the original referral if that was merged into another one meanwhile.
  const referral = asked.ReferralId === null ? undefined : await keptReferral(work, asked.ReferralId);
  const check = referral ? { ...asked, ReferralId: referral.Id, Payers: payersOf(referral) } : asked;
  work.create(checkKind, check);
  work.record({
    action: 'eligibility.checked',
    subject: check.Id,
    changes: [{ field: 'Verdict', old: null, new: check.Verdict }],
    topic: 'eligibilityCheck',
  });
  if (numberFrom !== undefined) work.audit({ action: 'numbers.used', subject: numberFrom });
  return check;
}

const isAnswered = ({ Verdict }: StoredCheck) => Verdict !== 'notCompleted' && Verdict !== 'wrongInput';

/** Gives the referral the agency's status for the verdict, as an edit by the person who checked. */
export async function linkReferral(
  context: WriteContext,
  check: StoredCheck,
  id: string,
): Promise<string | null> {
  const { work } = context;
  const [before, statusId] = [await work.get(referralKind, id), await statusFor(check.Verdict, context)];
  if (!before || statusId === undefined) return null;
  const linked = { ...before, EligibilityStatusId: statusId, EligibilityCheckId: check.Id };
  const after = { ...linked, ...editedBy(context) };
  work.replace(referralKind, before, after);
  work.record({
    action: 'referral.updated',
    subject: id,
    changes: fieldChanges(before, linked),
    topic: 'referral',
  });
  if (before.EligibilityStatusId !== statusId)
    await queueWebhooks(context, { event: 'eligibility.changed', referralId: id });
  return statusId;
}

async function statusFor(verdict: CheckVerdict, { work }: WriteContext): Promise<string | undefined> {
  const lists = await work.get(listsKind, 'lists');
  return lists?.SettingsEligibilityStatusesInfo.find(
    (status) => isOffered(status) && status.SetBy?.includes(verdict),
  )?.Id;
}
