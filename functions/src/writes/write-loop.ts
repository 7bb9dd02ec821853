import type { Caller, WriteContext, Committed } from '../core/context.ts';
import type { Identity } from '../core/hash.ts';
import type { AtomicEndpoint, LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { Partition, Platform, Versioned } from '../platform/ports.ts';
import type { Sight } from '../records/restriction.ts';
import { viewersOf } from '../records/viewers.ts';
import { AppError, notFound } from '../core/app-error.ts';
import { commitWithRetry, triesOf, unavailable } from './commit.ts';
import { sendCommitted } from './outbox.ts';
import { systemReader } from '../records/reader.ts';
import { stageWork, type Batch } from './unit-of-work.ts';
import type { Turn, WriteTurns } from './write-turns.ts';
import {
  identityOf,
  openRecord,
  type IdempotencyRecord,
  type IdempotentRequest,
  type StoredRecord,
} from './idempotency-record.ts';
import { AUDIT_HEAD } from '../records/kinds/audit-records.ts';

/** Shared by all writes of a running API. */
export interface Pipeline {
  platform: Platform;
  turns: WriteTurns;
}

export interface WriteRequest<E extends AtomicEndpoint | LeaseEndpoint> extends Pipeline {
  endpoint: E;
  input: Record<string, unknown>;
  /** Returns the original input for another try, since the try before may have changed its copy. */
  inputAgain(): Promise<Record<string, unknown>>;
  caller: Caller;
  sight: Sight;
  partition: Partition;
  request: IdempotentRequest;
  requestId: string;
  callerAddresses: readonly string[];
}

export interface WriteReply {
  /** JSON, stored and replayed byte for byte. */
  body: string;
  replayed: boolean;
  tries: number;
}

interface Step<R> {
  /** Nearly every key is new, so the first pass does not look for it: the store refuses the batch of a used one. */
  assumesUnused?: boolean;
  /** Decides on the stored state and stages the changes; runs again when another write was faster. */
  plan(found: Found): Promise<R>;
  /** A test may end the process at this point, once the batch is committed. */
  committed?: string | undefined;
}

interface Found {
  request: IdempotentRequest;
  before: StoredRecord | undefined;
  identity: Identity;
  context: WriteContext;
  tries: number;
}

export type Written<R> = { record: R; identity: Identity; writeId: string; tries: number } | WriteReply;

/**
 * Writes a key's record; a write that is done at once uses it, and so does a lease that is claimed, marked as sent,
 * completed, failed or released. It reads the record and the audit head, stages, commits everything as one batch, and
 * judges a refusal. Returns the stored answer if there is one.
 */
export async function writeUnderKey<R extends IdempotencyRecord>(
  write: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  step: Step<R>,
): Promise<Written<R>> {
  const { platform, partition, turns } = write;
  const done = await turns
    .inTurn(partition, async (turn) => {
      for (const tries of triesOf(platform)) {
        const passed = await pass(write, step, { tries, turn });
        if (passed) return passed;
      }
      throw unavailable();
    })
    .catch((error: unknown) => replayInstead(write, error));
  if ('body' in done) return done;
  if (step.committed) await platform.checkpoint(step.committed);
  const { batch, applied } = done;
  await sendCommitted(platform, partition, { operations: batch.operations, etags: applied.etags });
  return { ...done, writeId: applied.writeId };
}

type Applied = Extract<Committed, { outcome: 'applied' }>;

/** Returns undefined when another write was faster: the next pass sees what it wrote. */
async function pass<R extends IdempotencyRecord>(
  write: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  step: Step<R>,
  { tries, turn }: { tries: number; turn: Turn },
) {
  const { platform, partition, request } = write;
  const isFirst = tries === 1;
  const [stored, known] = await Promise.all([
    isFirst && step.assumesUnused ? undefined : partition.read(request.id),
    isFirst ? turn.head() : undefined,
  ]);
  const before = openRecord(stored, request);
  if (before?.state === 'done') return replayOf(write, before, tries);
  // Read before the plan reads: if the head can still be replaced, nothing that the plan saw has changed (write
  // skew).
  const head = isFirst ? known : await turn.head();

  const identity = identityOf(request, before);
  const { context, toBatch } = contextOf(write, identity);
  let record: R;
  try {
    record = await step.plan({ request, before, identity, context, tries });
  } catch (error) {
    // A refusal, say of an edit on an older version, may be the effect of a duplicate that overtook this write.
    const overtaking = openRecord(await partition.read(request.id), request);
    if (overtaking?.state === 'done') return replayOf(write, overtaking, tries);
    throw error;
  }
  const { caller, requestId } = write;
  const batch = await toBatch({ record, stored, head, caller, requestId, platform });
  const result = await commitWithRetry(platform, partition, batch.operations);
  if (result.outcome === 'applied') {
    leaveHead(turn, { head, batch, result });
    return { record, identity, batch, applied: result, tries };
  }
  judgeRefusal(result, batch);
  return undefined;
}

/** Returns the stored answer to a duplicate that waited too long for its turn: by then the first one is done. */
async function replayInstead(
  write: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  error: unknown,
): Promise<WriteReply> {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
  const { partition, request } = write;
  const done = openRecord(await partition.read(request.id), request);
  if (done?.state !== 'done') throw error;
  return replayOf(write, done, 1);
}

/** Returns the stored answer only while its caller may see its records: a retry must not show more than a new call. */
async function replayOf(
  { partition, sight }: Pick<WriteRequest<AtomicEndpoint>, 'partition' | 'sight'>,
  { body, touched = [] }: StoredRecord,
  tries: number,
): Promise<WriteReply> {
  for (const { Id, IsDeleted } of touched) {
    const document = await partition.read(Id);
    const isThere = document !== undefined && (IsDeleted || !document['DeletedAt']);
    if (!isThere || !(await sight.sees(document))) throw notFound(`This ${Id.split('-')[0]}`);
  }
  return { body: body ?? 'null', replayed: true, tries };
}

function contextOf(
  { platform, caller, sight, partition, request, requestId }: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  identity: Identity,
): Pick<ReturnType<typeof stageWork>, 'toBatch'> & { context: WriteContext } {
  const { signingKeys, fieldKeys } = platform;
  const { now } = request;
  const system = systemReader(platform);
  const agency = { partition, domainId: caller.businessDomainId, system, now };
  const { work, toBatch } = stageWork({
    partition,
    identity,
    now,
    signingKeys,
    caller,
    sight,
    viewersOf: (referral) => viewersOf(referral, agency),
  });
  return { context: { caller, work, system, now, fieldKeys, requestId }, toBatch };
}

/** Leaves the head for the next turn, if it is certain after this commit. */
function leaveHead(
  turn: Turn,
  { head, batch, result }: { head: Versioned | undefined; batch: Batch; result: Applied },
): void {
  const at = batch.operations.findIndex(({ document }) => document.type === AUDIT_HEAD);
  const [moved, etag] = [batch.operations[at], result.etags[at]];
  if (at === -1) turn.leave(head);
  else if (moved && etag !== undefined && !result.wasLost) turn.leave({ ...moved.document, _etag: etag });
}

/** Throws a refusal that no repetition can fix; returns when another pass on fresh state may succeed. */
function judgeRefusal(refusal: Exclude<Committed, Applied>, batch: Batch): void {
  const { index, reason } = refusal;
  if (reason === 'tooLarge') throw new AppError('too_large', 'This is too large for one record.');
  if (reason === 'exists' && index >= batch.derivedFrom)
    throw new AppError('conflict', 'This was already saved by an earlier attempt. Reload to see it.');
}
