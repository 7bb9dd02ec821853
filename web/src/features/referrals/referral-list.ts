import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { ReferralFit } from '@handoff/shared/domain/referral/referral-checks';
import { useList } from '../../data/records/use-list.ts';
import type { InputOf } from '../../data/send/client.ts';

/** A list row with the verdict of the rules. */
export type RowWithFit = ReferralRow & { fit: ReferralFit | undefined };

interface Wanted {
  filters: Omit<InputOf<typeof referralsApi.search>['body'], 'Text' | 'Fits'>;
  /** Empty without a search. */
  text: string;
  /** Asks for the counts of the views, which saves a call. */
  hasCounts?: boolean;
  isStill?: boolean;
}

/** Reads a list of referrals with the verdicts of the rules. */
export function useReferralList({ filters, text, hasCounts = false, isStill = false }: Wanted) {
  // Several values do not fit into the query of an address, and a text, such as a name, does not belong there.
  const { data: query } = referralsApi.list.query.safeParse({
    ...filters,
    Fits: 'true',
    ...(hasCounts && { Counts: 'true' }),
  });
  const isPlain = text === '' && query !== undefined;
  const listed = useList(referralsApi.list, isPlain ? { query } : null, rowsWithFits, { isStill });
  const body = isPlain ? null : { ...filters, Fits: true, Text: text };
  const found = useList(referralsApi.search, body && { body }, rowsWithFits, { isStill });
  const counts = listed.first?.ReferralCounts && listed.first;
  return isPlain ? { ...listed, counts } : { ...found, counts: undefined };
}

const known = new WeakMap<ReferralRow, RowWithFit>();

/** Joins rows and fits; an unchanged row stays the same object and is not drawn again. */
function rowsWithFits({
  ReferralInfo,
  ReferralFits = [],
}: Pick<Output<typeof referralsApi.list>, 'ReferralInfo' | 'ReferralFits'>): RowWithFit[] {
  const fits = new Map(ReferralFits.map((fit) => [fit.ReferralId, fit]));
  return ReferralInfo.map((row) => {
    const fit = fits.get(row.Id);
    const former = known.get(row);
    const next = former && former.fit === fit ? former : { ...row, fit };
    known.set(row, next);
    return next;
  });
}

interface Arrivals {
  /** Referrals that the list would show and its reading lacks. */
  added: Pick<Output<typeof referralsApi.rows>, 'ReferralInfo' | 'ReferralFits'>;
  /** Ids of those to show now. */
  wanted: ReadonlySet<string>;
}

type Order = (left: ReferralRow, right: ReferralRow) => number;

/** Returns the rows to show, and new ones that wait until the person asks for them. */
export function arranged(
  rows: readonly RowWithFit[],
  { added, wanted }: Arrivals,
  order: Order,
): { rows: readonly RowWithFit[]; arrived: readonly RowWithFit[] } {
  if (added.ReferralInfo.length === 0) return { rows, arrived: [] };
  const listed = new Set(rows.map(({ Id }) => Id));
  const missing = rowsWithFits(added).filter(({ Id }) => !listed.has(Id));
  return {
    rows: missing
      .filter(({ Id }) => wanted.has(Id))
      .reduce((shown, row) => inserted(shown, row, order), rows),
    arrived: missing.filter(({ Id }) => !wanted.has(Id)),
  };
}

/** Keeps the order of the other rows, even if a change made another order right. */
function inserted(rows: readonly RowWithFit[], row: RowWithFit, order: Order): readonly RowWithFit[] {
  const at = rows.findIndex((each) => order(row, each) < 0);
  return rows.toSpliced(at < 0 ? rows.length : at, 0, row);
}
