import { badRequest } from './failure.ts';

/** Positive seconds up to 2^31-1, or -1 for never. Source: Azure/azure-sdk-for-js ttl.spec.ts and the time-to-live page. */
export function isTimeToLive(value: unknown): value is number {
  return Number.isInteger(value) && (value === -1 || (Number(value) > 0 && Number(value) <= 2_147_483_647));
}

/** When the item expires, in epoch seconds; nothing expires while the container has no default. */
export function expiryOf(
  ttl: unknown,
  write: { ts: number; defaultTtl: number | undefined },
): number | undefined {
  if (ttl !== undefined && !isTimeToLive(ttl)) {
    throw badRequest(
      `The input ttl '${JSON.stringify(ttl)}' is invalid. Ensure to provide a nonzero positive integer or -1.`,
    );
  }
  if (write.defaultTtl === undefined) return undefined;
  const seconds = ttl ?? write.defaultTtl;
  return seconds === -1 ? undefined : write.ts + seconds;
}
