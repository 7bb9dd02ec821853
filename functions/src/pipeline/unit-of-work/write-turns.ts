import type { Clock } from '../../platform/ports.ts';
import { DEADLINE_MS, unavailable } from './commit.ts';

/** The turns of those who write in one partition from this process; each begins on what the one before it left. */
export interface WriteTurns {
  /** Throws `unavailable` when it takes too long until it is one's turn. */
  inTurn<T>(partitionKey: string, write: () => Promise<T>): Promise<T>;
}

/**
 * Every write of a partition replaces its audit head, so of all who begin at once one would win and the others begin
 * again. Inside a process they wait for each other instead; only processes compete.
 */
export function createWriteTurns(clock: Clock): WriteTurns {
  const lastTurns = new Map<string, Promise<void>>();
  return {
    async inTurn(partitionKey, write) {
      const began = clock.now().getTime();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const before = lastTurns.get(partitionKey);
      lastTurns.set(partitionKey, ended);
      try {
        await before;
        if (clock.now().getTime() - began > DEADLINE_MS) throw unavailable();
        return await write();
      } finally {
        end();
        if (lastTurns.get(partitionKey) === ended) lastTurns.delete(partitionKey);
      }
    },
  };
}
