import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { useSettings } from '../../../lib/use-settings.ts';
import { useConnects, useLiveMessages } from '../../../lib/live/live.tsx';
import { type ApiAccess, useApi } from '../../../lib/api/use-api.ts';
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
}

const keptByClient = new WeakMap<ApiClient, Kept>();

function worklistOf(api: ApiAccess, selection: Selection): Worklist {
  const former = keptByClient.get(api.client);
  // A switch of the business domain forgets the lists of the former one.
  const kept: Kept =
    former && former.domain === api.domain
      ? former
      : { domain: api.domain, worklists: new Map(), search: undefined };
  keptByClient.set(api.client, kept);
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
