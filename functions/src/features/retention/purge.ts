import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { addMs, DAY_MS } from '../../core/time.ts';
import * as z from 'zod';
import type { JobCounts } from '@handoff/shared/contract/system-health';
import type { JobContext, JobPorts } from '../../core/context.ts';
import { deleteEndedStops, deleteExpired, endedStops, yearsBefore } from './expire-records.ts';
import { inAgenciesWith } from '../../writes/job-context.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import { listAll } from '../../records/reader.ts';
import type { Partition, Versioned } from '../../platform/ports.ts';
import { keptDays } from '../../records/retention.ts';
import {
  documentKind,
  heldReferrals,
  referralKind,
  purgeReceiptId,
  purgeReceiptKind,
  unrecordedFileKind,
} from '../../records/kinds/referral-records.ts';
import { type Selection, readAs } from '../../core/unit-of-work.ts';
import { above, atMost, below, isMissing, noneOf, OnlyId, queryOf, select } from '../../records/select.ts';
import { partsOf, recordOf, records, type Part } from '../../records/registry.ts';
import type { RecordFacts } from '../../records/declare-record.ts';
import { batchKind, checkKind } from '../../records/kinds/eligibility-records.ts';
import { updateDocument } from '../../writes/commit.ts';

export type PurgeJob = JobContext & Pick<JobPorts, 'blobs' | 'records'>;

/** Limits the records of each class and agency in one run of the timer; the next run continues. */
const MAX_PER_RUN = 20;
const PAGE = 50;

/** Checks of no referral; those of one go with it. */
const dueChecks = (before: string) =>
  select(checkKind, { withDeleted: true, where: { ReferralId: null, CheckedAt: atMost(before) } });

/** A hold on a referral also covers those that were merged into it. */
const dueReferrals = (now: string, held: readonly string[]) =>
  select(referralKind, {
    withDeleted: true,
    where: {
      PurgeAt: atMost(now),
      OR: [{ MergedInto: { Id: isMissing } }, { MergedInto: { Id: noneOf(held) } }],
    },
  });

/** Documents deleted separately or never attached, without a referral under legal hold. */
const dueDocuments = (now: string, { before, held }: { before: string; held: readonly string[] }) =>
  select(documentKind, {
    withDeleted: true,
    where: {
      ReferralId: noneOf(held),
      OR: [{ PurgeAt: atMost(now) }, { ReferralId: null, UploadedAt: below(before) }],
    },
  });

/** Files whose record was never written. */
const dueFiles = (before: string) =>
  select(unrecordedFileKind, { withDeleted: true, where: { FoundAt: below(before) } });

/** Batches repeat names and birth dates; their results are in the checks. */
const dueBatches = (before: string) =>
  select(batchKind, { withDeleted: true, where: { CreatedAt: below(before) } });

/**
 * Purges what was deleted long enough ago, agency by agency; the timer runs it. A failure in one agency does not affect
 * the others; a killed run is repeated from the first step, and each step finds only what is left.
 */
export async function purgeDeleted(job: PurgeJob): Promise<JobCounts> {
  const total = { referralsDeleted: 0, referralsPurged: 0, documentsPurged: 0, checksPurged: 0 };
  await inAgenciesWith(job, dueAnywhere(job.clock.now()), {
    event: 'purge-failed',
    also: await agenciesWithRetention(job),
    work: async (agency) => {
      total.referralsDeleted += await deleteExpired(job, agency);
      await deleteEndedStops(job, agency);
      const { Id: domainId, KeepChecksYears: checksYears } = agency;
      const partition = job.records(domainId);
      const { referrals, documents, checks } = await purgeAgency(job, { domainId, checksYears, partition });
      total.referralsPurged += referrals;
      total.documentsPurged += documents;
      total.checksPurged += checks;
    },
  });
  return total;
}

/** Of every agency, whatever it keeps or holds; each by a range of an index. */
const dueAnywhere = (at: Date) => [
  select(referralKind, { withDeleted: true, where: { PurgeAt: atMost(at.toISOString()) } }),
  select(documentKind, { withDeleted: true, where: { PurgeAt: atMost(at.toISOString()) } }),
  select(documentKind, {
    withDeleted: true,
    where: { ReferralId: null, UploadedAt: below(daysBefore(at, keptDays.unattached)) },
  }),
  dueFiles(daysBefore(at, keptDays.unattached)),
  dueBatches(daysBefore(at, keptDays.batch)),
  endedStops(at),
];

