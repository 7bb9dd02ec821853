import type { CommitResult, Operation, Partition, Platform } from '../../platform/ports.ts';
import { AppError } from '../request/app-error.ts';

const MAX_RESENDS = 8;
const MAX_BUSY = 10;

export const MAX_ATTEMPTS = 40;
const MAX_WAIT_MS = 250;
const DEADLINE_MS = 8_000;

type Decided = Extract<CommitResult, { outcome: 'applied' | 'refused' }>;

/**
 * Commits, repeating the very same batch while its outcome is unknown or the store is busy. Its first operation
 * is conditional, so a repeat of an applied batch is refused there and recognised by the caller.
 */
export async function commitSurely(
  platform: Platform,
  partition: Partition,
  operations: readonly Operation[],
): Promise<Decided> {
  let unknown = 0;
  let busy = 0;
  const started = platform.clock.now().getTime();
  const inTime = () => platform.clock.now().getTime() - started <= DEADLINE_MS;
  while (unknown <= MAX_RESENDS && busy <= MAX_BUSY && inTime()) {
    const result = await partition.commit(operations);
    switch (result.outcome) {
      case 'applied':
      case 'refused':
        return result;
      case 'busy':
        busy += 1;
        await platform.clock.sleep(result.retryAfterMs);
        break;
      case 'unknown':
        unknown += 1;
        await platform.clock.sleep(backoff(platform, unknown));
        break;
    }
  }
  throw unavailable();
}

/** Full jitter, so that colliding writers spread out. */
export function backoff(platform: Platform, attempt: number): number {
  return platform.random.fraction() * Math.min(MAX_WAIT_MS, 10 * 2 ** attempt);
}

/** Attempts of one request, spaced by backoff, until their number or time is used up. */
export async function* attempts(platform: Platform): AsyncGenerator<number> {
  const started = platform.clock.now().getTime();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    yield attempt;
    if (platform.clock.now().getTime() - started > DEADLINE_MS) break;
    await platform.clock.sleep(backoff(platform, attempt));
  }
}

export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'This is taking longer than it should. Please try again.', {
    retryAfterSeconds: 1,
    cause,
  });
}
