import { AppError } from '../core/app-error.ts';
import type { Clock } from '../platform/ports.ts';

/** Bytes of bodies that an instance of 2 GB works on at once: a file is in memory up to three times while it is stored. */
const MOST_BYTES = 100 * 1024 * 1024;
const MOST_WAIT_MS = 4_000;
const RETRY_SECONDS = 3;

export interface BodyGate {
  /** Runs `work` while the announced bytes count; throws `unavailable` if others hold the memory for too long. */
  run: <T>(bytes: number, work: () => Promise<T>) => Promise<T>;
}

/** Bounds the memory for bodies of requests: those beyond it wait for a moment, and are then asked to come again. */
export function createBodyGate(clock: Clock): BodyGate {
  const waiting: (() => void)[] = [];
  let held = 0;

  const isFull = (bytes: number) => held > 0 && held + bytes > MOST_BYTES;

  async function enter(bytes: number): Promise<void> {
    const until = clock.now().getTime() + MOST_WAIT_MS;
    while (isFull(bytes)) {
      if (clock.now().getTime() >= until)
        throw new AppError('unavailable', 'Many large files arrive at once. Try again in a moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      const freed = new Promise<void>((resolve) => void waiting.push(resolve));
      // oxlint-disable-next-line no-await-in-loop -- until there is room
      await Promise.race([freed, clock.sleep(250)]);
    }
    held += bytes;
  }

  return {
    async run(bytes, work) {
      if (bytes === 0) return work();
      await enter(bytes);
      try {
        return await work();
      } finally {
        held -= bytes;
        for (const tryAgain of waiting.splice(0)) tryAgain();
      }
    },
  };
}
