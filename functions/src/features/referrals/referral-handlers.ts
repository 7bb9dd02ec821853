import type { WriteContext } from '../../core/context.ts';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { notFound, existing } from '../../core/app-error.ts';
import { remove, type Editable } from '../../writes/edit.ts';
import { listAll } from '../../records/reader.ts';
import { readNote, updateNotes } from './notes/notes.ts';
import {
  checkNotHeld,
  documentKind,
  referralKind,
  sealedReferralKind,
  documentsOf,
  purgeReceiptId,
  purgeReceiptKind,
} from '../../records/kinds/referral-records.ts';
import { byId, checks, packet } from './read-referral.ts';
import { createReferral } from './create-referral.ts';
import { DELETED, deletedReferrals } from './deleted-referrals.ts';
import { exportReferrals } from './export-referrals.ts';
import { exportFhir, exportFhirWithNumbers } from './fhir/export-fhir.ts';
import { listReferrals, referralCounts, referralRows, searchReferrals } from './list-referrals.ts';
import {
  breakGlass,
  breakGlassList,
  findRestricted,
  reviewBreakGlass,
  setRestriction,
} from './restriction/restriction.ts';
import { checkDraft, type ReferralHandlers } from './checks/referral-checks.ts';
import { mergeReferrals, undoMerge } from './merge/merge-referrals.ts';
import { revealNumbers } from './numbers/patient-numbers.ts';
import { updateReferral } from './update-referral.ts';
import { activityOf } from '../../records/kinds/audit-records.ts';

type Calls = ReferralHandlers;

const referrals: Editable<Referral> = { kind: referralKind, what: 'this referral', announce: 'referral' };

const activity: Calls['activity'] = async ({ query }, { find, trail, viewed }) => {
  const referral = await find.get(referralKind, query.id);
  if (!referral) throw notFound('This referral');
  viewed(query.id);
  const page = await trail().list(activityOf(query.id), {
    continuation: query.Continuation,
    since: referral.CreatedAt,
  });
  return { ReferralActivity: page.items, Continuation: page.Continuation };
};

const removeReferral: Calls['remove'] = async ({ body }, context) => {
  const { record, PurgeAt } = await remove(context, referrals, {
    action: DELETED,
    asked: body,
    allow: checkNotHeld,
    until: 'purge',
    changes: () => (body.Reason ? [{ field: 'Reason', old: null, new: body.Reason }] : []),
  });
  return { ReferralInfo: [record], PurgeAt };
};

const restore: Calls['restore'] = async ({ body }, context) => ({
  ReferralInfo: [await restoreReferral(context, body.Id)],
});

/** Brings back everything that was hidden with it; its retention starts over. */
async function restoreReferral(context: WriteContext, id: string, changes: Partial<Referral> = {}) {
  const { work, now, caller } = context;
  const deleted = await work.restore(sealedReferralKind, id);
  if (!deleted || (await work.get(purgeReceiptKind, purgeReceiptId(id, deleted.deletedAt))))
    throw notFound('This referral');
  const { MergedInto: into, ...former } = deleted.record;
  if (into) await undoMerge(context, former, into);
  const edit = { UpdatedAt: now.toISOString(), UpdatedBy: caller.person, MergedInto: undefined };
  const referral = deleted.restore({ ...changes, ...edit });
  work.record({ action: 'referral.restored', subject: referral.Id, topic: 'referral' });
  return referral;
}

/** A hold on a deleted referral restores it, unless its purge has begun. */
const setLegalHold: Calls['setLegalHold'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const { Id, Reason, IsHeld } = body;
  const LegalHold = IsHeld ? { Reason, Since: now.toISOString(), By: caller.person } : null;
  const referral = await work.get(referralKind, Id);
  if (!referral && !IsHeld) throw notFound('This referral');
  const held = referral ? { ...referral, LegalHold } : await restoreReferral(context, Id, { LegalHold });
  if (referral) work.replace(referralKind, referral, held);
  work.record({
    action: IsHeld ? 'legal-hold.placed' : 'legal-hold.released',
    subject: Id,
    changes: [{ field: 'LegalHold', old: referral?.LegalHold?.Reason ?? null, new: Reason }],
    topic: 'referral',
  });
  return { ReferralInfo: [held] };
};

const removeDocuments: Calls['removeDocuments'] = async ({ query }, context) => {
  const { work } = context;
  const referral = existing(await work.get(referralKind, query.id), 'This referral');
  checkNotHeld(referral);
  const documents = await listAll(work, documentsOf(referral.Id));
  const ids = documents.map(({ Id }) => Id);
  for (const document of await work.getAll(documentKind, ids)) work.deleteUntilPurged(documentKind, document);
  work.replace(referralKind, referral, { ...referral, DocumentCount: 0 });
  work.record({
    action: 'documents.deleted',
    subject: referral.Id,
    changes: documents.map(({ name }) => ({ field: 'Document', old: name, new: null })),
    topic: 'referral',
  });
  return { ReferralDocuments: [] };
};

export const referralHandlers: ReferralHandlers = {
  list: listReferrals,
  search: searchReferrals,
  counts: referralCounts,
  exportFile: exportReferrals,
  rows: referralRows,
  byId,
  checks,
  packet,
  fhir: exportFhir,
  fhirWithNumbers: exportFhirWithNumbers,
  checkDraft,
  activity,
  create: createReferral,
  update: updateReferral,
  revealNumbers: revealNumbers,
  updateNotes,
  readNote,
  remove: removeReferral,
  deleted: deletedReferrals,
  restore,
  merge: mergeReferrals,
  removeDocuments,
  setLegalHold,
  setRestriction,
  findRestricted,
  breakGlass,
  breakGlassList,
  reviewBreakGlass,
};
