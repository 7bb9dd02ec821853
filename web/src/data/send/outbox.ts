/** The place of one write in the line, from the click until its outcome is known. */
export interface Place {
  /** Waits while the line is held and others are before it. */
  turn(signal?: AbortSignal): Promise<void>;
  /** After an attempt without an answer: true once it may be tried again, false where a connection seems to be there. */
  held(signal?: AbortSignal): Promise<boolean>;
  leave(): void;
}

/** While there is no connection, one write asks this often whether there is one. */
const ASK_EVERY_MS = 5000;

/**
 * What people ask to be written while there is no connection: it waits in memory, each under its own key, and goes out
 * one after the other in the order in which it was asked for. Nothing of it is ever stored in the browser.
 */
export function createOutbox({ askEveryMs = ASK_EVERY_MS } = {}) {
  const line = new Set<Place>();
  const untilTurn = new Set<() => void>();
  const untilConnection = new Set<() => void>();
  const untilSettled = new Set<() => void>();
  const listeners = new Set<() => void>();
  let isCut = false;
  /** From the first write without a connection until the last one in line is through. */
  let isHeld = false;

  function createPlace(): Place {
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
      leave() {
        line.delete(place);
        isHeld &&= line.size > 0;
        wake(untilTurn);
        if (line.size === 0) wake(untilSettled);
        wake(listeners);
      },
    };
    return place;
  }

  return {
    enter(): Place {
      const place = createPlace();
      line.add(place);
      if (isHeld) wake(listeners);
      return place;
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

/** That of this tab. */
export const outbox = createOutbox();
