import type { Partition, Platform, Versioned } from '../platform/ports.ts';
import { DEADLINE_MS, unavailable } from './commit.ts';
import { AUDIT_HEAD } from '../records/kinds/audit-records.ts';

/** Lets the writers of one partition in this process take turns. */
export interface WriteTurns {
  /** Throws `unavailable` when the turn does not come in time. */
  inTurn<T>(partition: Partition, write: (turn: Turn) => Promise<T>): Promise<T>;
}

export interface Turn {
  /**
   * Returns the audit head for the next try. The first try gets it from the turn before; every later one, which
   * another process refused, reads it once that process pauses.
   */
  head(): Promise<Versioned | undefined>;
  /** Leaves the new head for the next turn, which then need not read it. */
  leave(head: Versioned | undefined): void;
}

/** How long one process writes in a partition before it pauses for the others. */
const SLICE_MS = 100;
/**
 * How often in a row the head must be unchanged before a process writes again. After a refusal it is enough that no
 * one else is writing; a pause must give waiting processes time to notice and to write.
 */
const LOOKS = { waiting: 1, pausing: 4 };
/** After this many reads a process writes in any case. */
const MAX_LOOKS = 50;
const LOOK_MS = 5;

interface Queue {
  last: Promise<void>;
  /** The head that the turn before left; undefined when it left none. */
  head: Versioned | undefined;
  /** When the current run of turns without a pause began. */
  since: number;
}

/**
 * Every write in a partition replaces its audit head, so of several concurrent writes one would win and the others
 * would have to start again. Writers in one process take turns, each on the head that the one before it left.
 * Processes compete: one writes for a while and pauses, and a refused one waits until the head stops changing.
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

  /** Once it was unchanged for this many reads. A pausing process that sees other writers starts to wait. */
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
