import { isDeepStrictEqual } from 'node:util';
import type { WriteContext } from '../../../core/context.ts';
import { OtherDetails } from '@handoff/shared/domain/referral/passed-on';
import type { Api } from '@handoff/shared/contract/api';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { AtomicHandler } from '../../../http/handlers.ts';
import { fieldChanges } from '../../../records/field-changes.ts';
import { newNote } from '../../../records/new-note.ts';
import { agencyTimeZone, listsKind } from '../../../records/kinds/agency-records.ts';
import { duplicateKeys } from '../../../records/duplicate-keys.ts';
import {
  checkNotHeld,
  sealedReferralKind,
  type MergedInto,
  type SealedReferral,
  noteKind,
} from '../../../records/kinds/referral-records.ts';
import { openNumbers, sealNumbers } from '../../../records/sealed-numbers.ts';
import { completed, differencesAsNote, type Opened, withoutTaken } from './merged-details.ts';
import { moveBack, moveParts } from './merge-parts.ts';
import { editedBy } from '../../../records/concurrency-check.ts';

/**
 * Merges two referrals of one patient in one batch: the kept one gets the documents, notes and checks of the other, any
 * details that it lacked, and a note of the differences. The other one is deleted; restoring it undoes the merge.
 */
export const mergeReferrals: AtomicHandler<Api['referrals']['merge']> = async ({ body }, context) => {
  const { work, caller, now } = context;
  const { Id, Into } = body;
  const [other, kept] = [await work.get(sealedReferralKind, Id), await work.get(sealedReferralKind, Into)];
  if (!other || !kept) throw notFound('This referral');
  checkMayMerge(other, kept);

  const Moved = await moveParts(context, { from: Id, to: Into });
  const NoteId = await noteDifferences(context, { kept, other });
  const [mine, theirs] = [await opened(kept, context), await opened(other, context)];
  const { taken, ...details } = completed(mine, theirs);
  const Orders = without(other.Orders, kept.Orders);
  const Taken = { ...taken, Orders };
  const merge = { At: now.toISOString(), By: caller.person };
  const EarlierReferralId = earlierOf(kept, other);
  const hasOtherEarlier = EarlierReferralId !== (kept.EarlierReferralId ?? null);
  const EarlierWas = hasOtherEarlier ? (kept.EarlierReferralId ?? null) : undefined;
  const PurgeAt = work.deleteUntilPurged(sealedReferralKind, {
    ...other,
    MergedInto: { Id: Into, ...merge, Moved, Taken, EarlierWas, NoteId },
  });
  const { ReceivedAt, EligibilityStatusId, EligibilityCheckId } = other;
  const merged: SealedReferral = {
    ...kept,
    ...details.others,
    ...(await resealed({ ...kept, ...details }, details.numbers, context)),
    ...(kept.EligibilityCheckId === undefined && { EligibilityStatusId, EligibilityCheckId }),
    ...(hasOtherEarlier && { EarlierReferralId }),
    // The sender of either order learns what becomes of the patient.
    ...(Orders.length > 0 && { Orders: [...(kept.Orders ?? []), ...Orders] }),
    DocumentCount: kept.DocumentCount + Moved.Documents.length,
    NoteCount: kept.NoteCount + Moved.Notes.length + 1,
    MergedFrom: [...(kept.MergedFrom ?? []), { Id, ReceivedAt, ...merge, PurgeAt }],
    ...editedBy(context),
  };
  work.replace(sealedReferralKind, kept, merged);
  const into = { field: 'MergedInto', old: null, new: Into };
  work.record({ action: 'referral.merged-away', subject: Id, changes: [into], topic: 'referral' });
  const from = { field: 'MergedFrom', old: null, new: Id };
  work.record({
    action: 'referral.merged',
    subject: Into,
    changes: [from, ...changesOf(kept, merged)],
    topic: 'referral',
  });
  return { ReferralInfo: [merged], PurgeAt };
};

