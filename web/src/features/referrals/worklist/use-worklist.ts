import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useMemo, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { useResponseHours } from '../../../data/current-person.ts';
import { useLiveNews } from '../../../data/live/live.tsx';
import type { List } from '../../../data/records/use-list.ts';
import { useJoined } from '../../../data/records/use-read.ts';
import { useApi } from '../../../data/use-api.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { arranged, type RowWithFit, useReferralList } from '../referral-list.ts';
import { useWorklistMemory } from './worklist-memory.ts';
import { addressOf, isInSelection, queryOf, type Selection, WorklistAddress } from './worklist-selection.ts';

export type ShownWorklist = ReturnType<typeof useWorklist>;

const PAGE_SIZE = 100;
/** More changes than this at once read the list instead. */
const MAX_LOOKUPS = 50;
const NO_ROWS: readonly RowWithFit[] = [];

/** Reads the list of a selection; coming back from a referral finds it as it was left. */
export function useWorklist(selection: Selection) {
  // The list that the page begins with brings the counts of the views, which saves a call.
  const [first] = useState(() => nameOf(selection));
  const list = useReferralList({
    filters: { ...queryOf(selection), PageSize: PAGE_SIZE },
    text: selection.text,
    hasCounts: nameOf(selection) === first,
    isStill: true,
  });
  const live = useLiveRows(list, selection);
  const ids = live.rows.map(({ Id }) => Id);
  return {
    ...list,
    ...live,
    ...useWorklistMemory({ selection, name: nameOf(selection), ids, hasMore: list.hasMore }),
  };
}

/** Adds live changes to the rows of a list; new rows wait until the person asks for them. */
function useLiveRows(list: List<RowWithFit>, selection: Selection) {
  const { client, records } = useApi();
  const lists = { ...viewStatuses(useSettings()), responseHours: useResponseHours() };
  const since = JSON.stringify([nameOf(selection), list.readAt]);
  const [state, setState] = useState(() => noLiveRows(since));
  const live = state.since === since ? state : noLiveRows(since);
  const added = useJoined(referralsApi.rows, live.added);
  const order = referralOrder(selection.sort);
  const { wanted, touches } = live;
  const listed = list.data ?? NO_ROWS;
  const { rows, arrived } = useMemo(
    () => arranged(listed, { added, wanted }, order),
    [listed, added, wanted, order],
  );
  const change = (next: (former: LiveRows) => LiveRows) =>
    setState((former) => next(former.since === since ? former : noLiveRows(since)));

  /** Skips answers that arrive out of order. */
  const isNewest = (row: ReferralRow) => records.newestOf('referralRow', row) === row;

  function isListed(row: ReferralRow): boolean {
    const last = listed.at(-1);
    const isOnLoadedPages = !list.hasMore || last === undefined || order(row, last) <= 0;
    return isInSelection(row, selection, lists) && isOnLoadedPages;
  }

  const take = useEffectEvent((ids: readonly string[], found: LiveRows['added']) => {
    const gone = ids.filter((id) => found.ReferralInfo.every(({ Id }) => Id !== id));
    if (rows.some(({ Id }) => gone.includes(Id))) void list.refresh();
    const newest = found.ReferralInfo.filter(isNewest);
    const known = [...gone, ...newest.map(({ Id }) => Id)];
    change((former) =>
      withLookUp(former, { ids: known, found: { ...found, ReferralInfo: newest }, isListed }),
    );
  });

  useLiveNews('hints', (hints) => {
    const ids = [...new Set(hints.filter(({ topic }) => topic === 'referral').map(({ id }) => id))];
    if (ids.length > MAX_LOOKUPS) void list.refresh();
    if (ids.length === 0 || ids.length > MAX_LOOKUPS) return;
    const query = { Ids: ids.join(','), Fits: 'true' as const };
    client.call(referralsApi.rows, { query }).then(
      (found) => take(ids, found),
      () => list.refresh(),
    );
  });

  const showArrived = () =>
    change((former) => ({ ...former, wanted: new Set([...former.wanted, ...arrived.map(({ Id }) => Id)]) }));
  return { rows, arrived, touches, showArrived };
}

type Found = Output<typeof referralsApi.rows>;

/** Changes since the list was read. */
interface LiveRows {
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

const nameOf = (selection: Selection) => JSON.stringify([queryOf(selection), selection.me, selection.text]);

/** Opens the same list with a changed selection; invalid values are ignored. */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | string[] | true | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}
