import { ClinicalField } from './clinical-block.ts';

// oxfmt-ignore
const labels: Record<ClinicalField, string> = {
  OrderingPractitioner:    'Ordering practitioner',
  OrderingNpi:             'Ordering NPI',
  CertifyingPractitioner:  'Certifying practitioner',
  CertifyingNpi:           'Certifying NPI',
  FaceToFaceDate:          'Face-to-face encounter',
  FaceToFaceBy:            'Encounter with',
  PrimaryCarePractitioner: 'Primary care practitioner',
  PrimaryCareNpi:          'Primary care NPI',
  PrimaryDiagnosis:        'Primary diagnosis',
  OtherDiagnoses:          'Other diagnoses',
  Homebound:               'Homebound',
  Allergies:               'Allergies',
  CodeStatus:              'Code status',
  Infection:               'Infection and precautions',
  Equipment:               'Equipment',
  RequestedStart:          'Requested start of care',
  Facility:                'Current facility',
  Room:                    'Room',
  DischargeDate:           'Discharge date',
  DischargeTime:           'Discharge time',
  GoingHomeTo:             'Going home to',
  StartOfCare:             'Start of care',
  NoticeFiled:             'NOA or NOE filed',
  Sex:                     'Sex',
  Language:                'Language',
  EmergencyContact:        'Emergency contact',
  EmergencyPhone:          'Emergency phone',
  Representative:          'Representative',
  RepresentativePhone:     'Representative’s phone',
  AuthorizationNeeded:     'Authorization needed',
  AuthorizationNumber:     'Authorization number',
  AuthorizedFrom:          'Authorized from',
  AuthorizedTo:            'Authorized to',
  AuthorizedVisits:        'Authorized visits',
};

export const clinicalLabel = (field: ClinicalField): string => labels[field];

/** The label of a path such as `Clinical.OrderingNpi`; undefined outside the block. */
export function clinicalLabelAt(path: string): string | undefined {
  const field = path.startsWith('Clinical.') ? ClinicalField.safeParse(path.slice(9)).data : undefined;
  return field && clinicalLabel(field);
}
