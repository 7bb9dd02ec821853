import type { FirstRecord, Committed, EachCreation, RetriedPartition } from '../core/context.ts';
import type {
  DocumentStore,
  Operation,
  Partition,
  Platform,
  StoredDocument,
  StoreUnavailable,
  Versioned,
} from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';

const MAX_RESENDS = 8;
const MAX_BUSY = 10;
const MAX_TRIES = 40;
const MAX_WAIT_MS = 250;
export const DEADLINE_MS = 8_000;

type Waiting = Pick<Platform, 'clock' | 'random'>;

export function retriedPartition(platform: Waiting, partition: Partition): RetriedPartition {
  return {
    key: partition.key,
    read: (id) => partition.read(id),
    query: (query) => partition.query(query),
    count: (query) => partition.count(query),
    write: (operations) => commitWithRetry(platform, partition, operations),
  };
}

/**
 * Commits, repeating the same batch while its outcome is unknown or the store is busy. The first operation is
 * conditional, so a repeat of an applied batch is refused there; the `writeId` in that document shows whether the
 * refusal came from this batch itself.
 */
export async function commitWithRetry(
  platform: Waiting,
  partition: Partition,
  operations: readonly Operation[],
): Promise<Committed> {
  const writeId = platform.random.uuid();
  const batch = operations.map((operation, index) =>
    index === 0 ? { ...operation, document: { ...operation.document, writeId } } : operation,
  );
  let unknown = 0;
  let busy = 0;
  const isInTime = deadline(platform);
  while (unknown <= MAX_RESENDS && busy <= MAX_BUSY && isInTime()) {
    const result = await partition.commit(batch);
    switch (result.outcome) {
      case 'applied':
        return { ...result, writeId, wasLost: false };
      case 'refused':
        return (unknown > 0 && (await appliedEarlier(partition, batch, writeId))) || result;
      case 'busy':
        busy += 1;
        await platform.clock.sleep(result.retryAfterMs);
        break;
      case 'unknown':
        unknown += 1;
        await platform.clock.sleep(backoff(platform, unknown));
        break;
    }
  }
  throw unavailable();
}

/** A document to store, with others of the same batch. */
type Change = StoredDocument | { document: StoredDocument; besides: Operation[] } | undefined;

export interface Updated {
  operations: readonly Operation[];
  etags: readonly string[];
}

/** On its newest version, read again whenever another write was faster; undefined leaves it unchanged. */
export async function updateDocument(
  platform: Waiting,
  partition: Partition,
  id: string,
  change: (stored: Versioned | undefined) => Change | Promise<Change>,
): Promise<Updated | undefined> {
  for (const _ of triesOf(platform)) {
    const stored = await partition.read(id);
    const changed = await change(stored);
    if (!changed) return undefined;
    const { document, besides } = isWithOthers(changed) ? changed : { document: changed, besides: [] };
    const operations: Operation[] = [
      stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document },
      ...besides,
    ];
    const result = await commitWithRetry(platform, partition, operations);
    if (result.outcome === 'applied') return { operations, etags: result.etags };
    if (result.reason === 'tooLarge') throw new Error(`The document ${id} was refused as too large`);
  }
  throw unavailable();
}

export function unversioned({ _etag, ...document }: Versioned): StoredDocument {
  return { ...document, id: document.id, type: document.type };
}

const isWithOthers = (
  changed: NonNullable<Change>,
): changed is { document: StoredDocument; besides: Operation[] } =>
  'besides' in changed && 'document' in changed;

async function appliedEarlier(
  partition: Partition,
  batch: Operation[],
  writeId: string,
): Promise<Committed | undefined> {
  const [guard] = batch;
  if (!guard) return undefined;
  if ((await partition.read(guard.document.id))?.['writeId'] !== writeId) return undefined;
  const stored = await Promise.all(batch.map(({ document }) => partition.read(document.id)));
  return {
    outcome: 'applied',
    etags: stored.map((document) => document?._etag ?? ''),
    writeId,
    wasLost: true,
  };
}

/** Creates each document by itself, sending those again that are still open; waits as long as some get through. */
export async function createWithRetry(
  platform: Waiting,
  store: Pick<DocumentStore, 'createAddresses'>,
  { documents, signal }: EachCreation,
): Promise<void> {
  let open = documents;
  let inVain = 0;
  let isInTime = deadline(platform);
  while (inVain <= MAX_BUSY && isInTime()) {
    signal.throwIfAborted();
    const { outcomes, retryAfterMs } = await store.createAddresses(open);
    const tooLarge = open[outcomes.indexOf('tooLarge')];
    if (tooLarge) throw new Error(`The document ${tooLarge.document.id} was refused as too large`);
    const left = open.filter((_, index) => outcomes[index] === 'open');
    if (left.length === 0) return;
    if (left.length < open.length) {
      inVain = 0;
      isInTime = deadline(platform);
    }
    inVain += 1;
    open = left;
    await platform.clock.sleep(retryAfterMs ?? backoff(platform, inVain));
  }
  throw unavailable();
}

/** Full jitter, so that colliding writers spread out. */
function backoff({ random }: Waiting, tries: number): number {
  return random.fraction() * Math.min(MAX_WAIT_MS, 10 * 2 ** tries);
}

/** Counts the tries of one write, until their number or time is used up. */
export function* triesOf(platform: Waiting): Generator<number> {
  const isInTime = deadline(platform);
  for (let tries = 1; tries <= MAX_TRIES && isInTime(); tries += 1) yield tries;
}

function deadline({ clock }: Waiting): () => boolean {
  const started = clock.now().getTime();
  return () => clock.now().getTime() - started <= DEADLINE_MS;
}

export function unavailable(cause?: StoreUnavailable): AppError {
  return new AppError('unavailable', 'This is taking longer than it should. Please try again.', {
    retryAfterSeconds: Math.ceil((cause?.retryAfterMs ?? 1000) / 1000),
    cause,
  });
}

/** Used by a lease's effect in a partition that no one sees yet: a repeat finds the record of the first run. */
export async function createOnce<T extends { Id: string }>(
  platform: Platform,
  { partitionKey, kind, record }: FirstRecord<T>,
): Promise<void> {
  const document = { ...kind.schema.parse(record), id: record.Id, type: kind.type, DeletedAt: null };
  const result = await commitWithRetry(platform, platform.store.app(partitionKey), [
    { op: 'create', document },
  ]);
  if (result.outcome === 'refused' && result.reason !== 'exists')
    throw new Error(`${kind.type} was refused: ${result.reason}`);
}
