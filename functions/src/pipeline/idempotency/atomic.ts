import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import { AUDIT_HEAD } from '../unit-of-work/audit-chain.ts';
import { attempts, commitSurely, unavailable } from './commit.ts';
import type { WriteContext } from '../request/handlers.ts';
import { doneRecord, openRecord } from './idempotency-record.ts';
import {
  batchOf,
  contextsOf,
  judgeRefusal,
  overtaken,
  recordOperation,
  replayOf,
  sendHints,
  type WriteReply,
  type WriteRequest,
} from './write-request.ts';

export type RunAtomic = (input: Record<string, unknown>, context: WriteContext) => Promise<unknown>;

/**
 * Runs a write that touches one partition: record, effect, audit and messages are one batch, so there is no state
 * in between to get stuck in. The handler runs again on fresh state whenever somebody else was faster.
 */
export async function runAtomic(
  request: WriteRequest<AtomicEndpoint>,
  handler: RunAtomic,
): Promise<WriteReply> {
  const { platform, endpoint, partition, intent } = request;
  for await (const attempt of attempts(platform)) {
    // Both before the handler's own reads: the head proves that what it reads did not change (write skew).
    const [stored, head] = await Promise.all([partition.read(intent.id), partition.read(AUDIT_HEAD)]);
    const record = openRecord(stored, intent);
    if (record?.state === 'done') return replayOf(record, request, attempt);

    await platform.checkpoint('A1');
    const { context, staged } = contextsOf(request);
    let output: unknown;
    try {
      const input = attempt === 1 ? request.input : await request.inputAgain();
      output = await handler(input, context);
    } catch (error) {
      const answered = await overtaken(request, attempt);
      if (answered) return answered;
      throw error;
    }
    const body = JSON.stringify(endpoint.output.parse(output));
    const batch = batchOf(request, {
      record: recordOperation(doneRecord(intent, body, 'atomic'), stored),
      head,
      staged,
    });
    await platform.checkpoint('A2');
    const result = await commitSurely(platform, partition, batch.operations);
    if (result.outcome === 'applied') {
      await platform.checkpoint('A3');
      await sendHints(request, { operations: batch.operations, etags: result.etags });
      return { body, replayed: false, attempts: attempt };
    }
    judgeRefusal(result, batch);
  }
  throw unavailable();
}
