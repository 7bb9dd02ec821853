import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { useHints } from '../../../data/live/live.tsx';
import type { Records } from '../../../data/records/store.ts';
import { useList } from '../../../data/records/use-list.ts';
import { useApi } from '../../../data/use-api.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { type RowWithFit, rowsWithFits } from '../rows-with-fits.ts';
import { arranged, type LiveRows, noLiveRows, withLookUp } from './live-rows.ts';
import { addressOf, isInSelection, queryOf, type Selection, WorklistAddress } from './worklist-selection.ts';

export type ShownWorklist = ReturnType<typeof useWorklist>;

const PAGE_SIZE = 100;
/** More changes than this at once read the list instead. */
const MAX_LOOKUPS = 50;
const NO_ROWS: readonly RowWithFit[] = [];

/** Reads the list of a selection; coming back from a referral finds it as it was left. */
export function useWorklist(selection: Selection) {
  const { records } = useApi();
  const { text } = selection;
  const filters = { ...queryOf(selection), PageSize: PAGE_SIZE };
  const isStill = true;
  const listed = useList(
    api.referrals.list,
    text === '' ? { query: { ...filters, Fits: 'true' as const } } : null,
    rowsWithFits,
    { isStill },
  );
  const found = useList(
    api.referrals.search,
    text === '' ? null : { body: { ...filters, Fits: true, Text: text } },
    rowsWithFits,
    { isStill },
  );
  const list = text === '' ? listed : found;
  const live = useLiveRows(list, selection);
  const { rows } = live;

  const { hasMore } = list;
  const name = nameOf(selection);
  useEffect(() => {
    memoryOf(records).last = { selection, name, ids: rows.map(({ Id }) => Id), hasMore };
  });
  return {
    ...list,
    ...live,
    left: memoryOf(records).left.get(name),
    leave: (at: LeftAt) => void memoryOf(records).left.set(name, at),
  };
}

/** Adds live changes to the rows of a list; new rows wait until the person asks for them. */
function useLiveRows(
  list: ReturnType<typeof useList<typeof api.referrals.list, RowWithFit>>,
  selection: Selection,
) {
  const { client, domain, records } = useApi();
  const views = viewStatuses(useSettings());
  const since = JSON.stringify([nameOf(selection), list.readAt]);
  const [state, setState] = useState(() => noLiveRows(since));
  const live = state.since === since ? state : noLiveRows(since);
  const added = records.join(api.referrals.rows, live.added);
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
    return isInSelection(row, selection, views) && isOnLoadedPages;
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

  useHints((hints) => {
    const ids = [...new Set(hints.filter(({ topic }) => topic === 'referral').map(({ id }) => id))];
    if (ids.length > MAX_LOOKUPS) void list.refresh();
    if (ids.length === 0 || ids.length > MAX_LOOKUPS) return;
    const query = { Ids: ids.join(','), Fits: 'true' as const };
    client.call(api.referrals.rows, { query }, { key: crypto.randomUUID(), domain }).then(
      (found) => take(ids, found),
      () => list.refresh(),
    );
  });

  const showArrived = () =>
    change((former) => ({ ...former, wanted: new Set([...former.wanted, ...arrived.map(({ Id }) => Id)]) }));
  return { rows, arrived, touches, showArrived };
}

const nameOf = (selection: Selection) => JSON.stringify([queryOf(selection), selection.me, selection.text]);

/** Opens the same list with a changed selection; invalid values are ignored. */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}

/** The row that was opened last, with the scroll position. */
interface LeftAt {
  id: string;
  top: number;
}

interface WorklistMemory {
  /** Positions by list. */
  left: Map<string, LeftAt>;
  /** The list that was shown last. */
  last?: { selection: Selection; name: string; ids: readonly string[]; hasMore: boolean };
}

/** Kept by the store of a business domain, so that a switch forgets it. */
const memories = new WeakMap<Records, WorklistMemory>();

function memoryOf(records: Records): WorklistMemory {
  const memory = memories.get(records) ?? { left: new Map() };
  memories.set(records, memory);
  return memory;
}

/** Finds a referral in the list that was shown last, with its neighbors. */
export function useListAround(id: string) {
  const { left, last } = memoryOf(useApi().records);
  if (!last) return undefined;
  const { selection, name, ids, hasMore } = last;
  const index = ids.indexOf(id);
  return {
    selection,
    index,
    count: ids.length,
    hasMore,
    before: index < 0 ? undefined : ids[index - 1],
    after: index < 0 ? undefined : ids[index + 1],
    /** Marks this referral as the one opened last. */
    enter: (other: string) => void left.set(name, { id: other, top: left.get(name)?.top ?? 0 }),
  };
}
