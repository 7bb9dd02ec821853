import { documentKind } from '../../../records/kinds/referral-records.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { listAll } from '../../../records/reader.ts';
import { atMost, select } from '../../../records/select.ts';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { giveUpScan, noteScanAsked, type ScanJob } from './scan-results.ts';
import { MINUTE_MS } from '../../../core/time.ts';

/** A scan takes seconds, rarely minutes. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;

/** Asks again, less and less often and for a day: a new version of the same file makes the scanner read it again. */
export async function sweepScans(job: ScanJob): Promise<void> {
  await inAgenciesWith(job, [waitingSince(job.clock.now().getTime())], {
    event: 'scan-sweep-failed',
    work: ({ Id }) => sweepAgency(job, Id),
  });
}

function waitingSince(now: number) {
  const AskedAt = atMost(new Date(now - ASK_AGAIN_MS).toISOString());
  return select(documentKind, { where: { Scan: { State: 'checking', AskedAt } } });
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
}

const isLost = ({ Scan: { At } }: ReferralDocument, now: number) => now - Date.parse(At) >= GIVE_UP_MS;

/** Doubles the wait before each new request. */
const isDue = ({ Scan: { At, AskedAt } }: ReferralDocument, now: number) =>
  now - Date.parse(AskedAt) >= Date.parse(AskedAt) - Date.parse(At);
