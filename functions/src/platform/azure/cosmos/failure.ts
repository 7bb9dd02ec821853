import * as z from 'zod';
import { AccessRefused, StoreUnavailable } from '../../ports.ts';

type Failure =
  /** Not applied; may be repeated. */
  | { kind: 'busy'; retryAfterMs: number }
  /** The write may or may not have been applied. */
  | { kind: 'unknown' }
  /** There was no token, or the service refused it: nothing was applied, and an immediate retry would not help. */
  | { kind: 'noAccess'; error: StoreUnavailable }
  | { kind: 'status'; status: number | undefined };

/** An error of the service or the SDK that is neither an answer of the port nor an outage. */
class CosmosFailure extends Error {
  readonly code: string | number | undefined;
  readonly substatus: number | undefined;
  readonly activityId: string | undefined;
  constructor(details: Details, cause: unknown) {
    super(`Cosmos answered ${details.code ?? 'nothing'} (activity ${details.activityId ?? 'none'})`, {
      cause,
    });
    this.name = 'CosmosFailure';
    this.code = details.code;
    this.substatus = details.substatus;
    this.activityId = details.activityId;
  }
}

/** Used when the service asks for a pause without saying how long. */
export const RETRY_AFTER_MS = 1_000;
/** The replica has not seen the write of this session yet. */
const REPLICA_BEHIND = 1002;

const busyCodes = new Set<unknown>([429, 449, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** The substatus of a 403 that does not concern access: the partition is full. */
export const PARTITION_FULL = 1014;
const unknownCodes = new Set<unknown>([
  408,
  503,
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'REQUEST_SEND_ERROR',
  'TimeoutError',
]);

export function failureOf(error: unknown): Failure {
  const details = detailsOf(error);
  if (details.code === 'IDENTITY_UNAVAILABLE')
    return { kind: 'noAccess', error: unreached('identity', { retryAfterMs: RETRY_AFTER_MS, cause: error }) };
  if (details.code === 401 || (details.code === 403 && details.substatus !== PARTITION_FULL))
    return { kind: 'noAccess', error: new AccessRefused('cosmos', error) };
  if (busyCodes.has(details.code))
    return { kind: 'busy', retryAfterMs: details.retryAfterInMs ?? RETRY_AFTER_MS };
  if (details.code === 404 && details.substatus === REPLICA_BEHIND)
    return { kind: 'busy', retryAfterMs: RETRY_AFTER_MS };
  if (unknownCodes.has(details.code) || details.name === 'AbortError') return { kind: 'unknown' };
  return { kind: 'status', status: typeof details.code === 'number' ? details.code : undefined };
}

/** For reads, where "unknown" only means that no answer came. */
export function unavailable(error: unknown): Error {
  const failure = failureOf(error);
  if (failure.kind === 'status') return unexpected(error);
  if (failure.kind === 'noAccess') return failure.error;
  const retryAfterMs = failure.kind === 'busy' ? failure.retryAfterMs : RETRY_AFTER_MS;
  return unreached('cosmos', { retryAfterMs, cause: error });
}

const unreached = (dependency: 'cosmos' | 'identity', details: { retryAfterMs: number; cause: unknown }) =>
  new StoreUnavailable('The store did not answer', { dependency, ...details });

export function unexpected(error: unknown): Error {
  const details = detailsOf(error);
  if (details.code === undefined && error instanceof Error) return error;
  return new CosmosFailure(details, error);
}

const Details = z.object({
  name: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  substatus: z.number().optional(),
  activityId: z.string().optional(),
  retryAfterInMs: z.number().optional(),
});
type Details = z.infer<typeof Details>;

/** `items.batch` throws an error without a code; its cause has the code. */
function detailsOf(error: unknown): Details {
  const details = Details.safeParse(error).data ?? {};
  const isWrapped = details.code === undefined && error instanceof Error && error.cause !== undefined;
  return isWrapped ? detailsOf(error.cause) : details;
}
