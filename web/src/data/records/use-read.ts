import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import { asCallError, type CallError } from '../send/call-error.ts';
import type { InputOf } from '../send/request.ts';
import { useApi } from '../use-api.ts';

export interface Reading<T> {
  /** The last answer; stays while a refresh fails. */
  data: T | undefined;
  error: CallError | undefined;
  /** When that was. */
  readAt?: Date | undefined;
  /** Nothing to show yet. */
  isLoading: boolean;
  refresh: () => Promise<unknown>;
}

/** What a reading is kept under; the last part is what it shows: a topic, or the id of one record. */
type ReadKey = readonly [path: string, input: unknown, domain: string | undefined, shows: string | undefined];

/** By key, for as long as the tab is open. */
const readAt = new Map<string, Date>();

/** By key, when what is shown, or is on its way, was asked for; by `performance.now()`. */
const askedAt = new Map<string, number>();

/** Reads a call and keeps it fresh; `null` as input reads nothing yet. */
export function useRead<E extends ReadEndpoint>(endpoint: E, input: InputOf<E> | null): Reading<Output<E>> {
  const { client, domain } = useApi();
  const key: ReadKey | null =
    input === null ? null : [endpoint.path, input, domain, shownBy(endpoint, input)];
  const name = JSON.stringify(key);
  const { data, error, isLoading, mutate } = useSWR<Output<E>, unknown>(key, async () => {
    if (input === null) throw new Error('Nothing to read');
    return noted(key, () => client.call(endpoint, input, { key: crypto.randomUUID(), domain }));
  });
  return {
    data,
    error: error === undefined ? undefined : asCallError(error),
    readAt: readAt.get(name),
    isLoading,
    refresh: () => mutate(),
  };
}

/** One reading, of which is known when it began and ended; a failed one shows nothing. */
export async function noted<T>(key: unknown, read: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(key);
  askedAt.set(name, performance.now());
  try {
    const output = await read();
    readAt.set(name, new Date());
    return output;
  } catch (thrown) {
    askedAt.delete(name);
    throw thrown;
  }
}

/** Whether what was read under this key is stale after a hint: what was asked for since it was heard shows what it is about. */
export function isTouchedBy(key: unknown, hint: RealtimeMessage, heardAt: number): boolean {
  if (!Array.isArray(key) || !isTouching(hint, key[3])) return false;
  return (askedAt.get(JSON.stringify(key)) ?? -Infinity) < heardAt;
}

export const isTouching = ({ topic, id }: RealtimeMessage, shows: unknown) => shows === topic || shows === id;

export function shownBy(
  { topic, record }: ReadEndpoint,
  { query }: { query?: Record<string, unknown> },
): string | undefined {
  const id = record === undefined ? undefined : query?.[record];
  return typeof id === 'string' ? id : topic;
}

/**
 * Reads a call when its component appears or asks for something else, and never again by itself: of what is given out, each reading leaves an
 * entry. It is kept nowhere else.
 */
export function useOnce<E extends ReadEndpoint>(endpoint: E, input: InputOf<E>) {
  const { client, domain } = useApi();
  const [asked, setAsked] = useState(input);
  const [outcome, setOutcome] = useState<{ output?: Output<E>; error?: CallError }>({});
  if (JSON.stringify(input) !== JSON.stringify(asked)) {
    setAsked(input);
    setOutcome({});
  }

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    client.call(endpoint, asked, { key: crypto.randomUUID(), domain, signal }).then(
      (output) => setOutcome({ output }),
      (error: unknown) => {
        if (!signal.aborted) setOutcome({ error: asCallError(error) });
      },
    );
    return () => leaving.abort();
  }, [client, domain, endpoint, asked]);

  return outcome;
}
