import type * as z from 'zod';
import type { ReferralView } from '@handoff/shared/contract/referrals';
import type { Referral } from '@handoff/shared/domain/referral';
import { containsText } from '@handoff/shared/domain/search';

export type View = z.infer<typeof ReferralView>;

/** What the worklist shows. */
export interface Selection {
  view: View;
  status: string | undefined;
  /** The person whose list "Mine" is. */
  me: string;
}

/** Whether the server would have listed it, for referrals that arrive by a live message. */
export function isInSelection(referral: Referral, { view, status, me }: Selection): boolean {
  if (status !== undefined && referral.StatusId !== status) return false;
  if (view === 'Mine') return referral.Owner?.Id === me;
  if (view === 'Unassigned') return referral.Owner === null;
  return view === 'All' || referral.Decision.Kind === 'Pending';
}

/** The words a person may know a referral by. */
export function mentionsText({ Patient, Address, Payers, Source, Owner, Services }: Referral, text: string) {
  const fields = [
    `${Patient.FirstName} ${Patient.LastName}`,
    `${Patient.LastName}, ${Patient.FirstName}`,
    Address.ZipCode,
    Address.City,
    Address.County,
    Source.Kind,
    Source.Organization,
    Owner?.FullName ?? '',
    ...Payers.map(({ Name }) => Name),
    ...Services,
  ];
  return containsText(fields, text);
}
