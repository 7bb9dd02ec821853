import * as z from 'zod';
import type { WriteContext } from '../core/context.ts';
import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import { answeredRecord } from './idempotency-record.ts';
import { writeUnderKey, type WriteReply, type WriteRequest } from './write-loop.ts';

export type RunAtomic = (input: Record<string, unknown>, context: WriteContext) => Promise<unknown>;

/**
 * Runs a write that touches one partition: record, effect, audit and messages are one batch, so there is no state
 * in between to get stuck in. The handler runs again on fresh state whenever someone else was faster.
 */
export async function runAtomic(
  write: WriteRequest<AtomicEndpoint>,
  handler: RunAtomic,
): Promise<WriteReply> {
  const { platform, endpoint } = write;
  const done = await writeUnderKey(write, {
    assumesUnused: true,
    committed: 'A3',
    plan: async ({ context, tries, ...found }) => {
      await platform.checkpoint('A1');
      const input = tries === 1 ? write.input : await write.inputAgain();
      const body = JSON.stringify(z.parse(endpoint.output, await handler(input, context)));
      await platform.checkpoint('A2');
      return answeredRecord(found, body);
    },
  });
  return 'body' in done ? done : { body: done.record.body, replayed: false, tries: done.tries };
}
