import type { RequestKind } from './protocol/routing.ts';

export type Fault =
  /** The connection breaks before anything is written. */
  | { kind: 'drop-before-commit' }
  /** The write is done, but the connection breaks before the answer. */
  | { kind: 'lose-answer' }
  /** No answer ever comes, and nothing is written. */
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  | { kind: 'answer'; status: 408 | 413 | 429 | 449 | 503; retryAfterMs?: number };

export interface FaultyRequest {
  verb: string;
  kind: RequestKind;
  path: string;
}

/** Tests pass one and change `decide` while the endpoint runs; without it nothing fails. */
export interface Faults {
  decide?: ((request: FaultyRequest) => Fault | undefined) | undefined;
}

/** Fails the next `times` matching requests, and none after them. */
export function failNext(
  fault: Fault,
  matching: { when?: (request: FaultyRequest) => boolean; times?: number } = {},
): NonNullable<Faults['decide']> {
  let left = matching.times ?? 1;
  return (request) => {
    if (left === 0 || matching.when?.(request) === false) return undefined;
    left -= 1;
    return fault;
  };
}

/** Each fault with its probability, from the caller's seeded random: a run can be repeated. */
export function failAtRandom(
  random: () => number,
  chances: { fault: Fault; probability: number; when?: (request: FaultyRequest) => boolean }[],
): NonNullable<Faults['decide']> {
  return (request) => {
    let draw = random();
    for (const { fault, probability, when } of chances) {
      if (when?.(request) === false) continue;
      if (draw < probability) return fault;
      draw -= probability;
    }
    return undefined;
  };
}
