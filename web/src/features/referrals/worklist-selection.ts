import type * as z from 'zod';
import type { ReferralView } from '@handoff/shared/contract/referrals';
import type { Referral } from '@handoff/shared/domain/referral';
import type { ReferralSort } from '@handoff/shared/domain/referral-sort';
import { searchTexts } from '@handoff/shared/domain/referral-search';
import { containsText } from '@handoff/shared/domain/search';

export type View = z.infer<typeof ReferralView>;

/** What the worklist shows. */
export interface Selection {
  view: View;
  status: string | undefined;
  sort: ReferralSort;
  /** The person whose list "Mine" is. */
  me: string;
  /** What is searched for; empty: nothing. */
  text: string;
}

type Listed = Omit<Selection, 'sort'>;

/** Whether the server would have listed it, for referrals that arrive by a live message. */
export function isInSelection(referral: Referral, wanted: Listed): boolean {
  const { view, status, me, text } = wanted;
  if (status !== undefined && referral.StatusId !== status) return false;
  if (!containsText(Object.values(searchTexts(referral)), text)) return false;
  if (view === 'Mine') return referral.Owner?.Id === me;
  if (view === 'Unassigned') return referral.Owner === null;
  return view === 'All' || referral.Decision.Kind === 'Pending';
}

/** What of it stands in the address, where what everybody sees first is left out. */
export function addressOf({ view, status, sort }: Pick<Selection, 'view' | 'status' | 'sort'>) {
  return {
    view: view === 'All' ? undefined : view,
    status,
    sort: sort === 'ReceivedNewest' ? undefined : sort,
  };
}
