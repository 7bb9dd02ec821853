import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { ReferralFit } from '@handoff/shared/domain/referral/referral-checks';
import { referralOrder } from '@handoff/shared/domain/referral/referral-search';
import type { ViewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { gatherHints } from '../../../data/live/gather-hints.ts';
import { asCallError, type CallError } from '../../../data/send/call-error.ts';
import type { ApiAccess } from '../../../data/use-api.ts';
import { isInSelection, queryOf, type Selection } from './worklist-selection.ts';

/** With what the rules say about it. */
export type WorklistRow = ReferralRow & { fit: ReferralFit | undefined };

export interface WorklistState {
  rows: readonly WorklistRow[];
  /** New ones that wait to be shown: rows never jump under a person's hand. */
  arrived: readonly WorklistRow[];
  /** How often a row was changed by a live message, so that it can be marked. */
  touches: ReadonlyMap<string, number>;
  /** The row that was opened last, and how far the list was scrolled then. */
  left: LeftAt | undefined;
  hasMore: boolean;
  isLoading: boolean;
  isLoadingMore: boolean;
  error: CallError | undefined;
  readAt: Date | undefined;
}

interface LeftAt {
  id: string;
  top: number;
}

/** One list of referrals as it is on screen: pages, live changes, and what waits to be shown. */
export interface Worklist {
  subscribe: (listener: () => void) => () => void;
  state: () => WorklistState;
  /** Reads anew what is on screen. */
  refresh: () => Promise<void>;
  loadMore: () => Promise<void>;
  leave: (at: LeftAt) => void;
  /** `lists`: what the agency's statuses make of a view, by now. */
  heed: (message: RealtimeMessage, lists: ViewStatuses) => void;
  showArrived: () => void;
}

const PAGE_SIZE = 100;
/** Above this number of hints at once the list is read instead. */
const MAX_LOOKUPS = 50;

export function createWorklist({ client, domain, records }: ApiAccess, selection: Selection): Worklist {
  const listeners = new Set<() => void>();
  const order = referralOrder(selection.sort);
  let continuation: string | null = null;
  let views: ViewStatuses = { first: '', closed: [], review: [] };
  let state: WorklistState = {
    rows: [],
    arrived: [],
    touches: new Map(),
    left: undefined,
    hasMore: false,
    isLoading: true,
    isLoadingMore: false,
    error: undefined,
    readAt: undefined,
  };

  function change(part: Partial<WorklistState>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function page(Continuation: string | null) {
    const { text } = selection;
    const filters = {
      ...queryOf(selection),
      PageSize: PAGE_SIZE,
      ...(Continuation !== null && { Continuation }),
    };
    const options = { key: crypto.randomUUID(), domain };
    if (text === '') return client.call(api.referrals.list, { query: { ...filters, Fits: 'true' } }, options);
    return client.call(api.referrals.search, { body: { ...filters, Fits: true, Text: text } }, options);
  }

  /** As many rows as are on screen, from the first on. */
  async function refresh() {
    try {
      const wanted = Math.max(state.rows.length, 1);
      const rows: WorklistRow[] = [];
      let next: string | null = null;
      do {
        const answer = await page(next);
        rows.push(...rowsOf(answer));
        next = answer.Continuation;
      } while (next !== null && rows.length < wanted);
      continuation = next;
      change({
        rows: rows.map(newest),
        arrived: [],
        hasMore: next !== null,
        isLoading: false,
        error: undefined,
        readAt: new Date(),
      });
    } catch (error) {
      change({ isLoading: false, error: asCallError(error) });
    }
  }

  async function loadMore() {
    if (continuation === null || state.isLoadingMore) return;
    change({ isLoadingMore: true, error: undefined });
    try {
      const answer = await page(continuation);
      continuation = answer.Continuation;
      const known = new Set(state.rows.map(({ Id }) => Id));
      const rows = [...state.rows, ...rowsOf(answer).filter(({ Id }) => !known.has(Id))];
      change({ rows, hasMore: continuation !== null, isLoadingMore: false });
    } catch (error) {
      change({ isLoadingMore: false, error: asCallError(error) });
    }
  }

  function heed(message: RealtimeMessage, lists: ViewStatuses) {
    if (message.topic !== 'referral') return;
    views = lists;
    gathered.add(message.id);
  }

  const gathered = gatherHints<string>((hinted) => void lookUp([...new Set(hinted)]));

  async function lookUp(ids: string[]) {
    if (ids.length > MAX_LOOKUPS) return refresh();
    try {
      const answer = await client.call(
        api.referrals.rows,
        { query: { Ids: ids.join(','), Fits: 'true' } },
        { key: crypto.randomUUID(), domain },
      );
      const found = new Map(rowsOf(answer).map((referral) => [referral.Id, referral]));
      for (const id of ids) {
        const referral = found.get(id);
        if (referral) put(referral);
        else drop(id);
      }
    } catch (error) {
      change({ error: asCallError(error) });
    }
  }

  function put(answered: WorklistRow) {
    const referral = newest(answered);
    if (referral.Etag !== answered.Etag) return;
    const touches = new Map(state.touches).set(referral.Id, (state.touches.get(referral.Id) ?? 0) + 1);
    if (state.rows.some(({ Id }) => Id === referral.Id)) {
      change({ rows: state.rows.map((row) => (row.Id === referral.Id ? referral : row)), touches });
    } else if (isInSelection(referral, selection, views) && belongsToShownPart(referral)) {
      const arrived = [referral, ...state.arrived.filter(({ Id }) => Id !== referral.Id)];
      change({ arrived, touches });
    }
  }

  /** Answers may arrive in another order than they were given. */
  const newest = (row: WorklistRow): WorklistRow => ({ ...row, ...records.newestOf('referralRow', row) });

  function belongsToShownPart(referral: ReferralRow): boolean {
    const last = state.rows.at(-1);
    return !state.hasMore || last === undefined || order(referral, last) <= 0;
  }

  function drop(id: string) {
    const others = (rows: readonly WorklistRow[]) => rows.filter((row) => row.Id !== id);
    change({ rows: others(state.rows), arrived: others(state.arrived) });
  }

  function showArrived() {
    change({ rows: [...state.arrived, ...state.rows].toSorted(order), arrived: [] });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    refresh,
    loadMore,
    heed,
    showArrived,
    leave: (left) => change({ left }),
  };
}

type Answer = Pick<Output<typeof api.referrals.list>, 'ReferralInfo' | 'ReferralFits'>;

// On the row itself: one that changes draws no other anew.
function rowsOf({ ReferralInfo, ReferralFits = [] }: Answer): WorklistRow[] {
  const fits = new Map(ReferralFits.map((fit) => [fit.ReferralId, fit]));
  return ReferralInfo.map((row) => ({ ...row, fit: fits.get(row.Id) }));
}
