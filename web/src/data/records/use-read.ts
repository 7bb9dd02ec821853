import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { Endpoint, Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import { asCallError, type CallError } from '../send/call-error.ts';
import { createAgencyMemory, digestOf } from '../memory.ts';
import type { InputOf } from '../send/client.ts';
import { useApi } from '../use-api.ts';

export interface Reading<T> {
  /** The last answer, which stays while a refresh fails. */
  data: T | undefined;
  error: CallError | undefined;
  /** The time of the last answer. */
  readAt?: Date | undefined;
  /** True until there is something to show. */
  isLoading: boolean;
  refresh: () => Promise<unknown>;
}

/**
 * The cache key of a reading. `shows` has the id of one record or a topic first, and then the topics it is computed
 * from; `hasRecords` says that the store keeps that record current.
 */
type ReadKey = readonly [
  path: string,
  /** Never the input itself, which may hold a patient's number. */
  input: string,
  domain: string | undefined,
  shows: readonly string[],
  hasRecords: boolean,
  asList: boolean,
];

interface KeyOptions {
  domain: string | undefined;
  /** True for a list, which keeps all pages under one key. */
  asList?: boolean;
  /** True if changes do not trigger another read. */
  isStill?: boolean;
}

export function readKey<E extends ReadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { domain, asList = false, isStill = false }: KeyOptions,
): ReadKey {
  const shows = isStill ? [] : shownBy(endpoint, input);
  return [endpoint.path, digestOf(input), domain, shows, endpoint.answers !== undefined, asList];
}

/** More keys than are ever on screen. */
const MOST_KEYS = 1000;

/** The time of the last answer by key. */
const readAt = createAgencyMemory<Date>(MOST_KEYS);

export const lastRead = (key: unknown): Date | undefined => readAt.get(JSON.stringify(key));

/** The time of the last request by key, from `performance.now()`. */
const askedAt = createAgencyMemory<number>(MOST_KEYS);

export interface Puts<T> {
  /** Applies the answer of a write to the cache and discards reads that began before it. */
  put: (change: (former: T) => T) => void;
}

/** Reads a call and keeps it fresh; with `null` as input it reads nothing yet. */
export function useRead<E extends ReadEndpoint>(
  endpoint: E,
  input: InputOf<E> | null,
): Reading<Output<E>> & Puts<Output<E>> {
  const { client, domain } = useApi();
  const key = input && readKey(endpoint, input, { domain });
  const { data, error, isLoading, mutate } = useSWR<Output<E>, unknown>(key, async () => {
    if (input === null) throw new Error('Nothing to read');
    return noted(key, () => client.call(endpoint, input));
  });
  return {
    data: useJoined(endpoint, data),
    error: error === undefined ? undefined : asCallError(error),
    readAt: lastRead(key),
    isLoading,
    refresh: () => mutate(),
    put: (change) => void mutate((former) => former && change(former), { revalidate: false }),
  };
}

/** Returns an answer with the newest versions of its records. */
export function useJoined<T>(endpoint: Endpoint, output: T): T {
  const { records } = useApi();
  const subscribe = useCallback(
    (reader: () => void) =>
      typeof output === 'object' && output !== null
        ? records.subscribe(endpoint, [output], reader)
        : () => {},
    [records, endpoint, output],
  );
  return useSyncExternalStore(subscribe, () =>
    typeof output === 'object' && output !== null ? records.join(endpoint, output) : output,
  );
}

/** Does the same for the pages of a list. */
export function useJoinedPages<T extends object>(
  endpoint: Endpoint,
  pages: readonly T[] = NO_PAGES,
): readonly T[] {
  const { records } = useApi();
  const subscribe = useCallback(
    (reader: () => void) => records.subscribe(endpoint, pages, reader),
    [records, endpoint, pages],
  );
  return useSyncExternalStore(subscribe, () => records.joinPages(endpoint, pages));
}

const NO_PAGES: readonly never[] = [];

/** Records when a read began and ended, so that a hint that is older than the read is ignored. */
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

/** Reports a change, made here or by someone else. */
export interface Hint extends Pick<RealtimeMessage, 'topic' | 'id'> {
  /** From `performance.now()`. */
  heardAt: number;
  /** True if the store already has the change. */
  isShown?: boolean;
}

/** Tells whether a hint makes a reading stale; one that was requested after the hint already includes the change. */
export function isTouchedBy(key: unknown, hint: Hint): boolean {
  if (!Array.isArray(key) || !isTouching(hint, key[3])) return false;
  const asked = askedAt.get(JSON.stringify(key));
  const isUpToDate = hint.isShown === true && key[3][0] === hint.id && key[4] === true && asked !== undefined;
  return !isUpToDate && (asked ?? -Infinity) < hint.heardAt;
}

const isTouching = ({ topic, id }: Pick<Hint, 'topic' | 'id'>, shows: unknown) =>
  Array.isArray(shows) && (shows.includes(topic) || shows.includes(id));

export function shownBy(
  { topic, record, computedFrom = [] }: ReadEndpoint,
  { query }: { query?: Record<string, unknown> },
): string[] {
  const id = record === undefined ? undefined : query?.[record];
  const shown = typeof id === 'string' ? id : topic;
  return [...(shown === undefined ? [] : [shown]), ...computedFrom];
}

interface Outcome<T> {
  output?: T;
  error?: CallError;
  /** True while the document that was asked for is checked for malware. */
  isInScan?: boolean;
}

/**
 * Reads a call once per mount and input, and caches nothing: each read of such a call adds an entry to the audit log.
 */
export function useOnce<E extends ReadEndpoint>(endpoint: E, input: InputOf<E>) {
  const { client } = useApi();
  const [asked, setAsked] = useState(input);
  const [outcome, setOutcome] = useState<Outcome<Output<E>>>({});
  if (JSON.stringify(input) !== JSON.stringify(asked)) {
    setAsked(input);
    setOutcome({});
  }

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onScan = () => setOutcome({ isInScan: true });
    client.call(endpoint, asked, { signal, onScan }).then(
      (output) => setOutcome({ output }),
      (error: unknown) => {
        if (!signal.aborted) setOutcome({ error: asCallError(error) });
      },
    );
    return () => leaving.abort();
  }, [client, endpoint, asked]);

  return outcome;
}
