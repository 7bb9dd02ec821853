import { documentKind } from '../../../records/kinds/referral-records.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { listAll } from '../../../records/reader.ts';
import { atLeast, atMost, select } from '../../../records/select.ts';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { noResult } from './scan-event.ts';
import { giveUpScan, noteScanAsked, type ScanJob } from './scan-results.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/time.ts';

/** A scan takes seconds, rarely minutes. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const GIVE_UP_MS = DAY_MS;
/** Of an agency; a run comes every five minutes. */
const ASKED_A_RUN = 50;
/** The limit of scans is one of a calendar month. */
const LIMIT_ENDS_MS = 32 * DAY_MS;

/**
 * Requests missing results again, less and less often, and after a day once a day, until a limit of scans has ended; the
 * timer runs it. Writing a new version of the same file makes the scanner read it again.
 */
export async function sweepScans(job: ScanJob): Promise<void> {
  const now = job.clock.now().getTime();
  await inAgenciesWith(job, [waitingSince(now), withoutResult(now)], {
    event: 'scan-sweep-failed',
    work: ({ Id }) => sweepAgency(job, Id),
  });
}

function waitingSince(now: number) {
  const AskedAt = atMost(new Date(now - ASK_AGAIN_MS).toISOString());
  return select(documentKind, { where: { Scan: { State: 'checking', AskedAt } } });
}

function withoutResult(now: number) {
  const AskedAt = atMost(new Date(now - DAY_MS).toISOString());
  const At = atLeast(new Date(now - LIMIT_ENDS_MS).toISOString());
  return select(documentKind, { where: { Scan: { State: 'not scanned', Reason: noResult, AskedAt, At } } });
}

async function sweepAgency(job: ScanJob, domainId: string): Promise<void> {
  const now = job.clock.now().getTime();
  for (const document of await listAll(job.find(domainId), waitingSince(now)))
    if (isLost(document, now)) {
      await giveUpScan(job, domainId, document);
      job.log({ level: 'warn', event: 'document-not-scanned', agency: domainId });
    } else if (isDue(document, now)) {
      await job.blobs.rewrite('documents', `${domainId}/${document.blobName}`);
      await noteScanAsked(job, domainId, document);
      job.log({ level: 'warn', event: 'document-scan-late', agency: domainId });
    }
  const { items } = await job.find(domainId).list(withoutResult(now), { pageSize: ASKED_A_RUN });
  for (const document of items) {
    await job.blobs.rewrite('documents', `${domainId}/${document.blobName}`);
    await noteScanAsked(job, domainId, document);
  }
}

const isLost = ({ Scan: { At } }: ReferralDocument, now: number) => now - Date.parse(At) >= GIVE_UP_MS;

/** Doubles the wait before each new request. */
const isDue = ({ Scan: { At, AskedAt } }: ReferralDocument, now: number) =>
  now - Date.parse(AskedAt) >= Date.parse(AskedAt) - Date.parse(At);
