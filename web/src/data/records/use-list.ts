import { useEffect, useEffectEvent, useState } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type * as z from 'zod';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { asCallError, type CallError } from '../send/call-error.ts';
import type { InputOf } from '../send/client.ts';
import { useApi } from '../use-api.ts';
import { isSameList } from './store.ts';
import { lastRead, noted, readKey, type Reading, useJoinedPages } from './use-read.ts';

type Paged = Omit<ReadEndpoint, 'output'> & { output: z.ZodType<{ Continuation: string | null }> };

export interface List<Row, Answer = unknown> extends Reading<readonly Row[]> {
  /** The first page with everything that it answers. */
  first: Answer | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<void>;
}

interface ListOptions {
  /** Keeps rows in place: changes do not trigger a read, because the screen looks changed rows up. */
  isStill?: boolean;
}

/**
 * Keeps the pages of a list under one key. A change reads all loaded pages again, each from where the one before it now
 * ends, so that no row is lost between two pages. Not `swr/infinite`: see decision 019.
 */
export function useList<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
  { isStill = false }: ListOptions = {},
): List<Row, Output<E>> {
  const { client, domain } = useApi();
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
    return client.call(endpoint, paged);
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
      // A pending read lacks this page, so it is discarded and started again.
      await mutate((pages) => (pages?.at(-1)?.Continuation === next ? [...pages, page] : pages), {
        revalidate: held()?.isValidating === true,
      });
    } catch (thrown) {
      setMoreError(asCallError(thrown));
    } finally {
      setLoadingMore(false);
    }
  }

  const pages = useJoinedPages(endpoint, data);
  const answers = data && pages;
  return {
    data: useRows(answers, pick),
    first: answers?.[0],
    error: error === undefined ? moreError : asCallError(error),
    readAt: lastRead(key),
    isLoading,
    refresh() {
      if (moreError) setMoreError(undefined);
      return mutate();
    },
    hasMore: next !== null,
    isLoadingMore,
    loadMore,
  };
}

/** Returns the rows of all pages, as the same array while no page changes. */
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

/** Reads up to `wanted` pages. */
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

/** Shows a row once, although it may have moved to a later page between two reads. */
export function distinctRows<Answer, Row extends { Id: string }>(
  answers: readonly Answer[],
  pick: (answer: Answer) => readonly Row[],
): Row[] {
  const seen = new Set<string>();
  return answers.flatMap(pick).filter(({ Id }) => !seen.has(Id) && seen.add(Id));
}

/** Loads every page of a list that is short enough to be shown at once. */
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
