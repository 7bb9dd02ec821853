import { editedBy } from '../../pipeline/records/edited-by.ts';
import { referencesWhere, useOf } from '../../pipeline/records/references.ts';
import { documentKind, referralKind } from '../../records/referral-records.ts';

/** `@id` */
const referralsWithStatus = referencesWhere("c.type = 'referral' AND c.StatusId = @id");
/** `@id` */
const referralsWithEligibility = referencesWhere("c.type = 'referral' AND c.EligibilityStatusId = @id");
/** `@id` */
const documentsOfDocumentType = referencesWhere("c.type = 'document' AND c.DocumentTypeId = @id");
/** `@id` */
const referralsDeclinedFor = referencesWhere("c.type = 'referral' AND c.Decision.Reason = @id");

interface Entry {
  Id: string;
}

export const referralsInStatus = (gone: Entry, replacement: Entry) => [
  useOf({
    what: 'referrals',
    kind: referralKind,
    queries: referralsWithStatus,
    parameters: { id: gone.Id },
    moved: (referral, context) => ({ ...referral, StatusId: replacement.Id, ...editedBy(context) }),
    changes: ({ Id, StatusId: old }, { StatusId }) => ({
      action: 'referral.updated',
      subject: Id,
      changes: [{ field: 'StatusId', old, new: StatusId }],
    }),
  }),
];

export const referralsWithEligibilityStatus = (gone: Entry, replacement: Entry) => [
  useOf({
    what: 'referrals',
    kind: referralKind,
    queries: referralsWithEligibility,
    parameters: { id: gone.Id },
    moved: (referral, context) => ({
      ...referral,
      EligibilityStatusId: replacement.Id,
      ...editedBy(context),
    }),
    changes: ({ Id, EligibilityStatusId: old = null }, { EligibilityStatusId = null }) => ({
      action: 'referral.updated',
      subject: Id,
      changes: [{ field: 'EligibilityStatusId', old, new: EligibilityStatusId }],
    }),
  }),
];

export const referralsDeclinedBecause = (gone: Entry, replacement: Entry) => [
  useOf({
    what: 'referrals',
    kind: referralKind,
    queries: referralsDeclinedFor,
    parameters: { id: gone.Id },
    moved: (referral, context) => ({
      ...referral,
      Decision: { ...referral.Decision, Reason: replacement.Id },
      ...editedBy(context),
    }),
    changes: ({ Id, Decision: old }, { Decision }) => ({
      action: 'referral.updated',
      subject: Id,
      changes: [{ field: 'Decision.Reason', old: old.Reason, new: Decision.Reason }],
    }),
  }),
];

export const documentsWithType = (gone: Entry, replacement: Entry) => [
  useOf({
    what: 'documents',
    kind: documentKind,
    queries: documentsOfDocumentType,
    parameters: { id: gone.Id },
    moved: (document) => ({ ...document, DocumentTypeId: replacement.Id }),
    changes: ({ Id, ReferralId, DocumentTypeId: old }, { DocumentTypeId }) => ({
      action: 'document.updated',
      subject: ReferralId ?? Id,
      changes: [{ field: 'DocumentTypeId', old, new: DocumentTypeId }],
    }),
  }),
];
