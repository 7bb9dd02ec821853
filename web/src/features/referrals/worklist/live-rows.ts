import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { type RowWithFit, rowsWithFits } from '../rows-with-fits.ts';

type Found = Output<typeof api.referrals.rows>;

/** Changes since the list was read. */
export interface LiveRows {
  /** Identifies the reading. */
  since: string;
  /** Referrals that the list would show and the reading lacks. */
  added: Found;
  /** Ids of the added rows that the person asked for; others wait, so that rows never jump. */
  wanted: ReadonlySet<string>;
  /** Counts the changes of a row, so that each can be marked. */
  touches: ReadonlyMap<string, number>;
}

export const noLiveRows = (since: string): LiveRows => ({
  since,
  added: { ReferralInfo: [], ReferralFits: [] },
  wanted: new Set(),
  touches: new Map(),
});

interface LookUp {
  /** The requested ids. */
  ids: readonly string[];
  found: Found;
  /** Tells whether the list would show the row. */
  isListed: (row: ReferralRow) => boolean;
}

/** Marks the found rows and adds those that the list would show. */
export function withLookUp(live: LiveRows, { ids, found, isListed }: LookUp): LiveRows {
  const { added, touches } = live;
  const isOther = (id: string) => !ids.includes(id);
  return {
    ...live,
    added: {
      ReferralInfo: [
        ...found.ReferralInfo.filter(isListed),
        ...added.ReferralInfo.filter(({ Id }) => isOther(Id)),
      ],
      ReferralFits: [
        ...(found.ReferralFits ?? []),
        ...(added.ReferralFits ?? []).filter(({ ReferralId }) => isOther(ReferralId)),
      ],
    },
    touches: new Map([
      ...touches,
      ...found.ReferralInfo.map(({ Id }) => [Id, (touches.get(Id) ?? 0) + 1] as const),
    ]),
  };
}

type Order = (left: ReferralRow, right: ReferralRow) => number;

/** Returns the rows to show, and new ones that wait until the person asks for them. */
export function arranged(
  rows: readonly RowWithFit[],
  { added, wanted }: Pick<LiveRows, 'added' | 'wanted'>,
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
