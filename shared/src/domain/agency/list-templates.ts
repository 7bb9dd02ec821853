import type { AgencyKind } from './business-domain.ts';
import type { ConfiguredLists, ConfiguredStatus, EligibilityStatus } from './list-settings.ts';

/** Returns the initial lists of a new agency, which it then edits as its own. */
export function listTemplate(kind: AgencyKind): ConfiguredLists {
  return {
    SettingsDocumentTypesInfo: documentTypes[kind].map((Name) => ({
      Id: documentTypeId(Name),
      Name,
      ...(neededFromTheStart.includes(Name) && { Required: true }),
      ...(neededForAdmission.includes(Name) && { RequiredFor: ['status-admitted'] }),
    })),
    SettingsReferralStatusesInfo: referralStatuses(kind),
    SettingsEligibilityStatusesInfo: eligibilityStatuses(),
    SettingsDeclineReasonsInfo: declineReasons[kind].map((Name) => ({ Id: Name, Name })),
    SettingsDisciplinesInfo: disciplines[kind].map((Name) => ({ Id: Name, Name })),
  };
}

export const documentTypeId = (name: string) => `doctype-${name.toLowerCase().replaceAll(' ', '-')}`;

const commonDocuments = [
  'Face sheet',
  'Referral order',
  'History and physical',
  'Discharge summary',
  'Medication list',
  'Insurance card',
  'Consent',
];
const hospiceDocuments = ['Certification of terminal illness', 'Election statement', 'Advance directive'];
const homeCareDocuments = ['Face-to-face note'];

const documentTypes: Record<AgencyKind, readonly string[]> = {
  'Home care': [...commonDocuments, ...homeCareDocuments, 'Other'],
  Hospice: [...commonDocuments, ...hospiceDocuments, 'Other'],
  Both: [...commonDocuments, ...homeCareDocuments, ...hospiceDocuments, 'Other'],
};
const neededFromTheStart: readonly string[] = ['Face sheet', 'Referral order'];
const neededForAdmission: readonly string[] = ['Referral order', 'Consent'];

function referralStatuses(kind: AgencyKind): ConfiguredStatus[] {
  const inWork = ['status-in-review', 'status-eligibility', 'status-accepted', 'status-scheduled'];
  const closed = ['status-declined', 'status-withdrawn'];
  const nextOf = (id: string) => [...inWork.filter((other) => other !== id), ...closed];
  return [
    { Id: 'status-new', Name: 'New', Color: 'blue', Terminal: false, Next: nextOf('status-new') },
    {
      Id: 'status-in-review',
      Name: 'In review',
      Color: 'yellow',
      Terminal: false,
      Next: nextOf('status-in-review'),
    },
    {
      Id: 'status-eligibility',
      Name: 'Checking eligibility',
      Color: 'orange',
      Terminal: false,
      Next: nextOf('status-eligibility'),
    },
    {
      Id: 'status-accepted',
      Name: 'Accepted',
      Color: 'green',
      Terminal: false,
      Decision: 'Accepted',
      Next: nextOf('status-accepted'),
    },
    {
      Id: 'status-scheduled',
      Name: kind === 'Hospice' ? 'Admission visit scheduled' : 'Visit scheduled',
      Color: 'teal',
      Terminal: false,
      Next: ['status-admitted', ...nextOf('status-scheduled')],
    },
    {
      Id: 'status-admitted',
      Name: 'Admitted',
      Color: 'green',
      Terminal: true,
      Decision: 'Accepted',
      Next: ['status-scheduled'],
    },
    {
      Id: 'status-declined',
      Name: 'Declined',
      Color: 'red',
      Terminal: true,
      Decision: 'Declined',
      Next: ['status-in-review'],
    },
    { Id: 'status-withdrawn', Name: 'Withdrawn', Color: 'gray', Terminal: true, Next: ['status-in-review'] },
  ];
}

function eligibilityStatuses(): EligibilityStatus[] {
  return [
    { Id: 'eligibility-unchecked', Name: 'Not checked', Color: 'gray', Terminal: false },
    {
      Id: 'eligibility-review',
      Name: 'Eligible, with issues',
      Color: 'yellow',
      Terminal: false,
      SetBy: ['issues'],
    },
    { Id: 'eligibility-eligible', Name: 'Eligible', Color: 'green', Terminal: true, SetBy: ['eligible'] },
    { Id: 'eligibility-advantage', Name: 'Medicare Advantage', Color: 'grape', Terminal: true },
    { Id: 'eligibility-not', Name: 'Not eligible', Color: 'red', Terminal: true, SetBy: ['notEligible'] },
  ];
}

const commonReasons = [
  'Outside the service area',
  'Payer not contracted',
  'No capacity',
  'Another agency is active',
  'Can’t meet clinical needs',
  'Patient declined',
  'Duplicate',
];

/** The id is the name as first given, because older referrals have the name. */
const declineReasons: Record<AgencyKind, readonly string[]> = {
  'Home care': [...commonReasons, 'Not homebound'],
  Hospice: [...commonReasons, 'Prognosis over six months'],
  Both: [...commonReasons, 'Not homebound', 'Prognosis over six months'],
};

const homeDisciplines = [
  'Skilled nursing',
  'Physical therapy',
  'Occupational therapy',
  'Speech therapy',
  'Home health aide',
  'Medical social work',
];
const hospiceDisciplines = ['Hospice', 'Palliative care'];

/** Ids follow the same rule as those of the decline reasons. */
const disciplines: Record<AgencyKind, readonly string[]> = {
  'Home care': homeDisciplines,
  Hospice: [...hospiceDisciplines, 'Skilled nursing', 'Home health aide', 'Medical social work'],
  Both: [...homeDisciplines, ...hospiceDisciplines],
};
