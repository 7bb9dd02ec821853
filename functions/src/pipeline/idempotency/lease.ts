import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { Operation, Versioned } from '../../platform/ports.ts';
import { AUDIT_HEAD } from '../unit-of-work/audit-chain.ts';
import { attempts, commitSurely, unavailable } from './commit.ts';
import type { EffectContext, WriteContext } from '../request/handlers.ts';
import { derive, doneRecord, leasedRecord, openRecord } from './idempotency-record.ts';
import { claim, inProgress, noteAsked, release, type Claim } from './lease-claim.ts';
import { LeaseFailure } from './lease-failure.ts';
import { readerOn } from '../unit-of-work/reader.ts';
import {
  batchOf,
  contextsOf,
  judgeRefusal,
  overtaken,
  replayOf,
  sendHints,
  systemReader,
  type WriteReply,
  type WriteRequest,
} from './write-request.ts';

export type Completion = (context: WriteContext) => Promise<unknown>;
export type RunLease = (input: Record<string, unknown>, context: EffectContext) => Promise<Completion>;

/**
 * Runs a write with an effect outside the store: claim, effect under derived names, then a completion that only
 * the holder of the claim can commit. An owner who was paused past the lease is fenced off by the claim's etag.
 */
export async function runLease(request: WriteRequest<LeaseEndpoint>, handler: RunLease): Promise<WriteReply> {
  const held = await claim(request);
  if ('body' in held) return held;
  await request.platform.checkpoint('B2');
  try {
    const complete = await handler(request.input, effectContext(request, held));
    await request.platform.checkpoint('B3');
    return await finish(request, held, complete);
  } catch (error) {
    if (error instanceof LeaseFailure) return await fail(request, held, error);
    // After asking, the claim says that an answer is owed: it stays, until somebody records that there is none.
    const wasOurs = held.isAsked || (await release(request, held.etag));
    const answered = wasOurs ? undefined : await overtaken(request, held.tries);
    if (answered) return answered;
    throw error;
  }
}

async function finish(
  request: WriteRequest<LeaseEndpoint>,
  held: Claim,
  complete: Completion,
): Promise<WriteReply> {
  const done = await commitHeld(request, held, async (context) => {
    const body = JSON.stringify(request.endpoint.output.parse(await complete(context)));
    return { ...doneRecord(request.intent, body, 'lease', held.tries), body };
  });
  return 'record' in done ? { body: done.record.body, replayed: false, attempts: done.attempt } : done;
}

/** The record of the failure and the end of the lease are one batch; then the key is as if never used. */
async function fail(
  request: WriteRequest<LeaseEndpoint>,
  held: Claim,
  failure: LeaseFailure,
): Promise<WriteReply> {
  const until = request.platform.clock.now();
  const done = await commitHeld(request, held, async (context) => {
    await failure.stage(context);
    return leasedRecord(request.intent, { until, tries: held.tries, isAsked: false });
  });
  if (!('record' in done)) return done;
  await release(request, done.etag);
  throw failure.answer;
}

type Recorded = ReturnType<typeof leasedRecord>;

/** One batch of the holder's: the key's record as given, and what was staged. Or the answer of who took over. */
async function commitHeld<R extends Recorded>(
  request: WriteRequest<LeaseEndpoint>,
  held: Claim,
  stage: (context: WriteContext) => Promise<R>,
): Promise<{ record: R; etag: string; attempt: number } | WriteReply> {
  const { platform, partition, intent } = request;
  for await (const attempt of attempts(platform)) {
    const head = await partition.read(AUDIT_HEAD);
    const { context, staged } = contextsOf(request);
    const record = await stage(context);
    const operation: Operation = { op: 'replace', document: { ...record }, ifMatch: held.etag };
    const batch = batchOf(request, { record: operation, head, staged });
    const result = await commitSurely(platform, partition, batch.operations);
    if (result.outcome === 'applied') {
      await platform.checkpoint('B4');
      await sendHints(request, { operations: batch.operations, etags: result.etags });
      return { record, etag: result.etags[0] ?? '', attempt };
    }
    judgeRefusal(result, batch);
    if (result.index !== 0) continue;
    const stored = await partition.read(intent.id);
    if (stored && isOurs(stored, record)) return { record, etag: stored._etag, attempt };
    return fenced(request, stored, attempt);
  }
  throw unavailable();
}

/** The very end of the lease that we wrote: only the answer to it was lost. */
const isOurs = (stored: Versioned, { state, owner, leaseUntil }: Recorded) =>
  state === 'leased' && stored['owner'] === owner && stored['leaseUntil'] === leaseUntil;

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

function effectContext(request: WriteRequest<LeaseEndpoint>, held: Claim): EffectContext {
  const { platform, ports, caller, partition, intent, requestId, callerAddresses } = request;
  return {
    ...ports.effect,
    fieldKeys: platform.fieldKeys,
    clock: platform.clock,
    caller,
    find: readerOn(platform, partition.key),
    system: systemReader(platform),
    now: intent.now,
    requestId,
    callerAddresses,
    wasAsked: held.isAsked,
    noteAsked: (stage) => noteAsked(request, held, stage),
    derive: (salt) => derive(intent.id, salt),
  };
}
