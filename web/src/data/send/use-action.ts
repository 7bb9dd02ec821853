import { useRef, useState } from 'react';
import type { AtomicEndpoint, LeaseEndpoint, Output } from '@handoff/shared/contract/endpoint';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { asCallError, type CallError, isCollision, NO_RESPONSE_YET, UNEXPECTED } from './call-error.ts';
import { createIntentKeeper } from './intent.ts';
import { type Lane, type Place, queue } from './queue.ts';
import { type InputOf, prepareRequest } from './request.ts';
import { showError, showNotice, showSuccess } from '../toasts.ts';
import { textAt } from '../records/store.ts';
import { useApi } from '../use-api.ts';

export type WriteEndpoint = AtomicEndpoint | LeaseEndpoint;

export interface ActionOptions<E> {
  onSuccess?: (output: Output<E>) => void;
  /**
   * Called when an earlier attempt with a lost answer turns out to be saved and the form was changed since. Returns the
   * input to send now, or undefined where, for example, a second create would make a duplicate.
   */
  afterLostAnswer?: (saved: Output<E>, input: InputOf<E>) => InputOf<E> | undefined;
  /**
   * Called when someone else has changed the same fields. Returns the input to send now, in the same turn, or undefined
   * when nothing is left to send.
   */
  onCollision?: (failure: CallError, input: InputOf<E>) => Promise<InputOf<E> | undefined>;
  /** Returns true if the screen shows this failure itself. */
  handles?: (failure: CallError) => boolean;
  /** Returns false for part of the work; success is shown after the last part. */
  isDone?: (output: Output<E>) => boolean;
  /** Shows no toasts, for example for autosave. */
  silent?: boolean;
  /** A refusal that needs no toast because the screen makes an offer. */
  offersOn?: ErrorCode;
  /** Shown instead of "An unexpected error occurred". */
  otherwise?: string;
}

export interface Action<E> {
  /**
   * Resolves with the answer, or with undefined after a failure that has been shown, and never rejects. It waits in the
   * queue of its record.
   */
  run: (input: InputOf<E>) => Promise<Output<E> | undefined>;
  /** Does the same for work that already has its turn. */
  send: (input: InputOf<E>, place: Place | undefined) => Promise<Output<E> | undefined>;
  isPending: boolean;
  error: CallError | undefined;
  /** The sent share of an upload, 0 to 1; undefined when there is none. */
  progress: number | undefined;
  reset: () => void;
  /** Cancels the pending request without a toast. */
  cancel: () => void;
}

/** A write behind a button, with one effect and one toast however often it is pressed or sent. */
export function useAction<E extends WriteEndpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> {
  const { client, domain } = useApi();
  /** An intent belongs to its record, because calls for several records run side by side. */
  const [keepers] = useState(() => new Map<Lane, ReturnType<typeof createIntentKeeper<E>>>());
  const [ownLane] = useState(() => ({}));
  const running = useRef(new Set<AbortController>());
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<CallError | undefined>();
  const [progress, setProgress] = useState<number | undefined>();

  const laneOf = (input: InputOf<E>): Lane => textAt(Object(input.body), 'Id') || ownLane;

  function announce(output: Output<E>): void {
    const isPart = options.isDone?.(output) === false;
    if (endpoint.success !== undefined && options.silent !== true && !isPart) showSuccess(endpoint.success);
  }

  function fail(failure: CallError): void {
    setError(failure);
    if (options.silent !== true && (failure.code === undefined || failure.code !== options.offersOn))
      showError(textOf(failure, options.otherwise));
  }

  async function send(input: InputOf<E>, place: Place | undefined): Promise<Output<E> | undefined> {
    const canceling = new AbortController();
    const { signal } = canceling;
    const lane = laneOf(input);
    const keeper = keepers.get(lane) ?? createIntentKeeper<E>();
    keepers.set(lane, keeper);
    running.current.add(canceling);
    setPending((count) => count + 1);
    setError(undefined);
    try {
      const output = await keeper.run(input, {
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
      if (options.onCollision && isCollision(failure)) {
        const next = await options.onCollision(failure, input);
        return next && (await send(next, place));
      }
      if (!failure.isCancelled && options.handles?.(failure) !== true) fail(failure);
      return undefined;
    } finally {
      if (!keeper.isOpen()) keepers.delete(lane);
      running.current.delete(canceling);
      setPending((count) => count - 1);
      setProgress(undefined);
    }
  }

  return {
    run: (input) =>
      queue.enter({
        lane: laneOf(input),
        wish: prepareRequest(endpoint, input),
        silent: options.silent === true,
        run: (place) => send(input, place),
      }),
    send,
    isPending: pending > 0,
    error,
    progress,
    reset: () => setError(undefined),
    cancel() {
      for (const each of running.current) each.abort();
    },
  };
}

const textOf = ({ message }: CallError, otherwise: string | undefined): string =>
  message === UNEXPECTED ? (otherwise ?? UNEXPECTED) : message;
