import type { AtomicEndpoint, LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { CommitResult, Operation, Partition, Platform, Versioned } from '../../platform/ports.ts';
import { AppError } from '../request/app-error.ts';
import { chainAudit } from '../unit-of-work/audit-chain.ts';
import type { Caller, WriteContext } from '../request/handlers.ts';
import type { ModePorts } from '../request/mode-ports.ts';
import { openRecord, type IdempotencyRecord, type Intent } from './idempotency-record.ts';
import { outboxOperations, sendCommitted } from '../unit-of-work/outbox.ts';
import { readerOn } from '../unit-of-work/reader.ts';
import { editEtag, stageWork, type Staged } from '../unit-of-work/staged-work.ts';
import { SYSTEM_PARTITION } from '../request/caller.ts';

/** One write on its way through the pipeline. */
export interface WriteRequest<E extends AtomicEndpoint | LeaseEndpoint> {
  platform: Platform;
  ports: ModePorts;
  endpoint: E;
  input: Record<string, unknown>;
  /** As it came, for another attempt: the one before may have changed its own. */
  inputAgain(): Promise<Record<string, unknown>>;
  caller: Caller;
  partition: Partition;
  intent: Intent;
  requestId: string;
  callerAddresses: readonly string[];
}

export interface WriteReply {
  /** JSON, as it is stored and replayed. */
  body: string;
  replayed: boolean;
  attempts: number;
}

export function contextsOf(request: WriteRequest<AtomicEndpoint | LeaseEndpoint>): {
  context: WriteContext;
  staged: Staged;
} {
  const { platform, caller, partition, intent } = request;
  const { continuationKey, fieldKeys } = platform;
  const { work, staged } = stageWork({ partition, intent, continuationKey });
  return { context: { caller, work, system: systemReader(platform), now: intent.now, fieldKeys }, staged };
}

export const systemReader = (platform: Platform) => readerOn(platform, SYSTEM_PARTITION);

interface Batch {
  operations: Operation[];
  /** Where the handler's own operations begin and end, for telling who refused. */
  stagedFrom: number;
  stagedTo: number;
}

/** Record, audit head and entries, the handler's writes and the outbox: everything, or nothing. */
export function batchOf(
  request: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  parts: { record: Operation; head: Versioned | undefined; staged: Staged },
): Batch {
  const { record, head, staged } = parts;
  const writes = staged.operations.length + staged.audits.length > 0;
  const chain = writes
    ? chainAudit({
        ...request,
        head,
        audits: staged.audits,
        etag: editEtag(request.intent),
        now: request.intent.now,
      })
    : [];
  const stagedFrom = 1 + chain.length;
  return {
    operations: [record, ...chain, ...staged.operations, ...outboxOperations(staged.hints, request.intent)],
    stagedFrom,
    stagedTo: stagedFrom + staged.operations.length,
  };
}

/** Throws what no repetition can mend; returns when another attempt on fresh state may succeed. */
export function judgeRefusal(refusal: Extract<CommitResult, { outcome: 'refused' }>, batch: Batch): void {
  const { index, reason } = refusal;
  if (reason === 'tooLarge') throw new AppError('too_large', 'This is more than one record can hold.');
  const own = index >= batch.stagedFrom && index < batch.stagedTo;
  if (own && reason === 'exists')
    throw new AppError('conflict', 'This was already saved by an earlier attempt. Reload to see it.');
}

/** The stored answer; not a replay when it is this very attempt's, whose own outcome was lost on the way. */
export function replayOf(
  record: IdempotencyRecord,
  { intent }: { intent: Intent },
  attempts: number,
): WriteReply {
  return { body: record.body ?? 'null', replayed: record.owner !== intent.owner, attempts };
}

/**
 * The answer of a duplicate that overtook this attempt, asked for when the handler refused: what it refused, say an
 * edit on an older version, may be the effect of that duplicate.
 */
export async function overtaken(
  request: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  attempts: number,
): Promise<WriteReply | undefined> {
  const record = openRecord(await request.partition.read(request.intent.id), request.intent);
  return record?.state === 'done' ? replayOf(record, request, attempts) : undefined;
}

export function recordOperation(record: IdempotencyRecord, stored: Versioned | undefined): Operation {
  return stored
    ? { op: 'replace', document: { ...record }, ifMatch: stored._etag }
    : { op: 'create', document: { ...record } };
}

export async function sendHints(
  request: WriteRequest<AtomicEndpoint | LeaseEndpoint>,
  applied: { operations: Operation[]; etags: string[] },
): Promise<void> {
  const messages = applied.operations.flatMap(({ document }, index) =>
    document.type === 'outbox' ? [{ document, etag: applied.etags[index] ?? '' }] : [],
  );
  await sendCommitted(request.platform, { partition: request.partition, messages });
}
