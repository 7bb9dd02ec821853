import type { EffectContext, WriteContext } from '../core/context.ts';
import { derive, type Identity } from '../core/hash.ts';
import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import { AppError } from '../core/app-error.ts';
import { readerOn, systemReader } from '../records/reader.ts';
import {
  doneRecord,
  failedRecord,
  leasedRecord,
  releasedRecord,
  type StoredRecord,
} from './idempotency-record.ts';
import { writeUnderKey, type WriteReply, type WriteRequest } from './write-loop.ts';

export type Completion = (context: WriteContext) => Promise<unknown>;
export type RunLease = (input: Record<string, unknown>, context: EffectContext) => Promise<Completion>;
type LeaseRequest = WriteRequest<LeaseEndpoint>;

const LEASE_SECONDS = 60;

/**
 * A failed effect that is recorded nevertheless. The key is released together with that record, and its next try is a
 * new attempt; only the answer is not stored.
 */
export class LeaseFailure extends Error {
  readonly answer: AppError;
  readonly stage: (context: WriteContext) => Promise<void>;

  constructor(answer: AppError, stage: (context: WriteContext) => Promise<void>) {
    super(answer.message);
    this.name = 'LeaseFailure';
    this.answer = answer;
    this.stage = stage;
  }
}

/**
 * State kept by the worker that holds the key. The attempt that wrote the record last holds it, so a try that takes
 * over fences this one off.
 */
interface Held {
  readonly identity: Identity;
  writeId: string;
  isAsked: boolean;
}

/**
 * Runs a write with an effect outside the store: claim, effect under derived names, then a completion that only
 * the holder of the claim can commit.
 */
export async function runLease(write: LeaseRequest, handler: RunLease): Promise<WriteReply> {
  const held = await claim(write);
  if ('body' in held) return held;
  await write.platform.checkpoint('B2');
  try {
    const complete = await handler(write.input, effectContext(write, held));
    await write.platform.checkpoint('B3');
    return await finish(write, held, complete);
  } catch (error) {
    if (error instanceof LeaseFailure) return fail(write, held, error);
    // Once the request was sent, the claim says that an answer is pending, and it stays until someone records that
    // none will come.
    const answered = held.isAsked ? undefined : await release(write, held);
    if (answered) return answered;
    throw error;
  }
}

/** Claims the key for this try, or returns the answer of an earlier one. Throws while another try holds it. */
async function claim(write: LeaseRequest): Promise<Held | WriteReply> {
  const { platform } = write;
  const claimed = await writeUnderKey(write, {
    assumesUnused: true,
    plan: async ({ request, before }) => {
      refuseWhileHeld(before, write);
      await platform.checkpoint('B1');
      return leasedRecord({ request, before }, { until: leaseEnd(write), isAsked: before?.step === 'asked' });
    },
  });
  if ('body' in claimed) return claimed;
  const { identity, writeId, record } = claimed;
  return { identity, writeId, isAsked: 'step' in record };
}

/**
 * Marks the request as sent before it is, with the full lease still ahead, and writes what `stage` counts in the same
 * batch. Throws when the claim was taken over, or when `stage` refuses.
 */
async function noteAsked(
  write: LeaseRequest,
  held: Held,
  stage: EffectContext['noteAsked'] extends (s: infer S) => unknown ? S : never,
): Promise<void> {
  const noted = await writeUnderKey(write, {
    plan: async ({ request, before, context }) => {
      refuseOthers(before, held);
      await stage(context);
      return leasedRecord({ request, before }, { until: leaseEnd(write), isAsked: true });
    },
  });
  if ('body' in noted) throw inProgress(1);
  held.writeId = noted.writeId;
  held.isAsked = true;
}

async function finish(write: LeaseRequest, held: Held, complete: Completion): Promise<WriteReply> {
  const done = await writeUnderKey(write, {
    committed: 'B4',
    plan: async ({ request, before, context }) => {
      refuseOthers(before, held);
      const body = JSON.stringify(write.endpoint.output.parse(await complete(context)));
      return doneRecord({ request, before }, 'lease', body);
    },
  });
  return 'body' in done ? done : { body: done.record.body, replayed: false, tries: done.tries };
}

/** Records the failure and ends the lease in one batch. */
async function fail(write: LeaseRequest, held: Held, failure: LeaseFailure): Promise<WriteReply> {
  const failed = await writeUnderKey(write, {
    committed: 'B4',
    plan: async ({ request, before, context }) => {
      refuseOthers(before, held);
      await failure.stage(context);
      return failedRecord({ request, before });
    },
  });
  if ('body' in failed) return failed;
  throw failure.answer;
}

/**
 * If the release fails, the lease runs out by itself. Returns the answer of the try that took over, if there is one.
 */
async function release(write: LeaseRequest, held: Held): Promise<WriteReply | undefined> {
  const released = await writeUnderKey(write, {
    plan: async ({ request, before }) => {
      refuseOthers(before, held);
      return releasedRecord({ request, before });
    },
  }).catch(() => undefined);
  return released && 'body' in released ? released : undefined;
}

const leaseMs = ({ endpoint }: LeaseRequest) => (endpoint.leaseSeconds ?? LEASE_SECONDS) * 1000;

const leaseEnd = (write: LeaseRequest) => new Date(write.platform.clock.now().getTime() + leaseMs(write));

function refuseWhileHeld(before: StoredRecord | undefined, write: LeaseRequest): void {
  if (!before?.leaseUntil) return;
  const heldForMs = Date.parse(before.leaseUntil) - write.platform.clock.now().getTime();
  if (heldForMs <= 0) return;
  // Most effects take moments, and a full lease is meant for a process that died: extend by the time taken so far.
  const takenMs = leaseMs(write) - heldForMs;
  throw inProgress(Math.ceil(Math.max(1000, Math.min(takenMs, heldForMs)) / 1000));
}

function refuseOthers(before: StoredRecord | undefined, held: Held): void {
  if (before?.writeId !== held.writeId) throw inProgress(1);
}

const inProgress = (retryAfterSeconds: number) =>
  new AppError('request_in_progress', 'This request is still being worked on.', { retryAfterSeconds });

function effectContext(write: LeaseRequest, held: Held): EffectContext {
  const { platform, ports, caller, sight, partition, request, requestId, callerAddresses } = write;
  return {
    ...ports.effect,
    counties: ports.counties,
    fieldKeys: platform.fieldKeys,
    clock: platform.clock,
    caller,
    find: readerOn(platform, partition.key, sight),
    system: systemReader(platform),
    now: request.now,
    requestId,
    callerAddresses,
    wasAsked: held.isAsked,
    noteAsked: (stage) => noteAsked(write, held, stage),
    derive: (salt) => derive(held.identity, salt),
  };
}
