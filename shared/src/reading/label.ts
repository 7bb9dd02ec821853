import { each, list, phones } from './titles.ts';

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

function withNames(titles: readonly string[]) {
  return [
    ...titles,
    ...each(titles, ['name', 'printed name', 'name printed', 'print name', 'name and address']),
  ];
}

/** A row for each owner: the name itself, and the parts that some forms put beside its title, "Emergency contact phone". */
export function personal(owner: Owner, titles: readonly string[], doubt?: string): LabelRow[] {
  const more = doubt === undefined ? {} : { doubt };
  return [
    { means: 'name', owner, ...more, said: withNames(titles) },
    { means: 'phone', owner, said: each(titles, [...phones, 'cell', 'contact phone']) },
    { means: 'npi', owner, ...more, said: each(titles, ['npi', 'npi number', 'npi no']) },
    {
      means: 'nothing',
      owner,
      said: each(titles, list('fax, relationship, email, signature, specialty')),
    },
    { means: 'address', owner, said: each(titles, ['address']) },
  ];
}
