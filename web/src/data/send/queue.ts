import { isSameRequest, type PreparedRequest } from './request.ts';

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
export function createQueue({ askEveryMs = ASK_EVERY_MS } = {}) {
  const lanes = new Map<Lane, { wish: Work<unknown>['wish']; outcome: Promise<unknown> }>();
  const line = new Set<Place>();
  const untilTurn = new Set<() => void>();
  const untilConnection = new Set<() => void>();
  const untilSettled = new Set<() => void>();
  const listeners = new Set<() => void>();
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

    /** Resolves once no write is pending and its caller has the outcome, at the latest after `ms`. */
    async settled(ms: number): Promise<void> {
      if (line.size > 0) await pause(untilSettled, { ms });
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

/** The queue of this tab. */
export const queue = createQueue();