const daysBefore = (at: Date, count: number) => addMs(at, -count * DAY_MS).toISOString();

async function agenciesWithRetention({ system }: PurgeJob): Promise<string[]> {
  const some = above(0);
  const wheres = [{ KeepDeclinedYears: some }, { KeepAcceptedYears: some }, { KeepChecksYears: some }];
  const found = wheres.map((where) => listAll(system, select(businessDomainKind, { where }, OnlyId)));
  return (await Promise.all(found)).flat().map(({ Id }) => Id);
}

interface Agency {
  domainId: string;
  /** 0 keeps them. */
  checksYears: number;
  partition: Partition;
}

async function purgeAgency(job: PurgeJob, agency: Agency) {
  const { partition, checksYears } = agency;
  const at = job.clock.now();
  const now = at.toISOString();

  const held = (await listAll(job.find(agency.domainId), heldReferrals)).map(({ Id }) => Id);
  const referrals = await forEachDue(dueReferrals(now, held), (referral) =>
    purgeReferral(job, agency, referral),
  );
  const before = daysBefore(at, keptDays.unattached);
  const documents = await forEachDue(dueDocuments(now, { before, held }), async (document) => {
    if (await isHeldNow(partition, document)) return;
    await note(job, agency, { action: 'document.purged', subject: document.id });
    await removeRecord(job, agency, document);
  });
  await forEachDue(dueFiles(before), (found) => purgeUnrecorded(job, agency, found));
  const checks =
    checksYears > 0
      ? await forEachDue(dueChecks(yearsBefore(at, checksYears)), async (check) => {
          await note(job, agency, { action: 'check.purged', subject: check.id });
          await removeRecord(job, agency, check);
        })
      : 0;
  await forEachDue(dueBatches(daysBefore(at, keptDays.batch)), (batch) => removeRecord(job, agency, batch));
  return { referrals, documents, checks };

  async function forEachDue(
    due: Selection<unknown>,
    purge: (document: Versioned) => Promise<void>,
  ): Promise<number> {
    const found = await partition.query({ ...queryOf(due), pageSize: MAX_PER_RUN });
    for (const document of found.documents) await purge(document);
    return found.documents.length;
  }
}

/** A hold may have been placed since the due documents were listed. */
async function isHeldNow(partition: Partition, { ReferralId: of }: Versioned): Promise<boolean> {
  const referral = typeof of === 'string' ? await partition.read(of) : undefined;
  return Boolean(referral?.['LegalHold']);
}

async function purgeUnrecorded(job: PurgeJob, agency: Agency, found: Versioned): Promise<void> {
  const subject = unrecordedFileKind.schema.parse(found).DocumentId;
  if (await agency.partition.read(subject)) await remove(agency.partition, found);
  else {
    await note(job, agency, { action: 'document.purged', subject });
    await removeRecord(job, agency, found);
  }
}

/** Writes the receipt first, after which nothing can be restored; then removes its parts, kind by kind, and itself last. */
async function purgeReferral(job: PurgeJob, agency: Agency, referral: Versioned): Promise<void> {
  const { partition } = agency;
  const purge = { referral: referral.id, deletedAt: z.string().parse(referral['DeletedAt']) };
  if (!(await begin(job, agency, purge))) return;
  await job.checkpoint('purge-begun');
  for (const kind of purgedParts) {
    await removeParts(job, agency, { kind, of: referral.id });
    await job.checkpoint(`purge-${(kind.belongsTo.counted ?? kind.type).toLowerCase()}`);
  }
  for (const kind of records) await removeMentions(job, agency, { kind, referralId: referral.id });
  await job.checkpoint('purge-mentions');
  await end(job, agency, purge);
  await job.checkpoint('purge-done');
  await remove(partition, referral);
  job.log({ level: 'info', event: 'referral-purged', count: 1 });
}

interface Mention {
  kind: RecordFacts;
  referralId: string;
}

