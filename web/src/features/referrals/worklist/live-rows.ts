import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { type RowWithFit, rowsWithFits } from '../rows-with-fits.ts';

type Found = Output<typeof api.referrals.rows>;

/** What others have changed since the list was read. */
export interface LiveRows {
  /** Names the reading. */
  since: string;
  /** Referrals of the selection that the reading does not have. */
  added: Found;
  /** Ids of those that the person has asked for: rows never jump under a hand. */
  wanted: ReadonlySet<string>;
  /** How often a row was changed, so that each change can be marked. */
  touches: ReadonlyMap<string, number>;
}

export const noLiveRows = (since: string): LiveRows => ({
  since,
  added: { ReferralInfo: [], ReferralFits: [] },
  wanted: new Set(),
  touches: new Map(),
});

interface LookUp {
  /** The ids that were asked for. */
  ids: readonly string[];
  found: Found;
  /** Whether the list would show it. */
  isListed: (row: ReferralRow) => boolean;
}

/** After a look-up: what is found is marked, and added where the list would show it. */
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

/** The rows to show, and those that wait until they are asked for. */
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

/** The others stay in the order they have, also where a change has made that another one. */
function inserted(rows: readonly RowWithFit[], row: RowWithFit, order: Order): readonly RowWithFit[] {
  const at = rows.findIndex((each) => order(row, each) < 0);
  return rows.toSpliced(at < 0 ? rows.length : at, 0, row);
}
