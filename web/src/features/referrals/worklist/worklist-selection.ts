import * as z from 'zod';
import { ReferralView } from '@handoff/shared/contract/referrals';
import { Decision, type Referral, sourceKinds } from '@handoff/shared/domain/referral/referral';
import { ReferralSort, searchTexts } from '@handoff/shared/domain/referral/referral-search';
import { containsText } from '@handoff/shared/domain/records/search';

const Id = z.string().max(80);

/** What stands in the address and can be shared; what is not understood there is left out. */
export const WorklistAddress = z.object({
  view: ReferralView.optional().catch(undefined),
  status: Id.optional().catch(undefined),
  decision: Decision.shape.Kind.optional().catch(undefined),
  owner: Id.optional().catch(undefined),
  source: z.enum(sourceKinds).optional().catch(undefined),
  // The router takes five digits in an address for a number.
  zip: z.coerce
    .string()
    .regex(/^\d{5}$/)
    .optional()
    .catch(undefined),
  sort: ReferralSort.optional().catch(undefined),
});
export type WorklistAddress = z.infer<typeof WorklistAddress>;

export type View = z.infer<typeof ReferralView>;

/** Each narrows the list of the view. */
export type Filters = Pick<WorklistAddress, 'status' | 'decision' | 'owner' | 'source' | 'zip'>;

/** What the worklist shows. */
export interface Selection extends Filters {
  view: View;
  sort: ReferralSort;
  /** The person whose list "Mine" is. */
  me: string;
  /** What is searched for; empty: nothing. */
  text: string;
}

/** As the server is asked for it. */
export function queryOf({ view, sort, status, decision, owner, source, zip }: Selection) {
  return {
    View: view,
    Sort: sort,
    ...(status !== undefined && { StatusId: status }),
    ...(decision !== undefined && { Decision: decision }),
    ...(owner !== undefined && { OwnerId: owner }),
    ...(source !== undefined && { SourceKind: source }),
    ...(zip !== undefined && { ZipCode: zip }),
  };
}

/** Whether the server would have listed it, for referrals that arrive by a live message. */
export function isInSelection(referral: Referral, wanted: Omit<Selection, 'sort'>): boolean {
  const { view, me, text } = wanted;
  const filters = [
    [wanted.status, referral.StatusId],
    [wanted.decision, referral.Decision.Kind],
    [wanted.owner, referral.Owner?.Id],
    [wanted.source, referral.Source.Kind],
    [wanted.zip, referral.Address.ZipCode],
  ];
  if (filters.some(([filter, value]) => filter !== undefined && filter !== value)) return false;
  if (!containsText(Object.values(searchTexts(referral)), text)) return false;
  if (view === 'Mine') return referral.Owner?.Id === me;
  if (view === 'Unassigned') return referral.Owner === null;
  return view === 'All' || referral.Decision.Kind === 'Pending';
}

/** What of it stands in the address, where what everybody sees first is left out. */
export function addressOf({ view, status, decision, owner, source, zip, sort }: WorklistAddress) {
  return {
    view: view === 'All' ? undefined : view,
    status,
    decision,
    owner,
    source,
    zip,
    sort: sort === 'ReceivedNewest' ? undefined : sort,
  } satisfies WorklistAddress;
}

export const hasFilters = ({ status, decision, owner, source, zip }: Filters) =>
  [status, decision, owner, source, zip].some((filter) => filter !== undefined);
