import { useState } from 'react';
import type { AtomicEndpoint, Endpoint, LeaseEndpoint, Output } from '@handoff/shared/contract/endpoint';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { textAt } from '../records/store.ts';
import { showError, showNotice, showSuccess } from '../toasts.ts';
import { useApi } from '../use-api.ts';
import { asCallError, type CallError, isCollision, NO_RESPONSE_YET, UNEXPECTED } from './call-error.ts';
import {
  type ApiClient,
  type CallOptions,
  type InputOf,
  isSameRequest,
  prepareRequest,
  type PreparedRequest,
} from './client.ts';

export type WriteEndpoint = AtomicEndpoint | LeaseEndpoint;

export type Outcome<T> = { ok: true; output: T } | { ok: false; failure: CallError };

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
  /** Returns false for part of the work; success is shown after the last part. */
  isDone?: (output: Output<E>) => boolean;
  /** Background work, such as a mark that something was read: it shows no toasts. */
  silent?: boolean;
  /** The screen shows the failure of a `run` itself. */
  showsFailure?: boolean;
}

export interface Action<E> {
  /** Waits in the queue of its record; never rejects. A failure has been shown unless the screen shows it. */
  run: (input: InputOf<E>) => Promise<Outcome<Output<E>>>;
  /** Does the same for work that already has its turn. */
  send: (input: InputOf<E>, place: Place | undefined) => Promise<Outcome<Output<E>>>;
  isPending: boolean;
  error: CallError | undefined;
  reset: () => void;
}

/** A write behind a button, with one effect and one toast however often it is pressed or sent. */
export function useAction<E extends WriteEndpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> {
  const { client, domain } = useApi();
  const [open] = useState((): OpenIntents => new Map());
  const [ownLane] = useState(() => ({}));
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<CallError | undefined>();
  const { silent = false, showsFailure = silent, isDone = () => true } = options;

  /** Calls for several records run side by side. */
  const laneOf = (input: InputOf<E>): Lane => textAt(Object(input.body), 'Id') || ownLane;

  function succeed(output: Output<E>): void {
    if (endpoint.success !== undefined && !silent && isDone(output)) showSuccess(endpoint.success);
    options.onSuccess?.(output);
  }

  function fail(failure: CallError): void {
    setError(failure);
    if (!showsFailure) showFailure(failure);
  }

  async function send(input: InputOf<E>, place: Place | undefined): Promise<Outcome<Output<E>>> {
    setPending((count) => count + 1);
    setError(undefined);
    try {
      const output = await sendOnce(input, {
        open,
        lane: laneOf(input),
        endpoint,
        domain,
        afterLostAnswer: options.afterLostAnswer,
        client,
        how: {
          ...(!silent && { onNoAnswer: () => showNotice(NO_RESPONSE_YET) }),
          ...(place && { place }),
        },
      });
      succeed(output);
      return { ok: true, output };
    } catch (thrown) {
      const failure = asCallError(thrown);
      const isMet = options.onCollision && isCollision(failure);
      const next = isMet && (await options.onCollision?.(failure, input));
      if (next) return await send(next, place);
      if (!isMet) fail(failure);
      return { ok: false, failure };
    } finally {
      setPending((count) => count - 1);
    }
  }

  return {
    run: (input) =>
      outbox.enter({
        lane: laneOf(input),
        wish: prepareRequest(endpoint, input),
        silent,
        run: (place) => send(input, place),
      }),
    send,
    isPending: pending > 0,
    error,
    reset: () => setError(undefined),
  };
}

/** Shows why a call failed, unless the person canceled it. */
export function showFailure({ message, isCancelled }: CallError, otherwise = UNEXPECTED): void {
  if (!isCancelled) showError(message === UNEXPECTED ? otherwise : message);
}

/** The slot of one write, from the click until its outcome is known. */
export interface Place {
  /** Waits while there is no connection and other writes come first. */
  turn(signal?: AbortSignal): Promise<void>;
  /** After an attempt without an answer, resolves with true once it may be repeated, or with false if online. */
  held(signal?: AbortSignal): Promise<boolean>;
}

/** The id of a record, or an object whose writes run one after the other. */
export type Lane = string | object;

export interface Work<T> {
  lane: Lane;
  /** A write that equals the one before it in its lane shares its outcome, so a double click is one write. */
  wish: string | PreparedRequest;
  /** Background work, such as a draft, which no person waits for. */
  silent?: boolean;
  run: (place: Place | undefined) => Promise<T>;
}

/** Without a connection, one write tries this often. */
const ASK_EVERY_MS = 5000;

/**
 * Runs all writes, those of one record one at a time and in order. Without a connection they wait in memory, each under
 * its own key; browser storage never holds them.
 */
