import * as z from 'zod';
import type { Referral } from './referral.ts';

/** What a search can look through. */
export const ReferralSearchField = z.enum(['Patient', 'Place', 'Source', 'Payer', 'Service', 'Owner']);
export type ReferralSearchField = z.infer<typeof ReferralSearchField>;

type Searched = Pick<Referral, 'Patient' | 'Address' | 'Source' | 'Payers' | 'Services' | 'Owner'>;

/** The words a person may know a referral by, in lower case; a line for each, so that no match spans two of them. */
export function searchTexts(referral: Searched): Record<ReferralSearchField, string> {
  const { Patient, Address, Source, Payers, Services, Owner } = referral;
  return {
    Patient: lines(
      `${Patient.FirstName} ${Patient.LastName}`,
      `${Patient.LastName}, ${Patient.FirstName}`,
      Patient.Phone,
    ),
    Place: lines(Address.ZipCode, Address.City, Address.County),
    Source: lines(Source.Kind, Source.Organization, Source.ContactName),
    Payer: lines(...Payers.map(({ Name }) => Name)),
    Service: lines(...Services),
    Owner: lines(Owner?.FullName ?? ''),
  };
}

const lines = (...texts: string[]) => texts.join('\n').toLowerCase();
