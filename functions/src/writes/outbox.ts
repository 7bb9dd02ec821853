import { addMs } from '../core/time.ts';
import { derive, type Identity } from '../core/hash.ts';
import { RealtimeMessage } from '@handoff/shared/contract/realtime';
import * as z from 'zod';
import type {
  Operation,
  Partition,
  Platform,
  StoredDocument,
  Versioned,
  Audience,
} from '../platform/ports.ts';
import { keptSeconds } from '../records/retention.ts';
import { outboxMessage } from '../records/kinds/server-records.ts';
import { updateDocument, type Updated } from './commit.ts';

const MAX_TRIES = 6;
const FIRST_DELAY_MS = 15_000;
const SEND_WITHIN_MS = 1_000;
const SWEEP_MOST = 200;
const SWEEP_AT_ONCE = 10;

const OutboxMessage = z.looseObject({
  id: z.string(),
  type: z.literal('outbox'),
  audience: z.union([
    z.object({ group: z.string() }),
    z.object({ user: z.string() }),
    z.object({ users: z.array(z.string()) }),
  ]),
  message: RealtimeMessage,
  disconnects: z.string().optional(),
  leaves: z.object({ user: z.string(), group: z.string() }).optional(),
  dueAt: z.string(),
  tries: z.number().int(),
});

export interface StagedHint {
  audience: Audience | { users: string[] };
  message: RealtimeMessage;
  /** Close this user's live connections: their permissions shrank. */
  disconnects?: string;
  /** This user hears no more of what goes to the group. */
  leaves?: { user: string; group: string };
}

/** Messages are documents in the batch of the change that caused them, until they are sent. */
export function outboxOperations(
  hints: StagedHint[],
  { identity, now }: { identity: Identity; now: Date },
): Extract<Operation, { op: 'create' }>[] {
  return hints.map((hint, index) => ({
    op: 'create',
    document: {
      id: `outbox|${derive(identity, `outbox/${index}`)}`,
      type: outboxMessage.type,
      ...hint,
      dueAt: addMs(now, FIRST_DELAY_MS).toISOString(),
      tries: 0,
      ttl: keptSeconds.liveMessage,
    },
  }));
}

/** Sends the messages of a batch right after its commit, for at most a second; what fails is left for the sweep. Never throws. */
export async function sendCommitted(
  platform: Platform,
  partition: Partition,
  { operations, etags }: Updated,
): Promise<void> {
  const messages = operations.flatMap(({ document }, index) =>
    document.type === outboxMessage.type ? [{ document, etag: etags[index] ?? '' }] : [],
  );
  if (messages.length === 0) return;
  await platform.trace.span({ name: 'outbox', kind: 'internal' }, async (note) => {
    note({ count: messages.length });
    await sendMessages(platform, { partition, messages });
  });
}

interface Committed {
  partition: Partition;
  messages: { document: StoredDocument; etag: string }[];
}

async function sendMessages(platform: Platform, { partition, messages }: Committed): Promise<void> {
  await platform.checkpoint('C1');
  const sending = messages.map(async ({ document, etag }) => {
    await sendOne(platform, OutboxMessage.parse(document));
    await platform.checkpoint('C2');
    void forget(document.id, etag);
  });
  const outcome = await Promise.race([Promise.allSettled(sending), platform.clock.sleep(SEND_WITHIN_MS)]);
  const failed = outcome?.filter((result) => result.status === 'rejected').length ?? messages.length;
  if (failed > 0) platform.log({ level: 'warn', event: 'outbox-left-for-sweep', count: failed });

  // Not awaited, because every write would pay for it with a round trip. If it dies with the process, the sweep sends
  // a second message, which says no more than the first.
  async function forget(id: string, etag: string): Promise<void> {
    await partition.remove(id, etag).catch(() => {
      platform.log({ level: 'warn', event: 'outbox-left-for-sweep', count: 1 });
    });
  }
}

/** Run by the timer: claims each due message, sends it and deletes it. */
export async function sweepOutbox(platform: Platform): Promise<void> {
  await platform.trace.span({ name: 'outbox sweep', kind: 'internal' }, async (note) => {
    const now = platform.clock.now();
    const due = await platform.store.dueOutbox({ now: now.toISOString(), most: SWEEP_MOST });
    note({ count: due.length, age: oldestSeconds(due, now) });
    // Several in parallel: while the service is down each takes a full second to fail.
    for (let at = 0; at < due.length; at += SWEEP_AT_ONCE)
      await Promise.all(due.slice(at, at + SWEEP_AT_ONCE).map((found) => deliver(platform, found)));
  });
}

function oldestSeconds(due: { document: Versioned }[], now: Date): number {
  const waits = due.map(({ document }) => now.getTime() - Date.parse(String(document['dueAt'])));
  return Math.max(0, ...waits.filter(Number.isFinite)) / 1_000;
}

async function deliver(
  platform: Platform,
  { partitionKey, document }: { partitionKey: string; document: Versioned },
): Promise<void> {
  const { _etag: etag, ...stored } = document;
  const { data: message } = OutboxMessage.safeParse(stored);
  if (!message) return platform.log({ level: 'error', event: 'outbox-unreadable', count: 1 });
  const partition = platform.store.app(partitionKey);
  if (message.tries >= MAX_TRIES) return void (await partition.remove(message.id, etag));
  const dueAt = addMs(platform.clock.now(), 30_000 * 2 ** message.tries).toISOString();
  // Another sweep may have claimed it since it was found.
  const claim = await updateDocument(platform, partition, message.id, (now) =>
    now?._etag === etag
      ? { ...stored, id: message.id, type: outboxMessage.type, dueAt, tries: message.tries + 1 }
      : undefined,
  );
  if (!claim || !(await trySend(platform, whenLate(message)))) return;
  await partition.remove(message.id, claim.etags[0] ?? '');
}

/** The person may have joined the group again since, so their connections are closed and made again. */
function whenLate({ leaves, ...message }: z.infer<typeof OutboxMessage>): z.infer<typeof OutboxMessage> {
  return leaves ? { ...message, disconnects: leaves.user } : message;
}

async function sendOne(
  { realtime }: Platform,
  { audience, message, disconnects, leaves }: z.infer<typeof OutboxMessage>,
): Promise<void> {
  const each = 'users' in audience ? audience.users.map((user) => ({ user })) : [audience];
  await Promise.all(each.map((one) => realtime.send(one, message)));
  if (disconnects !== undefined) await realtime.disconnect(disconnects);
  if (leaves) await realtime.leaveGroup(leaves.user, leaves.group);
}

async function trySend(platform: Platform, message: z.infer<typeof OutboxMessage>): Promise<boolean> {
  try {
    await sendOne(platform, message);
    return true;
  } catch {
    platform.log({ level: 'warn', event: 'outbox-send-failed', count: message.tries + 1 });
    return false;
  }
}
