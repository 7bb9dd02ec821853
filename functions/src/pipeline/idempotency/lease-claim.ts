import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import { AppError } from '../request/app-error.ts';
import { attempts, commitSurely, unavailable } from './commit.ts';
import type { WriteContext } from '../request/handlers.ts';
import { leasedRecord, openRecord } from './idempotency-record.ts';
import {
  contextsOf,
  recordOperation,
  replayOf,
  type WriteReply,
  type WriteRequest,
} from './write-request.ts';

const LEASE_SECONDS = 60;

/** What the holder of a key knows of it; every write of the record is conditional on the etag. */
export interface Claim {
  etag: string;
  tries: number;
  isAsked: boolean;
}

/** The key for this try, or the answer an earlier one left. Throws while another try holds it. */
export async function claim(request: WriteRequest<LeaseEndpoint>): Promise<Claim | WriteReply> {
  const { platform, partition, intent } = request;
  for await (const attempt of attempts(platform)) {
    const stored = await partition.read(intent.id);
    const record = openRecord(stored, intent);
    if (record?.state === 'done') return replayOf(record, request, attempt);
    const isAsked = record?.step === 'asked';
    // Mine already: an earlier try of this very claim whose answer was lost.
    if (record?.owner === intent.owner) return { etag: record.etag, tries: record.tries, isAsked };

    const now = platform.clock.now();
    refuseWhileHeld(record?.leaseUntil, now);

    await platform.checkpoint('B1');
    const tries = (record?.tries ?? 0) + 1;
    const leased = leasedRecord(intent, { until: leaseEnd(request), tries, isAsked });
    const result = await commitSurely(platform, partition, [recordOperation(leased, stored)]);
    if (result.outcome === 'applied') return { etag: result.etags[0] ?? '', tries, isAsked };
  }
  throw unavailable();
}

/**
 * Writes the step before it is taken, with the whole lease still ahead, and in the same batch what `stage` counts.
 * Throws when the claim is not ours any more, or when `stage` refuses.
 */
export async function noteAsked(
  request: WriteRequest<LeaseEndpoint>,
  held: Claim,
  stage: (context: WriteContext) => Promise<void>,
): Promise<void> {
  const { platform, partition, intent } = request;
  const tries = attempts(platform);
  while (!(await tries.next()).done) {
    const { context, staged } = contextsOf(request);
    await stage(context);
    const document = {
      ...leasedRecord(intent, { until: leaseEnd(request), tries: held.tries, isAsked: true }),
    };
    const record = { op: 'replace' as const, document, ifMatch: held.etag };
    const result = await commitSurely(platform, partition, [record, ...staged.operations]);
    // Behind the record stands what is counted: somebody else has counted meanwhile.
    if (result.outcome === 'refused' && result.index > 0) continue;
    held.etag = result.outcome === 'applied' ? (result.etags[0] ?? '') : await etagOfOurs(request);
    held.isAsked = true;
    return;
  }
  throw unavailable();
}

/** Refused because somebody took over, or because the answer to our own write was lost. */
async function etagOfOurs({ partition, intent }: WriteRequest<LeaseEndpoint>): Promise<string> {
  const record = openRecord(await partition.read(intent.id), intent);
  if (record?.owner === intent.owner && record.step === 'asked') return record.etag;
  throw inProgress(1);
}

/** Only what we own, by its etag; when it fails the lease simply ends. */
export async function release(
  { partition, intent }: WriteRequest<LeaseEndpoint>,
  etag: string,
): Promise<boolean> {
  return partition.remove(intent.id, etag).catch(() => false);
}

function leaseEnd({ platform, endpoint }: WriteRequest<LeaseEndpoint>): Date {
  const seconds = endpoint.leaseSeconds ?? LEASE_SECONDS;
  return new Date(platform.clock.now().getTime() + seconds * 1000);
}

function refuseWhileHeld(leaseUntil: string | null | undefined, now: Date): void {
  if (!leaseUntil) return;
  const heldForMs = Date.parse(leaseUntil) - now.getTime();
  if (heldForMs > 0) throw inProgress(Math.ceil(heldForMs / 1000));
}

export const inProgress = (retryAfterSeconds: number) =>
  new AppError('request_in_progress', 'This request is still being worked on.', { retryAfterSeconds });
