import * as z from 'zod';
import { inEachAgency, type Timer } from '../../pipeline/idempotency/timer-writes.ts';
import type { KeyPorts } from '../../pipeline/request/mode-ports.ts';
import { StoreUnavailable, type Partition, type Versioned } from '../../platform/ports.ts';
import {
  exchangeFileName,
  openExchangeFile,
  sealExchange,
  type ExchangeFile,
} from '../../records/exchange-files.ts';
import { renewedRecord, sealedAfter, sealedTypes, versionOf, type Newest } from './sealed-parts.ts';

const PAGE = 50;
/** So many in a run of the timer for each agency; the next run goes on. */
const PAGES_A_RUN = 40;
const TRIES = 3;

interface Renewing extends KeyPorts {
  timer: Timer;
}

/**
 * The timer's part: what is sealed under an older version of the data key is sealed again under the newest, and what is
 * found by an older index key is hashed anew, agency by agency. It goes over everything until it finds nothing to do, so
 * that an instance that still wrote with older keys meanwhile is followed up; from then on it reads one record a run.
 */
export async function renewKeys(ports: Renewing): Promise<void> {
  const { data, index } = await ports.timer.fieldKeys.versions();
  const newest = { data: data.newest, index: index.newest };
  await inEachAgency(ports.timer, {
    event: 'keys-failed',
    work: ({ Id }) => renewAgency(ports, { domainId: Id, partition: ports.store.app(`d:${Id}`), newest }),
  });
}

interface Agency {
  domainId: string;
  partition: Partition;
  newest: Newest;
}

async function renewAgency(ports: Renewing, agency: Agency): Promise<void> {
  const { partition } = agency;
  const progress = await readProgress(ports, agency);
  if (progress.DoneAt !== null) return;
  const parameters = { types: sealedTypes, after: progress.After };
  let next: string | undefined;
  for (let count = 0; count < PAGES_A_RUN; count += 1) {
    const page = { sql: sealedAfter, parameters, pageSize: PAGE, continuation: next };
    const { documents, continuation } = await partition.query(page);
    for (const document of documents) await renewCounted(ports, agency, { document, progress });
    progress.After = documents.at(-1)?.id ?? progress.After;
    if (continuation === undefined) {
      await endPass(ports, agency, progress);
      return;
    }
    next = continuation;
    await saveProgress(partition, progress);
    await ports.checkpoint('keys-page');
  }
}

/** What cannot be opened stays as it is: with its key back it opens again. */
async function renewCounted(
  ports: Renewing,
  agency: Agency,
  { document, progress }: { document: Versioned; progress: Progress },
): Promise<void> {
  try {
    const [isRecord, files] = [
      await renewRecord(ports, agency, { found: document, progress }),
      document.type === 'exchange' ? await renewFiles(ports, agency, { note: document, progress }) : 0,
    ];
    progress.Renewed += (isRecord ? 1 : 0) + files;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    progress.Failed += 1;
    const name = error instanceof Error ? error.name : typeof error;
    ports.log({ level: 'error', event: 'key-not-renewed', agency: agency.domainId, error: name });
  }
}

/** By the version that was read: what a person changes at the same moment is read again, or is left to the next pass. */
async function renewRecord(
  ports: Renewing,
  agency: Agency,
  { found, progress }: { found: Versioned; progress: Progress },
): Promise<boolean> {
  const { domainId, partition, newest } = agency;
  let document: Versioned | undefined = found;
  for (let tries = 0; document && tries < TRIES; tries += 1) {
    const renewal = { keys: ports.timer.fieldKeys, newest, domainId, now: ports.clock.now() };
    const renewed = await renewedRecord(renewal, document);
    if (!renewed) return tries > 0;
    await noteBegun(agency, progress);
    await ports.checkpoint('keys-record');
    const { outcome } = await partition.commit([
      { op: 'replace', document: renewed, ifMatch: document._etag },
    ]);
    if (outcome === 'applied') return true;
    document = await partition.read(document.id);
  }
  return true;
}

