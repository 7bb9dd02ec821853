import { addMs } from '../core/time.ts';
import * as z from 'zod';
import type { Completion, EffectContext, WriteContext } from '../core/context.ts';
import { derive } from '../core/hash.ts';
import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import { AppError } from '../core/app-error.ts';
import { readerOn, systemReader } from '../records/reader.ts';
import { leaseRecord, type IdempotencyRecord, type StoredRecord } from './idempotency-record.ts';
import { writeUnderKey, type WriteReply, type WriteRequest, type Written } from './write-loop.ts';

export type RunLease = (input: Record<string, unknown>, context: EffectContext) => Promise<Completion>;
type LeaseRequest = WriteRequest<LeaseEndpoint>;

type State = IdempotencyRecord['state'];

/**
 * The states of a lease: what each step makes of the key's record. A key is claimed when it has no record, when the try
 * before it gave it back or failed, and when that try's lease has run out; the other steps are for the holder alone. A
 * request that was sent stays so until an answer, or the lack of one, is recorded.
 */
const transitions = {
  claim: { unused: 'claimed', claimed: 'claimed', released: 'claimed', failed: 'claimed', sent: 'sent' },
  send: { claimed: 'sent' },
  complete: { claimed: 'done', sent: 'done' },
  fail: { claimed: 'failed', sent: 'failed' },
  release: { claimed: 'released' },
} as const satisfies Record<string, Partial<Record<State | 'unused', State>>>;

/** A test may end the process at these points, once the step is committed. */
const committed: Partial<Record<keyof typeof transitions, string>> = { complete: 'B4', fail: 'B4' };

const LEASE_SECONDS = 60;

/** A failed effect that is recorded: its record releases the key, and the next try is a new attempt. */
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

/** The batch that wrote the record last: a try that takes over writes another one, and so fences this one off. */
type Held = Exclude<Written<IdempotencyRecord>, WriteReply>;

/**
 * Runs a write with an effect outside the store: claim, effect under derived names, then a completion that only
 * the holder of the claim can commit.
 */
export async function runLease(write: LeaseRequest, handler: RunLease): Promise<WriteReply> {
  const { platform } = write;
  const claimed = await transition(write, 'claim');
  if ('body' in claimed) return claimed;
  let held = claimed;
  await platform.checkpoint('B2');
  const undos: (() => Promise<void>)[] = [];
  try {
    const complete = await handler(write.input, {
      ...effectContext(write, held),
      ifRefused: (undo) => void undos.push(undo),
      async markSent(stage) {
        const sent = await transition(write, 'send', { held, batch: stage });
        if ('body' in sent) throw inProgress(1);
        held = sent;
      },
    });
    await platform.checkpoint('B3');
    const done = await transition(write, 'complete', { held, batch: complete });
    return 'body' in done ? done : { body: done.record.body ?? 'null', replayed: false, tries: done.tries };
  } catch (error) {
    if (isRefused(error) && isHeldForLong(write, held)) await Promise.allSettled(undos.map((undo) => undo()));
    const ended = await endWithout(write, held, error);
    if (ended && 'body' in ended) return ended;
    throw error instanceof LeaseFailure ? error.answer : error;
  }
}

/** Nothing was recorded; a failure of the store may have lost the answer only. */
const isRefused = (error: unknown) =>
  error instanceof AppError && error.status < 500 && error.code !== 'request_in_progress';

/** Another try with the same key must not have begun, because its effects have the same names. */
const isHeldForLong = ({ platform }: LeaseRequest, { record }: Held) =>
  Date.parse(record.leaseUntil ?? '') - platform.clock.now().getTime() > UNDO_MS;
const UNDO_MS = 10_000;

/**
 * Gives the answer of the try that took over, if there is one. Once it was sent, the claim says that an answer is due:
 * it stays until a failure is recorded. A release that fails is made up for by the end of the lease.
 */
async function endWithout(write: LeaseRequest, held: Held, error: unknown) {
  if (error instanceof LeaseFailure) return transition(write, 'fail', { held, batch: error.stage });
  if (held.record.state === 'sent') return undefined;
  return transition(write, 'release', { held }).catch(() => undefined);
}

/**
 * Takes one step of the table. The record in its next state and what `batch` stages are one batch: both, or neither.
 * Gives the stored answer when the key has one; throws while the key is another's.
 */
async function transition(
  write: LeaseRequest,
  step: keyof typeof transitions,
  { held, batch }: { held?: Held; batch?: (context: WriteContext) => Promise<unknown> } = {},
): Promise<Written<IdempotencyRecord>> {
  const { platform, endpoint } = write;
  const states: Partial<Record<State | 'unused', State>> = transitions[step];
  return writeUnderKey(write, {
    assumesUnused: step === 'claim',
    committed: committed[step],
    plan: async ({ request, before, context }) => {
      if (held) refuseOthers(before, held);
      else refuseWhileHeld(before, write);
      const state = states[before?.state ?? 'unused'];
      if (!state) throw inProgress(1);
      if (step === 'claim') await platform.checkpoint('B1');
      const output = await batch?.(context);
      const until = addMs(platform.clock.now(), leaseMs(write));
      const body = step === 'complete' ? JSON.stringify(z.parse(endpoint.output, output)) : '';
      return leaseRecord({ request, before }, { state, until, body });
    },
  });
}

const leaseMs = ({ endpoint }: LeaseRequest) => (endpoint.leaseSeconds ?? LEASE_SECONDS) * 1000;

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

function effectContext(
  write: LeaseRequest,
  { identity, record }: Held,
): Omit<EffectContext, 'markSent' | 'ifRefused'> {
  const { platform, caller, sight, partition, request, callerAddresses } = write;
  return {
    fieldKeys: platform.fieldKeys,
    caller,
    find: readerOn(platform, partition.key, sight),
    system: systemReader(platform),
    now: request.now,
    callerAddresses,
    wasSent: record.state === 'sent',
    derive: (salt) => derive(identity, salt),
  };
}
