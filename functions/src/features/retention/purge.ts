import { DAY_MS } from '../../core/time.ts';
import * as z from 'zod';
import type { JobContext } from '../../core/context.ts';
import { deleteEndedStops } from './expire-stops.ts';
import { deleteExpired, yearsBefore } from './expire-referrals.ts';
import { inEachAgency } from '../../writes/job-context.ts';
import { listAll } from '../../records/reader.ts';
import type { Partition, QueryParameter, Versioned } from '../../platform/ports.ts';
import { purgeReceiptId, purgeReceiptKind } from '../../records/kinds/purge-receipts.ts';
import { withoutReferral } from '../../records/batch-rows.ts';
import { keptDays } from '../../records/retention.ts';
import { heldReferrals } from '../../records/kinds/referral-records.ts';
import { unrecordedFileKind } from '../../records/kinds/unrecorded-files.ts';

/** Limits the records of each class and agency in one run of the timer; the next run continues. */
const MAX_PER_RUN = 20;
const PAGE = 50;

/** `@before`: checks without a referral; the others are purged with theirs. */
const dueChecks =
  "SELECT * FROM c WHERE c.type = 'medicare-check' AND c.ReferralId = null AND c.CheckedAt <= @before";

/** `@now`, `@held`: a hold on a referral also covers those that were merged into it. */
const dueReferrals =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.PurgeAt <= @now" +
  ' AND NOT (IS_DEFINED(c.MergedInto.Id) AND ARRAY_CONTAINS(@held, c.MergedInto.Id))';

/** `@now`, `@before`, `@held`: documents deleted separately or never attached, without a referral under legal hold. */
const dueDocuments =
  "SELECT * FROM c WHERE c.type = 'document' AND NOT ARRAY_CONTAINS(@held, c.ReferralId)" +
  ' AND (c.PurgeAt <= @now OR (c.ReferralId = null AND c.UploadedAt < @before))';

/** `@before`: files whose record was never written. */
const dueFiles = "SELECT * FROM c WHERE c.type = 'unrecorded-file' AND c.FoundAt < @before";

/** `@before`: batches repeat names and birth dates; their results are in the checks. */
const dueBatches = "SELECT * FROM c WHERE c.type = 'eligibility-batch' AND c.CreatedAt < @before";

/** `@referral`: the records that are purged with it, in this order. */
const parts = {
  document: "c.type = 'document' AND c.ReferralId = @referral",
  check: "c.type = 'medicare-check' AND c.ReferralId = @referral",
  note: "c.type = 'note' AND c.ReferralId = @referral",
  notification: "c.type = 'notification' AND c.SubjectId = @referral",
  reverification: "c.type = 'reverification' AND c.ReferralId = @referral",
};

/**
 * Purges what was deleted long enough ago, agency by agency; the timer runs it. A failure in one agency does not affect
 * the others; a killed run is repeated from the first step, and each step finds only what is left.
 */
export async function purgeDeleted(job: JobContext): Promise<void> {
  await inEachAgency(job, {
    event: 'purge-failed',
    work: async (agency) => {
      await deleteExpired(job, agency);
      await deleteEndedStops(job, agency);
      const { Id: domainId, KeepChecksYears: checksYears } = agency;
      await purgeAgency(job, { domainId, checksYears, partition: job.partition(`d:${domainId}`) });
    },
  });
}

interface Agency {
  domainId: string;
  /** 0 keeps them. */
  checksYears: number;
  partition: Partition;
}

async function purgeAgency(job: JobContext, agency: Agency): Promise<void> {
  const { partition, checksYears } = agency;
  const at = job.clock.now();
  const now = at.toISOString();
  const daysBefore = (count: number) => new Date(at.getTime() - count * DAY_MS).toISOString();

  const held = (await listAll(job.find(agency.domainId), referralIdKind, onHold)).map(({ Id }) => Id);
  await forEachDue(dueReferrals, { now, held }, (referral) => purgeReferral(job, agency, referral));
  const unattached = { now, before: daysBefore(keptDays.unattached), held };
  await forEachDue(dueDocuments, unattached, async (document) => {
    await removeFile(job, agency, document);
    await note(job, agency, { action: 'document.purged', subject: document.id });
    await remove(partition, document);
  });
  await forEachDue(dueFiles, { before: daysBefore(keptDays.unattached) }, (found) =>
    purgeUnrecorded(job, agency, found),
  );
  if (checksYears > 0)
    await forEachDue(dueChecks, { before: yearsBefore(at, checksYears) }, async (check) => {
      await note(job, agency, { action: 'check.purged', subject: check.id });
      await removeCheck(job, agency, check);
    });
  await forEachDue(dueBatches, { before: daysBefore(keptDays.batch) }, (batch) =>
    removeBatch(partition, batch),
  );

  async function forEachDue(
    sql: string,
    parameters: Part['parameters'],
    purge: (document: Versioned) => Promise<void>,
  ): Promise<void> {
    const { documents } = await partition.query({ sql, parameters, pageSize: MAX_PER_RUN });
    for (const document of documents) await purge(document);
  }
}

async function purgeUnrecorded(job: JobContext, agency: Agency, found: Versioned): Promise<void> {
  const subject = unrecordedFileKind.schema.parse(found).DocumentId;
  if (!(await agency.partition.read(subject))) {
    await removeFile(job, agency, found);
    await note(job, agency, { action: 'document.purged', subject });
  }
  await remove(agency.partition, found);
}

/** Removes the rows first, because they are found through the batch. */
async function removeBatch(partition: Partition, batch: Versioned): Promise<void> {
  const rows = {
    where: "c.type = 'eligibility-batch-part' AND c.BatchId = @batch",
    parameters: { batch: batch.id },
  };
  await removeAll(partition, rows, (part) => remove(partition, part));
  await remove(partition, batch);
}

