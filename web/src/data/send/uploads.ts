import { useSyncExternalStore } from 'react';
import type { Output } from '@handoff/shared/contract/endpoint';
import { showNotice, showSuccess } from '../toasts.ts';
import type { ApiAccess } from '../use-api.ts';
import { asCallError, type CallError, cancelled, NO_RESPONSE_YET } from './call-error.ts';
import type { InputOf } from './client.ts';
import {
  type OpenIntents,
  outbox,
  type Outcome,
  type Place,
  sendOnce,
  showFailure,
  type WriteEndpoint,
} from './outbox.ts';

interface UploadProgress {
  /** The share that is sent, 0 to 1. */
  share: number;
  /** Waits for the connection and then continues by itself. */
  isInterrupted: boolean;
}

export interface Upload {
  id: string;
  name: string;
  size: number;
  /** The file chosen in this tab; the files of a restored draft are only on the server. */
  file: File | undefined;
  /** True from the start until the file is sent or has failed. */
  isSending: boolean;
  failure: CallError | undefined;
}

const start: UploadProgress = { share: 0, isInterrupted: false };

/** A file that is sent once it is added. */
export const uploadOf = (file: File): Upload => ({
  id: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  file,
  isSending: true,
  failure: undefined,
});

export const isSent = ({ isSending, failure }: Upload): boolean => !isSending && !failure;

export interface Sending {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Keeps the key of a call until its answer is known, so that another try has no second effect. */
  call: <E extends WriteEndpoint>(endpoint: E, input: InputOf<E>) => Promise<Output<E>>;
}

interface UploadOptions<Item> {
  api: ApiAccess;
  /** Resolves with the sent file and what the server answered. */
  send: (item: Item, file: File, sending: Sending) => Promise<Item>;
  /** Shows no toasts. */
  silent?: boolean;
  /** None waits for the one before it. */
  sideBySide?: boolean;
}

/** Files that are sent one after the other, or side by side. Sending starts with the event that adds a file, whatever is shown. */
export interface Uploads<Item extends Upload> {
  list: () => readonly Item[];
  progressOf: (id: string) => UploadProgress;
  subscribe: (listener: () => void) => () => void;
  add: (file: File, item: Item) => Promise<Outcome<Item>>;
  /** Lists files that were sent before. */
  restore: (sent: readonly Item[]) => void;
  /** Sends a file again, under the same key unless it was changed or refused. */
  again: (id: string, changed?: (item: Item) => Item) => void;
  /** Takes a file from the list; one on its way is not sent. */
  remove: (id: string) => void;
}

export function createUploads<Item extends Upload>(options: UploadOptions<Item>): Uploads<Item> {
  const { api, send, silent = false, sideBySide = false } = options;
  let items: readonly Item[] = [];
  const listeners = new Set<() => void>();
  const intents = new Map<string, OpenIntents>();
  const stops = new Map<string, AbortController>();
  const progresses = new Map<string, UploadProgress>();
  const lane = {};

  function notify(): void {
    for (const listener of listeners) listener();
  }
  function show(next: readonly Item[]): void {
    items = next;
    notify();
  }
  const change = (id: string, changed: (item: Item) => Item) =>
    show(items.map((each) => (each.id === id ? changed(each) : each)));

  function enter(item: Item, file: File): Promise<Outcome<Item>> {
    const stop = new AbortController();
    stops.set(item.id, stop);
    const run = (place: Place | undefined) => attempt(item, file, sendingOf(item.id, stop.signal, place));
    return outbox.enter({ lane: sideBySide ? item.id : lane, wish: item.id, silent, run });
  }

  async function attempt(item: Item, file: File, sending: Sending): Promise<Outcome<Item>> {
    try {
      sending.signal.throwIfAborted();
      const output = { ...(await send(item, file, sending)), isSending: false };
      change(item.id, () => output);
      return { ok: true, output };
    } catch (thrown) {
      const failure = sending.signal.aborted ? cancelled(thrown) : asCallError(thrown);
      change(item.id, (each) => ({ ...each, isSending: false, failure }));
      if (!silent) showFailure(failure);
      return { ok: false, failure };
    } finally {
      progresses.delete(item.id);
    }
  }

  function sendingOf(id: string, signal: AbortSignal, place: Place | undefined): Sending {
    const open: OpenIntents = intents.get(id) ?? new Map();
    intents.set(id, open);
    function onProgress(progress: UploadProgress) {
      progresses.set(id, progress);
      notify();
    }
    return {
      signal,
      onProgress,
      async call(endpoint, input) {
        const output = await sendOnce<typeof endpoint>(input, {
          open,
          lane: endpoint,
          endpoint,
          domain: api.domain,
          client: api.client,
          how: {
            signal,
            ...(!silent && { onNoAnswer: () => showNotice(NO_RESPONSE_YET) }),
            ...(place && { place }),
            ...(input.file && { onProgress: (share) => onProgress({ share, isInterrupted: false }) }),
          },
        });
        if (endpoint.success !== undefined && !silent) showSuccess(endpoint.success);
        return output;
      },
    };
  }

  return {
    list: () => items,
    progressOf: (id) => progresses.get(id) ?? start,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(file, item) {
      show([...items, item]);
      return enter(item, file);
    },
    restore: (sent) => show([...items, ...sent]),
    again(id, changed = (item) => item) {
      const item = items.find((each) => each.id === id);
      if (!item?.file || item.isSending) return;
      const next = { ...changed(item), isSending: true, failure: undefined };
      change(id, () => next);
      void enter(next, item.file);
    },
    remove(id) {
      stops.get(id)?.abort();
      stops.delete(id);
      intents.delete(id);
      show(items.filter((each) => each.id !== id));
    },
  };
}

/** The files as they are now, in a component. */
export const useUploads = <Item extends Upload>(uploads: Uploads<Item>): readonly Item[] =>
  useSyncExternalStore(uploads.subscribe, uploads.list);