/** Takes back what came from the other referral, unless someone has changed it since. */
export async function undoMerge(
  context: WriteContext,
  other: SealedReferral,
  into: MergedInto,
): Promise<void> {
  const { work } = context;
  const kept = await work.get(sealedReferralKind, into.Id);
  if (!kept)
    throw new AppError(
      'conflict',
      'The referral it was merged into was deleted or merged itself. Restore that one first.',
    );
  checkNotHeld(kept);
  const back = await moveBack(context, { moved: into.Moved, from: kept.Id, to: other.Id });
  const isNoteGone = await removeNote(context, into.NoteId);
  const [mine, theirs] = [await opened(kept, context), await opened(other, context)];
  const details = withoutTaken(mine, theirs, into.Taken);
  const hasItsEarlier =
    (kept.EarlierReferralId ?? null) === earlierOf({ ...kept, EarlierReferralId: null }, other);
  const hasItsCheck = back.Checks.includes(kept.EligibilityCheckId ?? '');
  const apart: SealedReferral = {
    ...kept,
    ...details.others,
    ...(await resealed({ ...kept, ...details }, details.numbers, context)),
    ...(hasItsCheck && { EligibilityStatusId: undefined, EligibilityCheckId: undefined }),
    ...(into.Taken.Orders.length > 0 && { Orders: without(kept.Orders, into.Taken.Orders) }),
    ...(into.EarlierWas !== undefined && hasItsEarlier && { EarlierReferralId: into.EarlierWas }),
    DocumentCount: kept.DocumentCount - back.Documents.length,
    NoteCount: kept.NoteCount - back.Notes.length - (isNoteGone ? 1 : 0),
    MergedFrom: kept.MergedFrom?.filter(({ Id }) => Id !== other.Id),
    ...editedBy(context),
  };
  work.replace(sealedReferralKind, kept, apart);
  const from = { field: 'MergedFrom', old: other.Id, new: null };
  work.record({
    action: 'referral.merge-undone',
    subject: kept.Id,
    changes: [from, ...changesOf(kept, apart)],
    topic: 'referral',
  });
}

const without = (orders: SealedReferral['Orders'] = [], others: SealedReferral['Orders'] = []) =>
  orders.filter((order) => !others.some((other) => isDeepStrictEqual(other, order)));

function checkMayMerge(other: SealedReferral, kept: SealedReferral): void {
  if (other.Id === kept.Id) throw refusal('Choose another referral of the same patient');
  checkNotHeld(other);
  if (other.Restriction || kept.Restriction)
    throw refusal('A restricted referral is not merged. A manager lifts that first.');
  if (other.Transfer || kept.Transfer) throw refusal('A referral that was transferred is not merged.');
  const { Kind } = other.Decision;
  if (Kind !== 'Pending' && Kind !== kept.Decision.Kind)
    throw refusal(
      `The other referral was ${Kind.toLowerCase()}. Keep that one, or reopen it before you merge.`,
    );
}

const refusal = (message: string) => new AppError('invalid_request', message, { fields: { Into: message } });

/** A readmission stays one, and no referral becomes a readmission of itself. */
function earlierOf(kept: SealedReferral, other: SealedReferral): string | null {
  const own = kept.EarlierReferralId === other.Id ? null : (kept.EarlierReferralId ?? null);
  return own ?? (other.EarlierReferralId === kept.Id ? null : (other.EarlierReferralId ?? null));
}

async function opened(referral: SealedReferral, context: WriteContext): Promise<Opened> {
  const owner = { domainId: context.caller.businessDomainId, id: referral.Id };
  return { referral, numbers: await openNumbers(context.fieldKeys, owner, referral) };
}

async function resealed(referral: SealedReferral, numbers: Opened['numbers'], context: WriteContext) {
  const { caller, fieldKeys } = context;
  const owner = { domainId: caller.businessDomainId, id: referral.Id };
  const { Patient, Payers, DuplicateKeys: before } = referral;
  const hasNumbers = Object.keys(numbers).length > 0 || Object.keys(referral.Sealed).length > 0;
  return {
    Patient,
    Payers,
    ...(hasNumbers && (await sealNumbers(fieldKeys, owner, numbers))),
    DuplicateKeys: await duplicateKeys(fieldKeys, { ...owner, fields: referral, numbers, before }),
  };
}

async function noteDifferences(
  context: WriteContext,
  { kept, other }: { kept: SealedReferral; other: SealedReferral },
): Promise<string> {
  const { work } = context;
  const [lists, timeZone] = [await work.get(listsKind, 'lists'), await agencyTimeZone(context)];
  const Text = differencesAsNote(kept, other, { lists, timeZone });
  const Id = work.newId('note', 'merge');
  work.create(noteKind, newNote(context, { Id, ReferralId: kept.Id, Text }));
  return Id;
}

/** Keeps a note that someone has edited. */
async function removeNote({ work }: WriteContext, id: string): Promise<boolean> {
  const note = await work.get(noteKind, id);
  if (note?.EditedAt !== null) return false;
  work.softDelete(noteKind, note);
  return true;
}

const changesOf = (before: SealedReferral, after: SealedReferral) =>
  fieldChanges(shownIn(before), shownIn(after));

const shownIn = (referral: SealedReferral) => {
  const { Patient, Payers, EligibilityStatusId, EarlierReferralId, DocumentCount, NoteCount } = referral;
  const others = OtherDetails.parse(referral);
  return { ...others, Patient, Payers, EligibilityStatusId, EarlierReferralId, DocumentCount, NoteCount };
};
