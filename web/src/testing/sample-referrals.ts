import type { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { noLists } from '@handoff/shared/domain/agency/list-settings';
import { noClinical } from '@handoff/shared/domain/person/clinical-block';
import {
  Referral,
  type ReferralDocument,
  ReferralRow,
  undecided,
} from '@handoff/shared/domain/referral/referral';

export const ana = { Id: 'u-ana', FullName: 'Ana Marshdemo' };
export const marcus = { Id: 'u-marcus', FullName: 'Marcus Halesample' };

/** The patient's last name is the id. */
export const sampleReferral = (Id: string, changes: Partial<Referral> = {}): Referral => ({
  ...Referral.parse({
    Id,
    Etag: '1',
    ReceivedAt: '2026-11-26T10:00:00Z',
    Source: { Kind: 'Hospital', Organization: 'Saint Example' },
    Patient: { FirstName: 'Pat', LastName: Id, DateOfBirth: '1948-03-12' },
    Address: { City: 'HARTFORD', State: 'CT', ZipCode: '06103', InFile: false },
    Payers: [],
    Services: [],
    ClinicalSummary: '',
    Clinical: noClinical,
    StatusId: 'new',
    Decision: undecided,
    Owner: null,
    CreatedAt: '2026-11-26T10:00:00Z',
    CreatedBy: ana,
    UpdatedAt: '2026-11-26T10:00:01Z',
    UpdatedBy: ana,
    DocumentCount: 0,
    NoteCount: 0,
  }),
  ...changes,
});

export const sampleRow = (Id: string, changes: Partial<Referral> = {}): ReferralRow =>
  ReferralRow.parse(sampleReferral(Id, changes));

/** The answer with one referral as a whole. */
export const sampleWhole = (
  referral: Referral,
  documents: ReferralDocument[] = [],
): Output<typeof referralsApi.byId> => ({
  ReferralInfo: [referral],
  ReferralDocuments: documents,
  ReferralNotes: [],
  RelatedReferrals: [],
  Admission: null,
});

/** The answer with the lists of an agency. */
export const sampleSettings: Output<typeof settingsApi.get> = {
  ...noLists,
  SettingsReferralStatusesInfo: [
    { Id: 'new', Name: 'New', Color: 'blue', Terminal: false },
    { Id: 'review', Name: 'In review', Color: 'teal', Terminal: false },
    { Id: 'declined', Name: 'Declined', Color: 'red', Terminal: true, Decision: 'Declined' },
  ],
  SettingsDeclineReasonsInfo: [
    { Id: 'area', Name: 'Outside the area' },
    { Id: 'staff', Name: 'No staff' },
  ],
  SettingsDocumentTypesInfo: [
    { Id: 'order', Name: 'Referral order', Required: true },
    { Id: 'other', Name: 'Other' },
  ],
  SettingsZipCodesCountiesInfo: [],
  SettingsEtags: {
    SettingsDocumentTypesInfo: '1',
    SettingsReferralStatusesInfo: '1',
    SettingsEligibilityStatusesInfo: '1',
    SettingsDeclineReasonsInfo: '1',
    SettingsDisciplinesInfo: '1',
  },
  SettingsSystemRolesInfo: [],
  SettingsRolesWithinAgencyInfo: [],
  SettingsUsersInfo: [
    { ...ana, RoleWithinAgency: 'Manager' },
    { ...marcus, RoleWithinAgency: 'Intake' },
  ],
  SettingsSavedViewsInfo: [],
  SettingsPartnersInfo: [],
};
