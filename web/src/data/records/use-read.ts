import { useEffect, useState, useSyncExternalStore } from 'react';
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

/**
 * What a reading is kept under. `shows` is a topic, or the id of one record; `hasRecords`: what it shows of that record
 * comes from the records.
 */
type ReadKey = readonly [
  path: string,
  input: unknown,
  domain: string | undefined,
  shows: string | undefined,
  hasRecords: boolean,
  asList: boolean,
];

interface KeyOptions {
  domain: string | undefined;
  /** With all pages that were asked for. */
  asList?: boolean;
  /** No change has it read again. */
  isStill?: boolean;
}

export function readKey<E extends ReadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { domain, asList = false, isStill = false }: KeyOptions,
): ReadKey {
  const shows = isStill ? undefined : shownBy(endpoint, input);
  return [endpoint.path, input, domain, shows, endpoint.answers !== undefined, asList];
}

/** By key, for as long as the tab is open. */
const readAt = new Map<string, Date>();

export const lastRead = (key: unknown): Date | undefined => readAt.get(JSON.stringify(key));

/** By key, when what is shown, or is on its way, was asked for; by `performance.now()`. */
const askedAt = new Map<string, number>();

export interface Puts<T> {
  /** Puts in what a write has answered: no reading that began before it overtakes it. */
  put: (change: (former: T) => T) => void;
}

/** Reads a call and keeps it fresh; `null` as input reads nothing yet. */
export function useRead<E extends ReadEndpoint>(
  endpoint: E,
  input: InputOf<E> | null,
): Reading<Output<E>> & Puts<Output<E>> {
  const { client, domain, records } = useApi();
  const key = input && readKey(endpoint, input, { domain });
  const { data, error, isLoading, mutate } = useSWR<Output<E>, unknown>(key, async () => {
    if (input === null) throw new Error('Nothing to read');
    return noted(key, () => client.call(endpoint, input, { key: crypto.randomUUID(), domain }));
  });
  const joined = () => (typeof data === 'object' ? records.join(endpoint, data) : data);
  return {
    data: useSyncExternalStore(records.subscribe, joined),
    error: error === undefined ? undefined : asCallError(error),
    readAt: lastRead(key),
    isLoading,
    refresh: () => mutate(),
    put: (change) => void mutate((former) => former && change(former), { revalidate: false }),
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

/** That something has changed. */
export interface Hint extends Pick<RealtimeMessage, 'topic' | 'id'> {
  /** By `performance.now()`. */
  heardAt: number;
  /** The records have it already. */
  isShown?: boolean;
}

/** Whether what was read under this key is stale after a hint: what was asked for since it was heard shows what it is about. */
export function isTouchedBy(key: unknown, hint: Hint): boolean {
  if (!Array.isArray(key) || !isTouching(hint, key[3])) return false;
  const asked = askedAt.get(JSON.stringify(key));
  const isUpToDate = hint.isShown === true && key[3] === hint.id && key[4] === true && asked !== undefined;
  return !isUpToDate && (asked ?? -Infinity) < hint.heardAt;
}

const isTouching = ({ topic, id }: Pick<Hint, 'topic' | 'id'>, shows: unknown) =>
  shows === topic || shows === id;

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
