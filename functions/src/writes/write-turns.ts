import type { Partition, Platform, Versioned } from '../platform/ports.ts';
import { AUDIT_HEAD } from './audit-chain.ts';
import { DEADLINE_MS, unavailable } from './commit.ts';

/** The turns of those who write in one partition from this process. */
export interface WriteTurns {
  /** Throws `unavailable` when it takes too long until it is one's turn. */
  inTurn<T>(partition: Partition, write: (turn: Turn) => Promise<T>): Promise<T>;
}

export interface Turn {
  /**
   * The head of the audit for the next try. For the first one it is as the turn before left it; for every other one,
   * which another process refused, it is read once that process pauses.
   */
  head(): Promise<Versioned | undefined>;
  /** What this turn made of it: the next one need not read it. */
  leave(head: Versioned | undefined): void;
}

/** So long one process writes in a partition before it pauses for the others. */
const SLICE_MS = 100;
/**
 * How often in a row the head must be the same until a process writes again: after a refusal it is enough that no one
 * else writes at the moment; who pauses gives those who wait the time to notice and to write.
 */
const LOOKS = { waiting: 1, pausing: 4 };
/** Then it is tried in any case. */
const MAX_LOOKS = 50;
const LOOK_MS = 5;

interface Queue {
  last: Promise<void>;
  /** As the turn before left it; undefined when it did not. */
  head: Versioned | undefined;
  /** Since when turn has followed turn without a pause. */
  since: number;
}

/**
 * Every write of a partition replaces its audit head, so of all who begin at once one would win and the others begin
 * again. Inside a process they take turns, each on the head that the one before it left. Processes compete: one writes
 * for a while and pauses, and one that was refused listens until the head stands still.
 */
export function createWriteTurns({ clock, random }: Pick<Platform, 'clock' | 'random'>): WriteTurns {
  const queues = new Map<string, Queue>();
  const now = () => clock.now().getTime();

  return {
    async inTurn(partition, write) {
      const began = now();
      const queue = queues.get(partition.key) ?? {
        last: Promise.resolve(),
        head: undefined,
        since: began,
      };
      queues.set(partition.key, queue);
      const before = queue.last;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      queue.last = ended;
      try {
        await before;
        if (now() - began > DEADLINE_MS) throw unavailable();
        return await write(turnIn(queue, partition));
      } finally {
        end();
        if (queue.last === ended) queues.delete(partition.key);
      }
    },
  };

  function turnIn(queue: Queue, partition: Partition): Turn {
    let isFirst = true;
    return {
      async head() {
        const known = queue.head;
        queue.head = undefined;
        const isPausing = isFirst && now() - queue.since > SLICE_MS;
        const isRefused = !isFirst;
        isFirst = false;
        if (!isPausing && !isRefused) return known ?? partition.read(AUDIT_HEAD);
        const head = await quietHead(partition, isPausing ? LOOKS.pausing : LOOKS.waiting);
        queue.since = now();
        return head;
      },
      leave: (head) => void (queue.head = head),
    };
  }

  /** The head when it was the same for so many looks. Who pauses and finds that others write is one who waits. */
  async function quietHead(partition: Partition, looks: number): Promise<Versioned | undefined> {
    let head = await partition.read(AUDIT_HEAD);
    let left = looks;
    for (let all = 0; left > 0 && all < MAX_LOOKS; all += 1) {
      await clock.sleep(LOOK_MS * (0.5 + random.fraction()));
      const seen = await partition.read(AUDIT_HEAD);
      left = seen?._etag === head?._etag ? left - 1 : LOOKS.waiting;
      head = seen;
    }
    return head;
  }
}