async function removeMentions(
  job: PurgeJob,
  { partition }: Agency,
  { kind: { type, mentions }, referralId }: Mention,
): Promise<void> {
  if (!mentions) return;
  const mentioning = select(ofType(type), { withDeleted: true, where: mentions.where(referralId) });
  await removeAll(partition, mentioning, async (found) => {
    await updateDocument(
      job,
      partition,
      found.id,
      (stored) => stored && mentions.without(stored, referralId),
    );
  });
}

interface Purge {
  referral: string;
  deletedAt: string;
}

/** False when it was restored meanwhile: both writes are in one partition, so one of them is first. */
async function begin(job: PurgeJob, { domainId }: Agency, purge: Purge): Promise<boolean> {
  const { referral, deletedAt } = purge;
  const Id = purgeReceiptId(referral, deletedAt);
  let isDeleted = true;
  await job.atomic({ ...purgeJob, domainId, work: ['purge', Id] }, async ({ work, now }) => {
    if (await work.get(purgeReceiptKind, Id)) return;
    isDeleted = (await work.restore(anyKind, referral))?.deletedAt === deletedAt;
    if (!isDeleted) return;
    const counts: Record<string, number> = {};
    for (const kind of purgedParts)
      if (kind.belongsTo.counted !== null)
        counts[kind.belongsTo.counted] = await work.count(partsIn(kind, referral));
    work.create(purgeReceiptKind, {
      Id,
      ReferralId: referral,
      ReferralDeletedAt: deletedAt,
      BegunAt: now.toISOString(),
      DoneAt: null,
      ...counts,
    });
    work.audit({ action: 'referral.purge-begun', subject: referral });
  });
  return isDeleted;
}

async function end(job: PurgeJob, { domainId }: Agency, purge: Purge): Promise<void> {
  const Id = purgeReceiptId(purge.referral, purge.deletedAt);
  await job.atomic({ ...purgeJob, domainId, work: ['purged', Id] }, async ({ work, now }) => {
    const receipt = await work.get(purgeReceiptKind, Id);
    if (!receipt || receipt.DoneAt !== null) return;
    work.replace(purgeReceiptKind, receipt, { ...receipt, DoneAt: now.toISOString() });
    work.audit({ action: 'referral.purged', subject: purge.referral });
  });
}

async function note(
  job: PurgeJob,
  { domainId }: Agency,
  entry: { action: AuditAction; subject: string },
): Promise<void> {
  await job.atomic({ ...purgeJob, domainId, work: [entry.action, entry.subject] }, async ({ work }) => {
    work.audit(entry);
  });
}

const purgeJob = { job: 'purge', as: 'Scheduled purge' };

const anyKind = readAs(referralKind, z.looseObject({ Id: z.string() }));

const purgedParts = partsOf(referralKind).filter(({ belongsTo }) => belongsTo.atPurge === 'removed');

type Found = { Id: string; Rows: object[] } & Record<Part['belongsTo']['by'], string>;
const ofType = (type: string) => readAs({ type }, z.custom<Found>());

const partsIn = ({ type, belongsTo: { by } }: Part, parent: string) =>
  select(ofType(type), { withDeleted: true, where: { [by]: parent } });

const removeParts = (job: PurgeJob, agency: Agency, { kind, of }: { kind: Part; of: string }) =>
  removeAll(agency.partition, partsIn(kind, of), (part) => removeRecord(job, agency, part));

/** Parts and files go first, because the record is the way to find them again. */
async function removeRecord(job: PurgeJob, agency: Agency, record: Versioned): Promise<void> {
  for (const kind of partsOf(record))
    if (kind.belongsTo.atPurge === 'removed') await removeParts(job, agency, { kind, of: record.id });
  const files = recordOf(record.type)?.files;
  if (files)
    for (const name of files.names(agency.domainId, record)) {
      await job.blobs.remove(files.container, name);
      await job.checkpoint('purge-file');
    }
  await remove(agency.partition, record);
}

const remove = async (partition: Partition, { id, _etag }: Versioned) =>
  void (await partition.remove(id, _etag));

async function removeAll(
  partition: Partition,
  selection: Selection<unknown>,
  removeOne: (document: Versioned) => Promise<void>,
): Promise<void> {
  const query = { ...queryOf(selection), pageSize: PAGE };
  // Asked from the start again until nothing is left: only an empty answer says so.
  for (;;) {
    const { documents } = await partition.query(query);
    if (documents.length === 0) return;
    for (const document of documents) await removeOne(document);
  }
}
