import { asCallError } from '../../../../data/send/call-error.ts';

/** The state of one row. */
export type Outcome = { is: 'waiting' | 'sent' | 'done' | 'canceled' } | { is: 'refused'; reason: string };

export interface BulkRun {
  subscribe: (listener: () => void) => () => void;
  outcomes: () => ReadonlyMap<string, Outcome>;
  /** Sends every row that is not done yet, in order. */
  start: () => Promise<void>;
  /** Sends nothing more, but waits for the requests in progress. */
  cancel: () => void;
}

const AT_ONCE = 4;

/**
 * Makes the same change to many records, each in a request with its own key. A row with an unknown outcome keeps its
 * key, so that a second start cannot apply the change twice.
 */
export function createBulkRun(
  ids: readonly string[],
  send: (id: string, key: string) => Promise<unknown>,
): BulkRun {
  const listeners = new Set<() => void>();
  const keys = new Map<string, string>();
  let outcomes: ReadonlyMap<string, Outcome> = new Map(ids.map((id) => [id, { is: 'waiting' }]));
  let isCanceled = false;

  function note(id: string, outcome: Outcome) {
    outcomes = new Map(outcomes).set(id, outcome);
    for (const listener of listeners) listener();
  }

  async function start(): Promise<void> {
    isCanceled = false;
    const queue = ids.filter((id) => outcomes.get(id)?.is !== 'done');
    for (const id of queue) note(id, { is: 'waiting' });
    const next = () => (isCanceled ? undefined : queue.shift());
    async function work() {
      // oxlint-disable-next-line no-await-in-loop -- each worker has one on its way
      for (let id = next(); id !== undefined; id = next()) await sendOne(id);
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const id of queue) note(id, { is: 'canceled' });
  }

  async function sendOne(id: string): Promise<void> {
    const key = keys.get(id) ?? crypto.randomUUID();
    keys.set(id, key);
    note(id, { is: 'sent' });
    try {
      await send(id, key);
      note(id, { is: 'done' });
    } catch (thrown) {
      const failure = asCallError(thrown);
      // Refused by the server, so a later try is a new attempt.
      if (failure.isAnswered) keys.delete(id);
      note(id, { is: 'refused', reason: failure.message });
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    outcomes: () => outcomes,
    start,
    cancel: () => {
      isCanceled = true;
    },
  };
}
