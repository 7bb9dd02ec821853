import { useEffect, useEffectEvent, useState } from 'react';
import type * as z from 'zod';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { asCallError, type CallError } from './call-error.ts';
import { useLiveMessages } from '../live/live.tsx';
import type { InputOf } from './prepared-request.ts';
import { useApi } from './use-api.ts';
import { isTouching, type Reading, shownBy, useRead } from './use-read.ts';

type Paged = Omit<ReadEndpoint, 'output'> & { output: z.ZodType<{ Continuation: string | null }> };

export interface Pages<Row> extends Reading<readonly Row[]> {
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<void>;
}

interface OlderPage<Row> {
  from: string;
  rows: readonly Row[];
  next: string | null;
}

/** A list in pages. The first stays fresh; of the older ones, read on demand, the one a change falls into is read again. */
export function usePages<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
): Pages<Row> {
  const { client, domain } = useApi();
  const first = useRead(endpoint, input);
  const name = JSON.stringify([endpoint.path, input, domain]);
  const [kept, setKept] = useState<{ name: string; pages: readonly OlderPage<Row>[] }>({ name, pages: [] });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<CallError | undefined>();
  const older = kept.name === name ? kept.pages : [];

  async function read(from: string): Promise<OlderPage<Row>> {
    const part = endpoint.method === 'GET' ? 'query' : 'body';
    const paged = { ...input, [part]: { ...Object(input?.[part]), Continuation: from } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same input with one declared part more
    const answer = await client.call(endpoint, paged as InputOf<E>, { key: crypto.randomUUID(), domain });
    return { from, rows: pick(answer), next: answer.Continuation };
  }

  function keep(page: OlderPage<Row>): void {
    setKept((former) => {
      const pages = former.name === name ? former.pages : [];
      const isKnown = pages.some(({ from }) => from === page.from);
      return {
        name,
        pages: isKnown ? pages.map((each) => (each.from === page.from ? page : each)) : [...pages, page],
      };
    });
  }

  const next = older.length > 0 ? older.at(-1)?.next : first.data?.Continuation;

  async function loadMore(): Promise<void> {
    if (typeof next !== 'string' || isLoadingMore) return;
    setLoadingMore(true);
    setMoreError(undefined);
    try {
      keep(await read(next));
    } catch (error) {
      setMoreError(asCallError(error));
    } finally {
      setLoadingMore(false);
    }
  }

  useLiveMessages((message) => {
    const touched = older.find(({ rows }) => rows.some(({ Id }) => Id === message.id));
    if (touched && input !== null && isTouching(message, shownBy(endpoint, input)))
      void read(touched.from).then(keep, () => undefined);
  });

  async function refresh(): Promise<void> {
    await first.refresh();
    setKept({ name, pages: await Promise.all(older.map(({ from }) => read(from))) });
  }

  return {
    data: first.data && distinct([...pick(first.data), ...older.flatMap(({ rows }) => rows)]),
    error: first.error ?? moreError,
    readAt: first.readAt,
    isLoading: first.isLoading,
    refresh,
    hasMore: typeof next === 'string',
    isLoadingMore,
    loadMore,
  };
}

/** The whole of a list that is short enough to be shown at once: its pages follow by themselves. */
export function useWholeList<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
): Pages<Row> & { isWhole: boolean } {
  const pages = usePages(endpoint, input, pick);
  const { data, hasMore, isLoadingMore, error } = pages;
  const wantsMore = hasMore && !isLoadingMore && error === undefined;
  const loadMore = useEffectEvent(pages.loadMore);
  useEffect(() => {
    if (wantsMore) void loadMore();
  }, [wantsMore]);
  return { ...pages, isWhole: data !== undefined && !hasMore };
}

/** When new ones came, the first page reaches less far and the older ones begin inside of it. */
function distinct<Row extends { Id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ Id }) => !seen.has(Id) && seen.add(Id));
}
