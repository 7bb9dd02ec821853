import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { Versioned } from '../platform/ports.ts';
import { AppError } from './app-error.ts';
import { AUDIT_HEAD } from './audit-chain.ts';
import { attempts, commitSurely, unavailable } from './commit.ts';
import type { EffectContext, WriteContext } from './handlers.ts';
import { derive, doneRecord, leasedRecord, openRecord } from './idempotency-record.ts';
import { createReader } from './reader.ts';
import {
  batchOf,
  contextsOf,
  judgeRefusal,
  overtaken,
  recordOperation,
  replayOf,
  sendHints,
  systemReader,
  type WriteReply,
  type WriteRequest,
} from './write-request.ts';

const LEASE_MS = 60_000;

export type Completion = (context: WriteContext) => Promise<unknown>;
export type RunLease = (input: Record<string, unknown>, context: EffectContext) => Promise<Completion>;

interface Claim {
  etag: string;
  tries: number;
}

/**
 * Runs a write with an effect outside the store: claim, effect under derived names, then a completion that only
 * the holder of the claim can commit. An owner who was paused past the lease is fenced off by the claim's etag.
 */
export async function runLease(request: WriteRequest<LeaseEndpoint>, handler: RunLease): Promise<WriteReply> {
  const claimed = await claim(request);
  if ('body' in claimed) return claimed;
  await request.platform.checkpoint('B2');
  try {
    const complete = await handler(request.input, effectContext(request));
    await request.platform.checkpoint('B3');
    return await finish(request, claimed, complete);
  } catch (error) {
    const wasOurs = await release(request, claimed);
    const answered = wasOurs ? undefined : await overtaken(request, claimed.tries);
    if (answered) return answered;
    throw error;
  }
}

async function claim(request: WriteRequest<LeaseEndpoint>): Promise<Claim | WriteReply> {
  const { platform, partition, intent } = request;
  for await (const attempt of attempts(platform)) {
    const stored = await partition.read(intent.id);
    const record = openRecord(stored, intent);
    if (record?.state === 'done') return replayOf(record, request, attempt);
    // Mine already: an earlier try of this very claim whose answer was lost.
    if (record?.owner === intent.owner) return { etag: record.etag, tries: record.tries };

    const now = platform.clock.now();
    refuseWhileHeld(record?.leaseUntil, now);

    await platform.checkpoint('B1');
    const tries = (record?.tries ?? 0) + 1;
    const leased = leasedRecord(intent, new Date(now.getTime() + LEASE_MS), tries);
    const result = await commitSurely(platform, partition, [recordOperation(leased, stored)]);
    if (result.outcome === 'applied') return { etag: result.etags[0] ?? '', tries };
  }
  throw unavailable();
}

function refuseWhileHeld(leaseUntil: string | null | undefined, now: Date): void {
  if (!leaseUntil) return;
  const heldForMs = Date.parse(leaseUntil) - now.getTime();
  if (heldForMs > 0) throw inProgress(Math.ceil(heldForMs / 1000));
}

async function finish(
  request: WriteRequest<LeaseEndpoint>,
  held: Claim,
  complete: Completion,
): Promise<WriteReply> {
  const { platform, endpoint, partition, intent } = request;
  for await (const attempt of attempts(platform)) {
    const head = await partition.read(AUDIT_HEAD);
    const { context, staged } = contextsOf(request);
    const body = JSON.stringify(endpoint.output.parse(await complete(context)));
    const record = {
      op: 'replace' as const,
      document: { ...doneRecord(intent, body, 'lease', held.tries) },
      ifMatch: held.etag,
    };
    const batch = batchOf(request, { record, head, staged });
    const result = await commitSurely(platform, partition, batch.operations);
    if (result.outcome === 'applied') {
      await platform.checkpoint('B4');
      await sendHints(request, { operations: batch.operations, etags: result.etags });
      return { body, replayed: false, attempts: attempt };
    }
    judgeRefusal(result, batch);
    if (result.index === 0) return fenced(request, await partition.read(intent.id), attempt);
  }
  throw unavailable();
}

/** The claim is not ours any more: our writes were not applied, unless the answer to our own commit was lost. */
function fenced(
  request: WriteRequest<LeaseEndpoint>,
  stored: Versioned | undefined,
  attempt: number,
): WriteReply {
  const record = openRecord(stored, request.intent);
  if (record?.state !== 'done') throw inProgress(1);
  return replayOf(record, request, attempt);
}

/** Only what we own, by its etag; when it fails the lease simply ends. */
async function release({ partition, intent }: WriteRequest<LeaseEndpoint>, held: Claim): Promise<boolean> {
  return partition.remove(intent.id, held.etag).catch(() => false);
}

function effectContext(request: WriteRequest<LeaseEndpoint>): EffectContext {
  const { platform, caller, partition, intent, requestId } = request;
  const continuationKey = platform.continuationKey;
  return {
    caller,
    find: createReader({ partition, continuationKey }),
    system: systemReader(platform),
    now: intent.now,
    requestId,
    derive: (salt) => derive(intent.id, salt),
  };
}

const inProgress = (retryAfterSeconds: number) =>
  new AppError('request_in_progress', 'This request is still being worked on.', { retryAfterSeconds });
