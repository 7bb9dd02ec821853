import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { asCallError, type CallError } from '../send/call-error.ts';
import { useLiveMessages } from '../live/live.tsx';
import type { InputOf } from '../send/request.ts';
import { useApi } from '../use-api.ts';
import { isTouching, type Reading, shownBy, useRead } from './use-read.ts';

type Paged = Omit<ReadEndpoint, 'output'> & { output: z.ZodType<{ Continuation: string | null }> };

export interface Pages<Row> extends Reading<readonly Row[]> {
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<void>;
}

interface OlderPage<Answer> {
  from: string;
  answer: Answer;
}

interface Kept<Answer> {
  /** Of the list they belong to. */
  name: string;
  /** The row of the first page that they follow. */
  follows: string | undefined;
  pages: readonly OlderPage<Answer>[];
}

/**
 * A list in pages. The first stays fresh; of the older ones, read on demand, the one a change falls into is read again,
 * and all of them once the first page no longer reaches as far as they begin.
 */
export function usePages<E extends Paged, Row extends { Id: string }>(
  endpoint: E,
  input: InputOf<E> | null,
  pick: (answer: Output<E>) => readonly Row[],
): Pages<Row> {
  const { client, domain, records } = useApi();
  const first = useRead(endpoint, input);
  const name = JSON.stringify([endpoint.path, input, domain]);
  const [kept, setKept] = useState<Kept<Output<E>>>({ name, follows: undefined, pages: [] });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<CallError | undefined>();
  const older = kept.name === name ? kept.pages : [];
  const newest = first.data && pick(first.data);
  const follows = newest?.at(-1)?.Id;
  useSyncExternalStore(records.subscribe, records.changes);
  const rowsOf = ({ answer }: OlderPage<Output<E>>) => pick(records.join(endpoint, answer));

  async function read(from: string): Promise<OlderPage<Output<E>>> {
    const part = endpoint.method === 'GET' ? 'query' : 'body';
    const paged = { ...input, [part]: { ...Object(input?.[part]), Continuation: from } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same input with one declared part more
    const answer = await client.call(endpoint, paged as InputOf<E>, { key: crypto.randomUUID(), domain });
    return { from, answer };
  }

  function keep(page: OlderPage<Output<E>>): void {
    setKept((former) => {
      const pages = former.name === name ? former.pages : [];
      const isKnown = pages.some(({ from }) => from === page.from);
      return {
        name,
        follows: pages.length === 0 ? follows : former.follows,
        pages: isKnown ? pages.map((each) => (each.from === page.from ? page : each)) : [...pages, page],
      };
    });
  }

  const next = (older.at(-1)?.answer ?? first.data)?.Continuation;

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
    const touched = older.find((page) => rowsOf(page).some(({ Id }) => Id === message.id));
    if (touched && input !== null && isTouching(message, shownBy(endpoint, input)))
      void read(touched.from).then(keep, () => undefined);
  });

  // New rows have pushed some off the first page: the older pages begin behind those.
  const hasGap = older.length > 0 && isPushedOff(kept.follows, newest);
  const begin = first.data?.Continuation;
  const readAgain = useEffectEvent((from: string | null) => readChain(read, from, older.length));
  useEffect(() => {
    if (!hasGap || begin === undefined) return undefined;
    let isLatest = true;
    readAgain(begin).then(
      (pages) => isLatest && setKept({ name, follows, pages }),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [hasGap, begin, name, follows]);

  async function refresh(): Promise<void> {
    await first.refresh();
    const pages = await Promise.all(older.map(({ from }) => read(from)));
    setKept((former) => (former.pages === older ? { ...former, pages } : former));
  }

  return {
    data: newest && distinct([...newest, ...older.flatMap(rowsOf)]),
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

async function readChain<Answer extends { Continuation: string | null }>(
  read: (from: string) => Promise<OlderPage<Answer>>,
  begin: string | null,
  count: number,
): Promise<OlderPage<Answer>[]> {
  const pages: OlderPage<Answer>[] = [];
  for (let from = begin; from !== null && pages.length < count;) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const page: OlderPage<Answer> = await read(from);
    pages.push(page);
    from = page.answer.Continuation;
  }
  return pages;
}

/** It was on the first page, and is no longer. */
const isPushedOff = (id: string | undefined, rows: readonly { Id: string }[] | undefined): boolean =>
  rows !== undefined && rows.every(({ Id }) => Id !== id);

/** A row that has moved since its page was read counts where it is in the fresher one. */
function distinct<Row extends { Id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ Id }) => !seen.has(Id) && seen.add(Id));
}
