import { isSameRequest, type PreparedRequest } from './request.ts';

/** The place of one write in the line, from the click until its outcome is known. */
export interface Place {
  /** Waits while the line is held and others are before it. */
  turn(signal?: AbortSignal): Promise<void>;
  /** After an attempt without an answer: true once it may be tried again, false where a connection seems to be there. */
  held(signal?: AbortSignal): Promise<boolean>;
}

/** A record by its id, or whatever else has its writes one after the other. */
type Lane = string | object;

export interface Work<T> {
  lane: Lane;
  /** A write that equals the one before it in its lane shares its outcome: a double click is one write. */
  wish: string | PreparedRequest;
  /** It happens by itself, and is tried again by itself or not missed: no one waits for it. */
  silent?: boolean;
  run: (place: Place | undefined) => Promise<T>;
}

/** While there is no connection, one write asks this often whether there is one. */
const ASK_EVERY_MS = 5000;

/**
 * Everything people ask to be written: of one record one at a time, as it was asked for. Without a connection all of it
 * waits in memory, each under its own key, and goes out in order. Nothing of it is ever stored in the browser.
 */
export function createQueue({ askEveryMs = ASK_EVERY_MS } = {}) {
  const lanes = new Map<Lane, { wish: Work<unknown>['wish']; outcome: Promise<unknown> }>();
  const line = new Set<Place>();
  const untilTurn = new Set<() => void>();
  const untilConnection = new Set<() => void>();
  const untilSettled = new Set<() => void>();
  const listeners = new Set<() => void>();
  let isCut = false;
  /** From the first write without a connection until the last one in line is through. */
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

    /** What the live connection says. */
    setCut(wanted: boolean): void {
      isCut = wanted;
      wake(untilConnection);
    },

    /** The network may be back: what waits is tried again. */
    look: () => wake(untilConnection),

    /** Once no write is on its way and whoever asked for the last one has seen its outcome; after `ms` in any case. */
    async settled(ms: number): Promise<void> {
      if (line.size > 0) await pause(untilSettled, { ms });
      await new Promise((resolve) => setTimeout(resolve));
    },

    /** How many writes wait; none while there is a connection. */
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
  // Who is woken may go to sleep again.
  for (const each of Array.from(sleepers)) each();
}

/** Until someone wakes it, the time is over or the person calls it off. */
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

/** Tests run where nothing says it. */
const isBrowserOnline = () => !('onLine' in navigator) || navigator.onLine;

/** The one of this tab. */
export const queue = createQueue();
