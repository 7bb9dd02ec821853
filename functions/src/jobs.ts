import type { JobContext } from './core/context.ts';
import { sweepImports } from './features/address-import/worker/sweep-imports.ts';
import { sealDays } from './features/audit/seal-days.ts';
import { watchReading } from './features/audit/watch-reading.ts';
import { sweepScans } from './features/documents/scan/sweep-scans.ts';
import { sweepEligibility } from './features/eligibility/reverify/sweep-eligibility.ts';
import { renewKeys } from './features/keys/renew-keys.ts';
import { remindOfAnswers } from './features/referrals/reminders/remind-of-answers.ts';
import { receiveTransfers } from './features/referrals/transfer/receive-transfers.ts';
import { purgeDeleted } from './features/retention/purge.ts';
import { remindOfReviews } from './features/users/access-review/remind-of-reviews.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import type { Platform } from './platform/ports.ts';
import { sweepOutbox } from './writes/outbox.ts';

/** A separate timer function, so that no job can hold up or end another. */
export interface Job {
  /** The name of the function in Azure. */
  name: string;
  /** NCRONTAB with seconds, or the setting that contains it. */
  schedule: string;
  run(): Promise<void>;
}

interface JobParts {
  platform: Platform;
  job: JobContext;
}

/** The interval of work for which people wait. */
const OFTEN = '%SWEEP_SCHEDULE%';

export type Jobs = ReturnType<typeof createJobs>;

/** One row a job: a new one is declared here and nowhere else. */
export const createJobs = ({ platform, job }: JobParts) =>
  ({
    outbox: { name: 'sweepOutbox', schedule: OFTEN, run: () => sweepOutbox(platform) },
    imports: { name: 'sweepImports', schedule: OFTEN, run: () => sweepImports(job) },
    eligibility: { name: 'sweepEligibility', schedule: OFTEN, run: () => sweepEligibility(job) },
    webhooks: { name: 'deliverWebhooks', schedule: OFTEN, run: () => deliverWebhooks(job) },
    transfers: { name: 'receiveTransfers', schedule: OFTEN, run: () => receiveTransfers(job) },
    deleted: { name: 'purgeDeleted', schedule: '0 17 * * * *', run: () => purgeDeleted(job) },
    scans: { name: 'sweepScans', schedule: '0 */5 * * * *', run: () => sweepScans(job) },
    audit: { name: 'sealAudit', schedule: '0 47 * * * *', run: () => sealDays(job) },
    reading: { name: 'watchReading', schedule: '0 */10 * * * *', run: () => watchReading(job) },
    keys: { name: 'renewKeys', schedule: '0 9/10 * * * *', run: () => renewKeys(job) },
    reviews: { name: 'remindOfReviews', schedule: '0 27 * * * *', run: () => remindOfReviews(job) },
    reminders: { name: 'remindOfAnswers', schedule: '0 5/15 * * * *', run: () => remindOfAnswers(job) },
  }) satisfies Record<string, Job>;
