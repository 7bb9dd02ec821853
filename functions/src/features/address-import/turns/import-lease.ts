import { isFinished } from '@handoff/shared/domain/address/state-file-import';
import * as z from 'zod';
import type { Operation, PartitionReads } from '../../../platform/ports.ts';
import type { RetriedPartition } from '../../../writes/commit.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import type { ImportMemory } from './import-memory.ts';
import { waitingImports } from './queue.ts';
import { commitImport } from '../runs/change-import.ts';
import {
  finished,
  readImport,
  replaceImport,
  stateOfImport,
  withStatus,
  type ImportVersion,
  type StoredImport,
} from '../runs/import-record.ts';

const LEASE_MS = 60_000;
/** A file that ends its worker every time is not tried for ever. */
const MAX_TAKEOVERS = 10;

/** Someone else has taken the import over: whatever this worker still does must not be written. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another worker has taken over this import');
    this.name = 'LeaseLostError';
  }
}

export interface HeldImport {
  record(): StoredImport;
  /**
   * Written only while the lease is ours, together with `more` or not at all; renews the lease. A change that gives
   * back the very record writes nothing.
   */
  save(
    change: (record: StoredImport) => StoredImport,
    more?: readonly Operation[],
  ): Promise<'saved' | 'conflict'>;
  /** Whether an administrator has asked to stop. */
  cancelRequested(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the import for this worker, and with it the state's turn: one import of a state runs at a time. Undefined when
 * there is nothing to do, because it has ended, another worker has it, or it must wait for another import.
 */
export async function claimImport(
  ports: ImportPorts,
  { importId, memory }: { importId: string; memory: ImportMemory },
): Promise<HeldImport | undefined> {
  const partition = ports.store.addresses(stateOfImport(importId));
  for (;;) {
    const found = await readImport(partition, importId);
    if (!found || isFinished(found.record.Progress.status)) return undefined;
    const lease = found.record.Lease;
    if (lease && lease.until > ports.clock.now().toISOString()) return undefined;
    const claim = { ports, partition, found, memory, epoch: (lease?.epoch ?? 0) + 1 };
    const held = (await endBeforeStart(claim)) ?? (await begin(claim));
    if (held === 'ended') return undefined;
    if (held !== 'changed') return held;
  }
}

interface Claim {
  ports: ImportPorts;
  partition: RetriedPartition;
  found: ImportVersion;
  memory: ImportMemory;
  epoch: number;
}

async function begin({
  ports,
  partition,
  found,
  memory,
  epoch,
}: Claim): Promise<HeldImport | 'ended' | 'changed'> {
  const { ImportId: importId, Progress: before } = found.record;
  const turn = await takeTurn(partition, found.record);
  if ('waitsFor' in turn) return setWaiting({ partition, found, message: waitsFor(turn.waitsFor) });
  if (!memory.take(found.record)) return setWaiting({ partition, found, message: waitsForMemory });
  const owner = ports.random.uuid();
  const until = new Date(ports.clock.now().getTime() + LEASE_MS).toISOString();
  // A resumed import keeps saying `writing`, so that no one sees it go back.
  const begun = withStatus(found.record, before.status === 'writing' ? 'writing' : 'scanning');
  const record = { ...begun, Lease: { owner, epoch, until }, Message: null };
  const operations = [replaceImport({ ...found, record }), turn.take];
  const result = await commitImport(partition, operations);
  if (result.outcome === 'applied')
    return hold({ ports, partition, version: { record, etag: result.etags[0] ?? '' } });
  // Our own write, its answer lost: the lease that is there is ours.
  const stored = await readImport(partition, importId);
  return stored?.record.Lease?.owner === owner ? hold({ ports, partition, version: stored }) : 'changed';
}

async function endBeforeStart({ ports, partition, found, epoch }: Claim) {
  const end = endingOf({ cancelled: found.record.CancelRequested, epoch });
  if (!end) return undefined;
  const record = finished(found.record, { ...end, now: ports.clock.now() });
  const operations = [replaceImport({ ...found, record })];
  const result = await commitImport(partition, operations);
  return result.outcome === 'applied' ? 'ended' : 'changed';
}

function endingOf({ cancelled, epoch }: { cancelled: boolean; epoch: number }) {
  if (cancelled) return { status: 'cancelled' as const };
  if (epoch <= MAX_TAKEOVERS) return undefined;
  return {
    status: 'failed' as const,
    message: `The import did not get through in ${MAX_TAKEOVERS} tries. Retry it, or ask for help with its file.`,
  };
}

const Turn = z.object({ importId: z.string() });

/**
 * Who may work on the state: kept in one document, free again when that import has ended. Who came first goes first,
 * also when a later upload happens to be delivered in between.
 */
async function takeTurn(
  partition: PartitionReads,
  record: StoredImport,
): Promise<{ take: Operation } | { waitsFor: StoredImport }> {
  const { ImportId: importId } = record;
  const document = { id: 'turn', type: 'turn', importId };
  const stored = await partition.read('turn');
  const holder = stored && Turn.parse(stored).importId;
  const running =
    holder === undefined || holder === importId ? undefined : await readImport(partition, holder);
  if (running && !isFinished(running.record.Progress.status)) return { waitsFor: running.record };
  const [first] = holder === importId ? [] : await waitingImports(partition);
  if (first && first.ImportId !== importId && first.CreatedAt < record.CreatedAt) return { waitsFor: first };
  return { take: stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document } };
}

