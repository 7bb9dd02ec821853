import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type * as z from 'zod';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { asCallError, type CallError } from '../send/call-error.ts';
import type { InputOf } from '../send/request.ts';
import { useApi } from '../use-api.ts';
import { isSameList } from './store.ts';
import { lastRead, noted, readKey, type Reading } from './use-read.ts';

type Paged = Omit<ReadEndpoint, 'output'> & { output: z.ZodType<{ Continuation: string | null }> };

export interface List<Row, Answer = unknown> extends Reading<readonly Row[]> {
  /** The first page, with what it answers beside its rows. */
  first: Answer | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<void>;
}

interface ListOptions {
  /** Rows that others change or add do not move under the hand: the screen looks them up by itself. */
  isStill?: boolean;
}

/**
 * A list in pages, under one key: a change that it shows reads all its pages again, each from where the one before it
 * ends now, so that no row falls between two of them.
 */
export function useList<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
  { isStill = false }: ListOptions = {},
): List<Row, Output<E>> {
  const { client, domain, records } = useApi();
  const { cache } = useSWRConfig();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<CallError | undefined>();
  const key = input && readKey(endpoint, input, { domain, asList: true, isStill });
  const held = () => cache.get(unstable_serialize(key));

  async function read(from: string | null): Promise<Output<E>> {
    const part = endpoint.method === 'GET' ? 'query' : 'body';
    const page = from === null ? {} : { [part]: { ...Object(input?.[part]), Continuation: from } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same input with one declared part more
    const paged = { ...input, ...page } as InputOf<E>;
    return client.call(endpoint, paged, { key: crypto.randomUUID(), domain });
  }

  const { data, error, isLoading, mutate } = useSWR<readonly Output<E>[], unknown>(
    key,
    () => {
      const known: unknown = held()?.data;
      return noted(key, () => readPages(read, Array.isArray(known) ? known.length : 1));
    },
    { revalidateOnFocus: !isStill },
  );
  const next = data?.at(-1)?.Continuation ?? null;

  async function loadMore(): Promise<void> {
    if (next === null || isLoadingMore) return;
    setLoadingMore(true);
    setMoreError(undefined);
    try {
      const page = await read(next);
      // A reading that is on its way knows nothing of this page, and is given up for one that does.
      await mutate((pages) => (pages?.at(-1)?.Continuation === next ? [...pages, page] : pages), {
        revalidate: held()?.isValidating === true,
      });
    } catch (thrown) {
      setMoreError(asCallError(thrown));
    } finally {
      setLoadingMore(false);
    }
  }

  useSyncExternalStore(records.subscribe, records.changes);
  const answers = data?.map((answer) => records.join(endpoint, answer));
  return {
    data: useRows(answers, pick),
    first: answers?.[0],
    error: error === undefined ? moreError : asCallError(error),
    readAt: lastRead(key),
    isLoading,
    refresh() {
      setMoreError(undefined);
      return mutate();
    },
    hasMore: next !== null,
    isLoadingMore,
    loadMore,
  };
}

/** The rows of all pages; the same array while no page changes. */
function useRows<Answer extends object, Row extends { Id: string }>(
  answers: readonly Answer[] | undefined,
  pick: (answer: Answer) => readonly Row[],
): readonly Row[] | undefined {
  const [former, setFormer] = useState(() => ({ answers, rows: answers && distinctRows(answers, pick) }));
  if (answers === former.answers || isSameList(former.answers, answers ?? [])) return former.rows;
  const rows = answers && distinctRows(answers, pick);
  setFormer({ answers, rows });
  return rows;
}

/** As many pages as are wanted, and there are. */
export async function readPages<Answer extends { Continuation: string | null }>(
  read: (from: string | null) => Promise<Answer>,
  wanted: number,
): Promise<Answer[]> {
  const pages: Answer[] = [];
  let from: string | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const page = await read(from);
    pages.push(page);
    from = page.Continuation;
  } while (from !== null && pages.length < wanted);
  return pages;
}

/** A row that moved to a later page between two readings counts where it is found first. */
export function distinctRows<Answer, Row extends { Id: string }>(
  answers: readonly Answer[],
  pick: (answer: Answer) => readonly Row[],
): Row[] {
  const seen = new Set<string>();
  return answers.flatMap(pick).filter(({ Id }) => !seen.has(Id) && seen.add(Id));
}

/** A list that is short enough to be shown at once: its pages follow by themselves. */
export function useWholeList<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
): List<Row, Output<E>> & { isWhole: boolean } {
  const list = useList(endpoint, input, pick);
  const { data, hasMore, isLoadingMore, error } = list;
  const wantsMore = hasMore && !isLoadingMore && error === undefined;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (wantsMore) void loadMore();
  }, [wantsMore]);
  return { ...list, isWhole: data !== undefined && !hasMore };
}