/** By the version that was read as well: a file that is removed meanwhile stays away. */
async function renewFiles(
  ports: Renewing,
  agency: Agency,
  { note, progress }: { note: Versioned; progress: Progress },
): Promise<number> {
  const { domainId, newest } = agency;
  const checkId = z.string().parse(note['CheckId']);
  let renewed = 0;
  for (const part of ['270', '271'] as const) {
    const of: ExchangeFile = { domainId, checkId, part };
    const name = exchangeFileName(of);
    const version = await ports.blobs.version('payer-exchanges', name);
    const blob = version === undefined ? undefined : await ports.blobs.read('payer-exchanges', name);
    if (version === undefined || !blob) continue;
    if (versionOf(new TextDecoder().decode(blob.bytes)) === newest.data) continue;
    await noteBegun(agency, progress);
    const keys = ports.timer.fieldKeys;
    const content = await sealExchange(keys, of, await openExchangeFile(keys, of, blob.bytes));
    await ports.checkpoint('keys-file');
    await ports.blobs.replace('payer-exchanges', name, { ...content, version });
    renewed += 1;
  }
  return renewed;
}

async function endPass(ports: Renewing, { domainId, partition, newest }: Agency, progress: Progress) {
  const { Renewed, Failed, Total, StartedAt } = progress;
  const next = { ...progress, After: '', Renewed: 0, Failed: 0, Total: Total + Renewed };
  await ports.checkpoint('keys-passed');
  if (Renewed > 0 || Failed > 0) {
    await saveProgress(partition, next);
    return;
  }
  if (progress.HasBegun || Total > 0) {
    const work = ['keys', newest.data, newest.index, StartedAt];
    await ports.timer.atomic({ ...write, domainId, work }, async (context) => {
      const changes = { 'Data key': newest.data, 'Index key': newest.index, Renewed: String(Total) };
      context.work.audit({
        action: 'keys.renewed',
        subject: domainId,
        changes: Object.entries(changes).map(([field, value]) => ({ field, old: null, new: value })),
      });
    });
    await ports.checkpoint('keys-audited');
  }
  await saveProgress(partition, { ...next, DoneAt: ports.clock.now().toISOString() });
  ports.log({ level: 'info', event: 'keys-renewed', agency: domainId, count: Total });
}

/** How far it is in an agency, for one pair of versions. */
const Progress = z.object({
  Data: z.string(),
  Index: z.string(),
  StartedAt: z.string(),
  /** The last id of this pass. */
  After: z.string(),
  /** In this pass. */
  Renewed: z.number(),
  Failed: z.number(),
  /** In those before. */
  Total: z.number(),
  DoneAt: z.string().nullable(),
  /** Something was, or was about to be, renewed: that stays known of a run that died before it could count. */
  HasBegun: z.boolean().default(false),
});
type Progress = z.infer<typeof Progress>;

const PROGRESS = 'key-renewal';

async function readProgress({ clock }: Renewing, { partition, newest }: Agency): Promise<Progress> {
  const stored = Progress.safeParse(await partition.read(PROGRESS)).data;
  if (stored?.Data === newest.data && stored.Index === newest.index) return stored;
  const StartedAt = clock.now().toISOString();
  const none = { After: '', Renewed: 0, Failed: 0, Total: 0, DoneAt: null, HasBegun: false };
  return { Data: newest.data, Index: newest.index, StartedAt, ...none };
}

async function noteBegun({ partition }: Agency, progress: Progress): Promise<void> {
  if (progress.HasBegun) return;
  progress.HasBegun = true;
  await saveProgress(partition, progress);
}

/** Two runs at once do the same work, and neither undoes the other's: which of them is remembered does not matter. */
const saveProgress = async (partition: Partition, progress: Progress) =>
  void (await partition.commit([
    { op: 'upsert', document: { ...progress, id: PROGRESS, type: PROGRESS, DeletedAt: null } },
  ]));

const write = {
  job: 'keys',
  as: 'Scheduled key renewal',
};
