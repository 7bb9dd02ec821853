import type { WriteContext, JobContext, JobPorts } from '../../../core/context.ts';
import type { DocumentScan, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import type { Loaded } from '../../../core/unit-of-work.ts';
import { announceChange } from '../../../writes/edit.ts';
import { documentKind, unrecordedFileKind } from '../../../records/kinds/referral-records.ts';
import { documentId } from '../document-handlers.ts';
import { noResult, ScanEvent, scannedDocument, type ScanResult } from './scan-event.ts';

export type ScanJob = JobContext & Pick<JobPorts, 'blobs' | 'records'>;

const LOOKS = 10;
const LOOK_AGAIN_MS = 200;

/**
 * Handles a message of the queue: a result of the malware scan lets a document be opened, or blocks it. Only a result
 * for the current version counts; a repeated one, or one for a removed document, changes nothing.
 */
export async function recordScan(job: ScanJob, message: unknown): Promise<void> {
  const event = ScanEvent.safeParse(message).data;
  const place = event && scannedDocument(event.data);
  if (!event || !place) return job.log({ level: 'warn', event: 'scan-event-ignored' });
  const { domainId, blobName } = place;
  const version = await job.blobs.version('documents', `${domainId}/${blobName}`);
  if (version !== event.data.eTag.replaceAll('"', '')) return;
  const Id = documentId(blobName);
  if (!(await isRecorded(job, { domainId, Id }))) return noteUnrecorded(job, { domainId, Id, blobName });
  const known = await job.find(domainId).get(documentKind, Id);
  if (!known || !scanAfter(known, event.data)) return;
  const work = ['scan', Id, version, event.data.scanResultType];
  const result: { state?: DocumentScan['State'] } = {};
  await job.atomic({ ...scanJob, domainId, work }, async (context) => {
    const document = await context.work.get(documentKind, Id);
    const scan = document && scanAfter(document, event.data);
    if (!document || !scan) return;
    result.state = scan.State;
    record(context, document, scan);
  });
  if (result.state === 'blocked') job.log({ level: 'error', event: 'malware-found', agency: domainId });
  if (result.state === 'not scanned')
    job.log({ level: 'warn', event: 'document-not-scanned', agency: domainId });
}

/** A file is written before its record, so a result may come between; one that does not come is asked for again. */
async function isRecorded(
  job: ScanJob,
  { domainId, Id }: { domainId: string; Id: string },
): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await job.records(domainId).read(Id)) return true;
    await job.clock.sleep(LOOK_AGAIN_MS);
  }
  return false;
}

/** The record may still come. If it does not, the purge removes the file, because nothing else knows of it. */
async function noteUnrecorded(
  job: ScanJob,
  { domainId, Id: DocumentId, blobName }: { domainId: string; Id: string; blobName: string },
): Promise<void> {
  const Id = `unrecorded-${DocumentId}`;
  await job.atomic({ ...scanJob, domainId, work: ['file-unrecorded', DocumentId] }, async ({ work, now }) => {
    if (await work.get(unrecordedFileKind, Id)) return;
    work.create(unrecordedFileKind, { Id, DocumentId, blobName, FoundAt: now.toISOString() });
  });
}

/** Undefined when it changes nothing. Malware stays blocked, whatever comes later. */
function scanAfter({ Scan, Sha256 }: ReferralDocument, result: ScanResult): DocumentScan | undefined {
  const { scanResultType, scanResultDetails: details } = result;
  const scan = { At: result.scanFinishedTimeUtc, AskedAt: Scan.AskedAt };
  if (Scan.State === 'blocked') return undefined;
  if (scanResultType === 'Malicious')
    return { ...scan, State: 'blocked', Reason: details.malware.join(', ') };
  if (Scan.State === 'clean') return undefined;
  if (scanResultType !== 'No threats found')
    return { ...scan, State: 'not scanned', Reason: details.reason || scanResultType };
  if (details.sha256 && details.sha256 !== Sha256) return undefined;
  return { ...scan, State: 'clean', Reason: '' };
}

export async function giveUpScan(job: ScanJob, domainId: string, document: ReferralDocument): Promise<void> {
  const { AskedAt } = document.Scan;
  await job.atomic(
    { ...scanJob, domainId, work: ['scan-given-up', document.Id, document.Scan.At] },
    async (context) => {
      const current = await context.work.get(documentKind, document.Id);
      if (current?.Scan.State !== 'checking') return;
      const At = context.now.toISOString();
      record(context, current, { State: 'not scanned', At, AskedAt, Reason: noResult });
    },
  );
}

export async function noteScanAsked(
  job: ScanJob,
  domainId: string,
  { Id, Scan }: ReferralDocument,
): Promise<void> {
  await job.atomic(
    { ...scanJob, domainId, work: ['scan-asked', Id, Scan.AskedAt] },
    async ({ work, now }) => {
      const current = await work.get(documentKind, Id);
      if (!current || current.Scan.AskedAt !== Scan.AskedAt) return;
      const AskedAt = now.toISOString();
      work.replace(documentKind, current, { ...current, Scan: { ...current.Scan, AskedAt } });
      return;
    },
  );
}

function record(context: WriteContext, document: Loaded<ReferralDocument>, Scan: DocumentScan): void {
  const { work } = context;
  work.replace(documentKind, document, { ...document, Scan });
  if (Scan.State !== 'clean') {
    const subject = document.ReferralId ?? document.Id;
    const action = Scan.State === 'blocked' ? 'document.blocked' : 'document.not-scanned';
    work.audit({ action, subject, changes: [{ field: 'Document', old: document.name, new: Scan.Reason }] });
  }
  if (document.ReferralId) announceChange(context, { topic: 'referral', id: document.ReferralId });
}

const scanJob = { job: 'scan', as: 'Malware scan' };