/** Whether this import could be begun: no other one of the state is under way or before it in line. */
export async function isItsTurn(partition: PartitionReads, record: StoredImport): Promise<boolean> {
  return 'take' in (await takeTurn(partition, record));
}

const waitsFor = ({ FileName, By }: StoredImport) => `Waits for the import of ${FileName} by ${By.FullName}.`;
const waitsForMemory =
  'Waits until imports of other states have ended: together they would need too much memory.';

interface Waiting {
  partition: RetriedPartition;
  found: ImportVersion;
  message: string;
}

async function setWaiting({ partition, found, message }: Waiting): Promise<'ended' | 'changed'> {
  if (found.record.Progress.status === 'waiting' && found.record.Message === message) return 'ended';
  const record = { ...withStatus(found.record, 'waiting'), Message: message };
  const operations = [replaceImport({ ...found, record })];
  const result = await commitImport(partition, operations);
  return result.outcome === 'applied' ? 'ended' : 'changed';
}

interface Holding {
  ports: ImportPorts;
  partition: RetriedPartition;
  version: ImportVersion;
}

function hold({ ports, partition, version: claimed }: Holding): HeldImport {
  let version = claimed;
  let last: Promise<unknown> = Promise.resolve();
  const { clock } = ports;

  async function refresh(): Promise<ImportVersion> {
    const stored = await readImport(partition, version.record.ImportId);
    const mine = version.record.Lease;
    const theirs = stored?.record.Lease;
    if (!stored || theirs?.owner !== mine?.owner || theirs?.epoch !== mine?.epoch) throw new LeaseLostError();
    return stored;
  }

  async function write(
    change: (record: StoredImport) => StoredImport,
    more: readonly Operation[],
  ): Promise<'saved' | 'conflict'> {
    for (;;) {
      const changed = change(version.record);
      if (changed === version.record) return 'saved';
      const record = numbered(renewed(changed, clock.now()), version.record.Progress.seq + 1);
      const operations = [replaceImport({ ...version, record }), ...more];
      const result = await commitImport(partition, operations);
      if (result.outcome === 'applied') {
        version = { record, etag: result.etags[0] ?? '' };
        return 'saved';
      }
      if (result.index > 0) return 'conflict';
      const stored = await readImport(partition, record.ImportId);
      if (stored && isOurWrite(stored.record, record)) {
        version = stored;
        return 'saved';
      }
      const { etag, record: theirs } = await refresh();
      version = { etag, record: { ...version.record, CancelRequested: theirs.CancelRequested } };
    }
  }

  /** One write at a time: progress is saved beside the work. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = last.then(task, task);
    last = next.catch(() => {});
    return next;
  }

  return {
    record: () => version.record,
    save: (change, more = []) => inTurn(() => write(change, more)),
    cancelRequested: () =>
      inTurn(async () => {
        const stored = await refresh();
        version = {
          etag: stored.etag,
          record: { ...version.record, CancelRequested: stored.record.CancelRequested },
        };
        return stored.record.CancelRequested;
      }),
    async release() {
      const ended = new Date(0).toISOString();
      await inTurn(() =>
        write((record) => ({ ...record, Lease: record.Lease && { ...record.Lease, until: ended } }), []),
      );
    },
  };
}

function numbered(record: StoredImport, seq: number): StoredImport {
  return { ...record, Progress: { ...record.Progress, seq } };
}

/** What we meant to write is there: the store applied it and the answer was lost. */
function isOurWrite(stored: StoredImport, written: StoredImport): boolean {
  return (
    stored.Progress.seq === written.Progress.seq &&
    stored.Progress.status === written.Progress.status &&
    stored.Lease?.owner === written.Lease?.owner
  );
}

/** An ended import has no lease, and a released one keeps its epoch with a time long past. */
function renewed(record: StoredImport, now: Date): StoredImport {
  if (!record.Lease || record.Lease.until === new Date(0).toISOString()) return record;
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  return { ...record, Lease: { ...record.Lease, until } };
}
