import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useMemo, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { useResponseHours } from '../../../data/current-person.ts';
import { useLiveNews } from '../../../data/live/live.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { useJoined } from '../../../data/records/use-read.ts';
import { useApi } from '../../../data/use-api.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { type RowWithFit, rowsWithFits } from '../rows-with-fits.ts';
import { useWorklistMemory } from './worklist-memory.ts';
import { addressOf, isInSelection, queryOf, type Selection, WorklistAddress } from './worklist-selection.ts';

export type ShownWorklist = ReturnType<typeof useWorklist>;

const PAGE_SIZE = 100;
/** More changes than this at once read the list instead. */
const MAX_LOOKUPS = 50;
const NO_ROWS: readonly RowWithFit[] = [];

/** Reads the list of a selection; coming back from a referral finds it as it was left. */
export function useWorklist(selection: Selection) {
  const { text } = selection;
  const filters = { ...queryOf(selection), PageSize: PAGE_SIZE };
  // The list that the page begins with brings the counts of the views, which saves a call.
  const [first] = useState(() => nameOf(selection));
  const Counts = nameOf(selection) === first ? 'true' : undefined;
  // Several values do not fit into the query of an address, and a text does not belong there.
  const { data: query } = referralsApi.list.query.safeParse({ ...filters, Fits: 'true', Counts });
  const isPlain = text === '' && query !== undefined;
  const isStill = true;
  const listed = useList(referralsApi.list, isPlain ? { query } : null, rowsWithFits, { isStill });
  const found = useList(
    referralsApi.search,
    isPlain ? null : { body: { ...filters, Fits: true, Text: text } },
    rowsWithFits,
    { isStill },
  );
  const list = isPlain ? listed : found;
  const live = useLiveRows(list, selection);
  const ids = live.rows.map(({ Id }) => Id);
  return {
    ...list,
    ...live,
    /** The counts of the views, when the list that is shown brought them. */
    counts: isPlain ? listed.first?.ReferralCounts : undefined,
    ...useWorklistMemory({ selection, name: nameOf(selection), ids, hasMore: list.hasMore }),
  };
}

/** Adds live changes to the rows of a list; new rows wait until the person asks for them. */
function useLiveRows(
  list: ReturnType<typeof useList<typeof referralsApi.list, RowWithFit>>,
  selection: Selection,
) {
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

const nameOf = (selection: Selection) => JSON.stringify([queryOf(selection), selection.me, selection.text]);

/** Opens the same list with a changed selection; invalid values are ignored. */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | string[] | true | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}