export function createOutbox({ askEveryMs = ASK_EVERY_MS } = {}) {
  const lanes = new Map<Lane, { wish: Work<unknown>['wish']; outcome: Promise<unknown> }>();
  const line = new Set<Place>();
  const untilTurn = new Set<() => void>();
  const untilConnection = new Set<() => void>();
  const untilSettled = new Set<() => void>();
  const listeners = new Set<() => void>();
  let held: Promise<unknown> | undefined;
  let isCut = false;
  /** True from the first write without a connection until the line is empty. */
  let isHeld = false;

  function takePlace(): Place {
    const place: Place = {
      async turn(signal) {
        const [first] = line;
        if (!isHeld || first === place || signal?.aborted) return;
        await pause(untilTurn, { signal });
        await place.turn(signal);
      },
      async held(signal) {
        if (!isCut && isBrowserOnline()) return false;
        isHeld = true;
        wake(listeners);
        await pause(untilConnection, { signal, ms: askEveryMs });
        return true;
      },
    };
    line.add(place);
    if (isHeld) wake(listeners);
    return place;
  }

  function leave(place: Place): void {
    line.delete(place);
    isHeld &&= line.size > 0;
    wake(untilTurn);
    if (line.size === 0) wake(untilSettled);
    wake(listeners);
  }

  return {
    enter<T>({ lane, wish, silent = false, run }: Work<T>): Promise<T> {
      const last = lanes.get(lane);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what equals it has an outcome of the same kind
      if (last && isSameWish(last.wish, wish)) return last.outcome as Promise<T>;
      const place = silent ? undefined : takePlace();
      const work = () => run(place).finally(() => place && leave(place));
      const outcome = last ? last.outcome.then(work, work) : work();
      const entry = { wish, outcome };
      lanes.set(lane, entry);
      const end = () => void (lanes.get(lane) === entry && lanes.delete(lane));
      outcome.then(end, end);
      return outcome;
    },

    /** Sets whether the live connection is down. */
    setCut(wanted: boolean): void {
      isCut = wanted;
      wake(untilConnection);
    },

    /** Tries waiting writes again, because the network may be back. */
    look: () => wake(untilConnection),

    /** Makes messages about own writes wait for the end of work of many calls, so that each list is read once. */
    hold(work: Promise<unknown>): void {
      held = Promise.allSettled([held, work]);
    },

    /** Resolves once no write is pending and its caller has the outcome, at the latest after `ms` and held work. */
    async settled(ms: number): Promise<void> {
      if (line.size > 0) await pause(untilSettled, { ms });
      await held;
      await new Promise((resolve) => setTimeout(resolve));
    },

    /** Returns the number of waiting writes, 0 while connected. */
    waiting: () => (isHeld ? line.size : 0),

    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const isSameWish = (former: Work<unknown>['wish'], wish: Work<unknown>['wish']): boolean =>
  typeof former === 'string' || typeof wish === 'string' ? former === wish : isSameRequest(former, wish);

function wake(sleepers: ReadonlySet<() => void>): void {
  // A woken sleeper may add itself again.
  for (const each of Array.from(sleepers)) each();
}

/** Sleeps until it is woken, the time is over or the person cancels. */
function pause(
  among: Set<() => void>,
  { signal, ms }: { signal?: AbortSignal | undefined; ms?: number },
): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      among.delete(done);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    among.add(done);
    signal?.addEventListener('abort', done);
  });
}

/** Node has no `onLine`, so tests count as online. */
const isBrowserOnline = () => !('onLine' in navigator) || navigator.onLine;

/** The outbox of this tab. */
export const outbox = createOutbox();

/** The request of one click, which keeps its key and exact body until its outcome is known. */
interface Intent {
  key: string;
  domain: string | undefined;
  request: PreparedRequest;
  /** True if it had no effect or was canceled: repeating it first could cost a charge for nothing. */
  cameToNothing?: boolean;
}

/** The intents of one button whose outcome is not known yet, by record. */
export type OpenIntents = Map<Lane, Intent>;

interface Attempt<E> {
  open: OpenIntents;
  lane: Lane;
  endpoint: E;
  domain: string | undefined;
  client: Pick<ApiClient, 'send'>;
  how: CallOptions;
  afterLostAnswer?: ActionOptions<E>['afterLostAnswer'] | undefined;
}

/** Sends an input so that repeating it has one effect. Rejects only with a CallError. */
export async function sendOnce<E extends Endpoint>(
  input: InputOf<E>,
  attempt: Attempt<E>,
): Promise<Output<E>> {
  const { open, lane, endpoint, domain, afterLostAnswer } = attempt;
  const earlier = open.get(lane);
  let request = prepareRequest(endpoint, input);
  if (earlier && isSameRequest(earlier.request, request)) return settle(earlier, attempt);
  if (earlier && earlier.cameToNothing !== true) {
    // Repeats the earlier attempt to learn its outcome, then sends the new input.
    const saved = await settle(earlier, attempt).catch((error: unknown) => {
      if (open.has(lane)) throw error;
      return undefined;
    });
    const wanted = saved !== undefined && afterLostAnswer ? afterLostAnswer(saved, input) : input;
    if (wanted === undefined && saved !== undefined) return saved;
    if (wanted !== undefined) request = prepareRequest(endpoint, wanted);
  }
  return settle({ key: crypto.randomUUID(), domain, request }, attempt);
}

async function settle<E extends Endpoint>(
  intent: Intent,
  { open, lane, endpoint, client, how }: Attempt<E>,
): Promise<Output<E>> {
  try {
    const output = await client.send<E>(intent.request, { ...how, key: intent.key, domain: intent.domain });
    open.delete(lane);
    return output;
  } catch (thrown) {
    const failure = asCallError(thrown);
    const cameToNothing = failure.isCancelled || isRefusedByOthers(endpoint, failure);
    // A final refusal had no effect, so the next click is a new intent.
    if (failure.isAnswered) open.delete(lane);
    else open.set(lane, { ...intent, cameToNothing });
    throw failure;
  }
}

/** Tells whether a service behind the API failed in a call that only a person may repeat. */
function isRefusedByOthers(endpoint: Endpoint, { code }: CallError): boolean {
  const isByPerson = endpoint.mode === 'lease' && endpoint.repeat === 'by-person';
  return isByPerson && code !== undefined && refusalsOfOthers.has(code);
}

const refusalsOfOthers = new Set<string>([
  'bad_gateway',
  'unavailable',
  'not_configured',
] satisfies ErrorCode[]);