/**
 * Writes the receipt first, after which nothing can be restored; then removes each document's file before its record,
 * and the referral last.
 */
async function purgeReferral(job: JobContext, agency: Agency, referral: Versioned): Promise<void> {
  const { partition } = agency;
  const purge = { referral: referral.id, deletedAt: z.string().parse(referral['DeletedAt']) };
  if (!(await begin(job, agency, purge))) return;
  await job.checkpoint('purge-begun');
  const parameters = { referral: referral.id };
  await removeAll(partition, { where: parts.document, parameters }, async (document) => {
    await removeFile(job, agency, document);
    await remove(partition, document);
  });
  await job.checkpoint('purge-documents');
  await removeAll(partition, { where: parts.check, parameters }, (check) => removeCheck(job, agency, check));
  await job.checkpoint('purge-checks');
  await emptyRows(partition, referral.id);
  for (const where of [parts.note, parts.notification, parts.reverification])
    await removeAll(partition, { where, parameters }, (document) => remove(partition, document));
  await job.checkpoint('purge-notes');
  await end(job, agency, purge);
  await job.checkpoint('purge-done');
  await remove(partition, referral);
  job.log({ level: 'info', event: 'referral-purged', count: 1 });
}

/** Batches repeat the patient's name, birth date and verdict. */
async function emptyRows(partition: Partition, referralId: string): Promise<void> {
  const where = "c.type = 'eligibility-batch-part' AND ARRAY_CONTAINS(c.Rows, @row, true)";
  const parameters = { row: { ReferralId: referralId } };
  await removeAll(partition, { where, parameters }, async (part) => {
    const document = withoutReferral(part, referralId);
    const { outcome } = await partition.commit([{ op: 'replace', document, ifMatch: part._etag }]);
    // A row was checked meanwhile: the next run of the timer repeats the purge.
    if (outcome !== 'applied') throw new Error('A list changed while it was purged');
  });
}

interface Purge {
  referral: string;
  deletedAt: string;
}

/** False when it was restored meanwhile: both writes are in one partition, so one of them is first. */
async function begin(job: JobContext, { domainId }: Agency, purge: Purge): Promise<boolean> {
  const { referral, deletedAt } = purge;
  const Id = purgeReceiptId(referral, deletedAt);
  let isDeleted = true;
  await job.atomic({ ...write, domainId, work: ['purge', Id] }, async ({ work, now }) => {
    const count = (where: string) =>
      work.count({ sql: `SELECT VALUE COUNT(1) FROM c WHERE ${where}`, parameters: { referral } });
    if (await work.get(purgeReceiptKind, Id)) return;
    isDeleted = (await work.restore(anyKind, referral))?.deletedAt === deletedAt;
    if (!isDeleted) return;
    work.create(purgeReceiptKind, {
      Id,
      ReferralId: referral,
      ReferralDeletedAt: deletedAt,
      BegunAt: now.toISOString(),
      DoneAt: null,
      Documents: await count(parts.document),
      Notes: await count(parts.note),
      Checks: await count(parts.check),
      Notifications: await count(parts.notification),
    });
    work.audit({ action: 'referral.purge-begun', subject: referral });
  });
  return isDeleted;
}

async function end(job: JobContext, { domainId }: Agency, purge: Purge): Promise<void> {
  const Id = purgeReceiptId(purge.referral, purge.deletedAt);
  await job.atomic({ ...write, domainId, work: ['purged', Id] }, async ({ work, now }) => {
    const receipt = await work.get(purgeReceiptKind, Id);
    if (!receipt || receipt.DoneAt !== null) return;
    work.replace(purgeReceiptKind, receipt, { ...receipt, DoneAt: now.toISOString() });
    work.audit({ action: 'referral.purged', subject: purge.referral });
  });
}

async function note(
  job: JobContext,
  { domainId }: Agency,
  entry: { action: string; subject: string },
): Promise<void> {
  await job.atomic({ ...write, domainId, work: [entry.action, entry.subject] }, async ({ work }) => {
    work.audit(entry);
  });
}

const write = {
  job: 'purge',
  as: 'Scheduled purge',
};

const referralIdKind = { type: 'referral', schema: z.object({ Id: z.string() }) };
const onHold = { sql: heldReferrals, parameters: {} };

const anyKind = { type: 'referral', schema: z.looseObject({ Id: z.string() }) };

const StoredFile = z.object({ blobName: z.string() });

async function removeFile(job: JobContext, { domainId }: Agency, document: Versioned): Promise<void> {
  await job.blobs.remove('documents', `${domainId}/${StoredFile.parse(document).blobName}`);
  await job.checkpoint('purge-file');
}

async function removeCheck(job: JobContext, { domainId, partition }: Agency, check: Versioned) {
  for (const part of ['270', '271'])
    await job.blobs.remove('payer-exchanges', `${domainId}/${check.id}.${part}`);
  const exchange = await partition.read(`exchange-${check.id}`);
  if (exchange) await remove(partition, exchange);
  await remove(partition, check);
}

const remove = async (partition: Partition, { id, _etag }: Versioned) =>
  void (await partition.remove(id, _etag));

interface Part {
  where: string;
  parameters: Record<string, QueryParameter>;
}

async function removeAll(
  partition: Partition,
  { where, parameters }: Part,
  removeOne: (document: Versioned) => Promise<void>,
): Promise<void> {
  const query = { sql: `SELECT * FROM c WHERE ${where}`, parameters, pageSize: PAGE };
  for (let left = true; left;) {
    const { documents } = await partition.query(query);
    for (const document of documents) await removeOne(document);
    left = documents.length === PAGE;
  }
}
