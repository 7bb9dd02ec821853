import type { Owner } from './label.ts';
import {
  attending,
  certifying,
  emergency,
  list,
  ordering,
  others,
  primaryCare,
  representative,
} from './titles.ts';

/** Titles above a part of a form, which say of whom its bare labels are. */
// oxfmt-ignore
export const headingRows: readonly { owner: Owner; said: readonly string[] }[] = [
  { owner: 'patient', said: list('patient, client, resident, beneficiary, demographics, patient demographics, demographic, patient demographic, patient identification, person referred, about the patient, who is the patient, patient client, member') },
  { owner: 'source', said: list('referral source, referral, referred by, referring facility, source of referral, referral contact, who is referring, sender, from, referring party, referrer, your, about the referrer, contact') },
  { owner: 'ordering', said: [...ordering, ...list('physician, provider, physicians, ordering, ordering practitioner, practitioner, doctor, physician orders, medical provider, prescriber, who ordered the care')] },
  { owner: 'certifying', said: certifying },
  { owner: 'other', said: [...primaryCare, ...attending, ...others, ...list('pharmacy, subscriber, guarantor, policy holder, office use, office use only, for office use only, agency use only, home health agency, caregiver')] },
  { owner: 'encounter', said: list('face to face, face to face encounter, f2f, f2f encounter, face to face documentation, encounter') },
  { owner: 'emergency', said: [...emergency, 'emergency contacts', 'contacts', 'emergency'] },
  { owner: 'representative', said: representative },
  { owner: 'payer', said: list('insurance, insurance coverage, payer, payor, primary insurance, coverage, insurance primary, primary payer, primary payor, billing, payment, payer source, payers, who pays, insurance payer, financial, insured, payment source') },
  { owner: 'secondary payer', said: list('secondary insurance, secondary payer, secondary coverage, insurance secondary, secondary payor') },
  { owner: 'facility', said: list('facility, current facility, hospital, inpatient stay, current location, hospitalization, hospital stay, stay, inpatient') },
  { owner: 'authorization', said: ['authorization', 'prior authorization', 'authorizations', 'auth'] },
  { owner: 'patient', said: list('clinical, diagnosis, diagnoses, orders, services, services requested, medical, admission, care, start of care, discharge, clinical facts, medical history, homebound status, care requested') },
];

/** Words that a title may add to a heading of the table. */
export const headingAdditions = list('information, info, details, detail, data, section, the');
