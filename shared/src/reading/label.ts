/** The person or party of whom a label says something. */
export type Owner =
  | 'patient'
  | 'source'
  | 'ordering'
  | 'certifying'
  | 'encounter'
  | 'emergency'
  | 'representative'
  | 'payer'
  | 'secondary payer'
  | 'facility'
  | 'authorization'
  /** The patient, at an earlier address or under an earlier name. */
  | 'former'
  /** Someone whom a referral has no fields for: a pharmacy, a policy holder, an attending physician’s nurse. */
  | 'other';

export type Meaning =
  | 'name'
  | 'last name'
  | 'first name'
  | 'birth date'
  | 'sex'
  | 'language'
  | 'medicare number'
  | 'social security number'
  | 'phone'
  | 'address'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
  | 'county'
  | 'npi'
  | 'plan'
  | 'member number'
  | 'date'
  | 'by'
  | 'primary diagnosis'
  | 'other diagnoses'
  | 'homebound'
  | 'requested start'
  | 'start of care'
  | 'discharge'
  | 'notice'
  | 'room'
  | 'needed'
  | 'from'
  | 'to'
  | 'from and to'
  | 'visits'
  | 'summary'
  | 'services'
  | 'received'
  | 'time'
  /** A label whose value has no field, but ends the value before it. */
  | 'nothing';

export interface LabelRow {
  means: Meaning;
  /** Missing for a label that takes the person from its surroundings, such as "Phone". */
  owner?: Owner;
  /** A reason to look before accepting, as a sentence. */
  doubt?: string;
  /** The part of the form in which it stands may say whose it is. */
  isVague?: true;
  /** The words on the page, in lower case and without punctuation. */
  said: readonly string[];
}
