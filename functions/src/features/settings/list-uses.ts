import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import { fieldChanges } from '../../records/field-changes.ts';
import { editedBy } from '../../records/edited-by.ts';
import { referencesWhere, referenceOf, type Use } from '../../records/references.ts';
import { serviceAreaKind } from '../../records/kinds/agency-records.ts';
import { documentKind, referralKind } from '../../records/kinds/referral-records.ts';

/** `@id` */
const referralsWithStatus = referencesWhere("c.type = 'referral' AND c.StatusId = @id");
/** `@id` */
const referralsWithEligibility = referencesWhere("c.type = 'referral' AND c.EligibilityStatusId = @id");
/** `@id` */
const documentsOfDocumentType = referencesWhere("c.type = 'document' AND c.DocumentTypeId = @id");
/** `@id` */
const referralsDeclinedFor = referencesWhere("c.type = 'referral' AND c.Decision.Reason = @id");

/** `@id` */
const referralsAskingFor = referencesWhere("c.type = 'referral' AND ARRAY_CONTAINS(c.Services, @id)");
/** `@id` */
const areasOffering = referencesWhere("c.type = 'service-area' AND ARRAY_CONTAINS(c.Disciplines, @id)");

interface Entry {
  Id: string;
}

const referralsInStatus = (gone: Entry, replacement: Entry) => [
  referenceOf({
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

const referralsWithEligibilityStatus = (gone: Entry, replacement: Entry) => [
  referenceOf({
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

const referralsDeclinedBecause = (gone: Entry, replacement: Entry) => [
  referenceOf({
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

const documentsWithType = (gone: Entry, replacement: Entry) => [
  referenceOf({
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

const replaced = (ids: string[], gone: Entry, replacement: Entry) => [
  ...new Set(ids.map((id) => (id === gone.Id ? replacement.Id : id))),
];

const recordsWithDiscipline = (gone: Entry, replacement: Entry) => [
  referenceOf({
    what: 'referrals',
    kind: referralKind,
    queries: referralsAskingFor,
    parameters: { id: gone.Id },
    moved: (referral, context) => ({
      ...referral,
      Services: replaced(referral.Services, gone, replacement),
      ...editedBy(context),
    }),
    changes: ({ Id, Services: old }, { Services }) => ({
      action: 'referral.updated',
      subject: Id,
      changes: fieldChanges({ Services: old }, { Services }),
    }),
  }),
  referenceOf({
    what: 'service areas',
    kind: serviceAreaKind,
    queries: areasOffering,
    parameters: { id: gone.Id },
    moved: (area, context) => ({
      ...area,
      Disciplines: replaced(area.Disciplines, gone, replacement),
      ...editedBy(context),
    }),
    changes: ({ Id, Disciplines: old }, { Disciplines }) => ({
      action: 'service-area.updated',
      subject: Id,
      changes: fieldChanges({ Disciplines: old }, { Disciplines }),
    }),
  }),
];

/** Finds the records that use a list entry, to count them or to move them to another entry. */
export const usesOf: Record<ListName, (gone: Entry, replacement: Entry) => Use[]> = {
  SettingsDocumentTypesInfo: documentsWithType,
  SettingsReferralStatusesInfo: referralsInStatus,
  SettingsEligibilityStatusesInfo: referralsWithEligibilityStatus,
  SettingsDeclineReasonsInfo: referralsDeclinedBecause,
  SettingsDisciplinesInfo: recordsWithDiscipline,
};
