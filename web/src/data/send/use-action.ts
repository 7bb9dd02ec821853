import { useRef, useState } from 'react';
import type { AtomicEndpoint, LeaseEndpoint, Output } from '@handoff/shared/contract/endpoint';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { asCallError, type CallError, NO_RESPONSE_YET, UNEXPECTED } from './call-error.ts';
import { createIntentKeeper } from './intent.ts';
import { type Place, queue } from './queue.ts';
import { type InputOf, prepareRequest } from './request.ts';
import { showError, showNotice, showSuccess } from '../../lib/toasts.ts';
import { textAt } from '../records/store.ts';
import { useApi } from '../use-api.ts';

type WriteEndpoint = AtomicEndpoint | LeaseEndpoint;

export interface ActionOptions<E> {
  onSuccess?: (output: Output<E>) => void;
  /**
   * The answer of an earlier attempt was lost, the form was changed since, and the earlier attempt turns out to be
   * saved: return what to send now instead, for example nothing (undefined) where a second create would make a twin.
   */
  afterLostAnswer?: (saved: Output<E>, input: InputOf<E>) => InputOf<E> | undefined;
  /** True when the screen deals with this failure itself: then nothing is shown for it. */
  handles?: (failure: CallError) => boolean;
  /** False for a part of the work: the success is shown with the last part. */
  isDone?: (output: Output<E>) => boolean;
  /** No toasts: reading a note and autosave are silent. */
  silent?: boolean;
  /** A refusal that the screen answers with an offer of its own: no toast. */
  offersOn?: ErrorCode;
  /** Shown instead of "An unexpected error occurred". */
  otherwise?: string;
}

export interface Action<E> {
  /**
   * Resolves with the answer, or with undefined after a failure that has been shown. Never rejects. It goes through the
   * queue, in the lane of its record.
   */
  run: (input: InputOf<E>) => Promise<Output<E> | undefined>;
  /** The same for work that has its turn already. */
  send: (input: InputOf<E>, place: Place | undefined) => Promise<Output<E> | undefined>;
  isPending: boolean;
  error: CallError | undefined;
  /** Share of the upload that has been sent, 0 to 1; undefined when nothing is on its way. */
  progress: number | undefined;
  reset: () => void;
  /** Calls off what is on its way: nothing is shown, and no one waits for it any more. */
  cancel: () => void;
}

/** A write behind a button: one effect and one toast however often it is pressed or sent. */
export function useAction<E extends WriteEndpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> {
  const { client, domain, records } = useApi();
  const [keeper] = useState(() => createIntentKeeper<E>());
  const [ownLane] = useState(() => ({}));
  const running = useRef<AbortController | undefined>(undefined);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<CallError | undefined>();
  const [progress, setProgress] = useState<number | undefined>();

  function announce(output: Output<E>): void {
    const isPart = options.isDone?.(output) === false;
    if (endpoint.success !== undefined && options.silent !== true && !isPart) showSuccess(endpoint.success);
  }

  /** Puts the edit onto this person's own later save, which is no change of others. */
  function onOwnVersion(input: InputOf<E>): InputOf<E> {
    const own = records.ownSince(textAt(Object(input.body), 'Etag'));
    return own ? { ...input, body: { ...Object(input.body), Etag: own.etag } } : input;
  }

  async function send(input: InputOf<E>, place: Place | undefined): Promise<Output<E> | undefined> {
    const { signal } = (running.current = new AbortController());
    setPending(true);
    setError(undefined);
    try {
      const output = await keeper.run(onOwnVersion(input), {
        endpoint,
        domain,
        afterLostAnswer: options.afterLostAnswer,
        send: (request, how) =>
          client.send<E>(request, {
            ...how,
            signal,
            ...(options.silent !== true && { onNoAnswer: () => showNotice(NO_RESPONSE_YET) }),
            ...(place && { place }),
            ...(request.body instanceof FormData && { onProgress: setProgress }),
          }),
      });
      announce(output);
      options.onSuccess?.(output);
      return output;
    } catch (thrown) {
      const failure = asCallError(thrown);
      if (failure.isCancelled || options.handles?.(failure) === true) return undefined;
      setError(failure);
      if (options.silent !== true && (failure.code === undefined || failure.code !== options.offersOn))
        showError(textOf(failure, options.otherwise));
      return undefined;
    } finally {
      setPending(false);
      setProgress(undefined);
    }
  }

  return {
    run: (input) =>
      queue.enter({
        lane: textAt(Object(input.body), 'Id') || ownLane,
        wish: prepareRequest(endpoint, input),
        silent: options.silent === true,
        run: (place) => send(input, place),
      }),
    send,
    isPending,
    error,
    progress,
    reset: () => setError(undefined),
    cancel: () => running.current?.abort(),
  };
}

const textOf = ({ message }: CallError, otherwise: string | undefined): string =>
  message === UNEXPECTED ? (otherwise ?? UNEXPECTED) : message;
