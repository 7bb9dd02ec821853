import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiClient } from '../../../data/send/retry.ts';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { useSettings } from '../../../lib/use-settings.ts';
import { useConnects, useLiveMessages } from '../../../data/live/live.tsx';
import { type ApiAccess, useApi } from '../../../data/use-api.ts';
import { createWorklist, type Worklist, type WorklistState } from './worklist.ts';
import { addressOf, queryOf, type Selection, WorklistAddress } from './worklist-selection.ts';

export type ShownWorklist = WorklistState & Pick<Worklist, 'refresh' | 'loadMore' | 'showArrived' | 'leave'>;

/** The list of a selection, kept while the tab is open: coming back from a referral finds it as it was left. */
export function useWorklist(selection: Selection): ShownWorklist {
  const api = useApi();
  const lists = useSettings();
  const worklist = worklistOf(api, selection);
  const state = useSyncExternalStore(worklist.subscribe, worklist.state);
  const connects = useConnects();
  const [connectsAtStart] = useState(connects);

  useEffect(() => void worklist.refresh(), [worklist]);
  useEffect(() => {
    // Hints may have been missed while the connection was down.
    if (connects > Math.max(connectsAtStart, 1)) void worklist.refresh();
  }, [worklist, connects, connectsAtStart]);
  useLiveMessages((message) => worklist.heed(message, viewStatuses(lists)));

  const { refresh, loadMore, showArrived, leave } = worklist;
  return { ...state, refresh, loadMore, showArrived, leave };
}

/** Goes to the same list but for this; what is not understood is taken for "any". */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}

interface Kept {
  domain: string | undefined;
  worklists: Map<string, Worklist>;
  /** The last search only: each typed letter makes a list. */
  search: { name: string; worklist: Worklist } | undefined;
  /** The one that is or was on screen. */
  last: { selection: Selection; worklist: Worklist } | undefined;
}

const keptByClient = new WeakMap<ApiClient, Kept>();

function worklistOf(api: ApiAccess, selection: Selection): Worklist {
  const former = keptByClient.get(api.client);
  // A switch of the business domain forgets the lists of the former one.
  const kept: Kept =
    former && former.domain === api.domain
      ? former
      : { domain: api.domain, worklists: new Map(), search: undefined, last: undefined };
  keptByClient.set(api.client, kept);
  const worklist = keptWorklist(kept, api, selection);
  kept.last = { selection, worklist };
  return worklist;
}

function keptWorklist(kept: Kept, api: ApiAccess, selection: Selection): Worklist {
  const { me, text } = selection;
  const name = JSON.stringify([queryOf(selection), me, text]);
  if (text !== '') {
    if (kept.search?.name !== name) kept.search = { name, worklist: createWorklist(api, selection) };
    return kept.search.worklist;
  }
  const worklist = kept.worklists.get(name) ?? createWorklist(api, selection);
  kept.worklists.set(name, worklist);
  return worklist;
}

/** The list that was last on screen, and what stands beside a referral there. */
export function useListAround(id: string) {
  const { client, domain } = useApi();
  const kept = keptByClient.get(client);
  const last = kept?.domain === domain ? kept?.last : undefined;
  const state = useSyncExternalStore(last?.worklist.subscribe ?? subscribeToNothing, () =>
    last?.worklist.state(),
  );
  if (!last || !state) return undefined;
  const index = state.rows.findIndex((row) => row.Id === id);
  return {
    selection: last.selection,
    index,
    count: state.rows.length,
    hasMore: state.hasMore,
    before: index < 0 ? undefined : state.rows[index - 1]?.Id,
    after: index < 0 ? undefined : state.rows[index + 1]?.Id,
    /** The list is left at this one from now on. */
    enter: (other: string) => last.worklist.leave({ id: other, top: state.left?.top ?? 0 }),
  };
}

const subscribeToNothing = () => () => {};
