import type { JobContext, JobPorts } from './core/context.ts';
import { sweepImports } from './imports/worker/sweep-imports.ts';
import { sealDays } from './features/audit/seal-days.ts';
import { watchReading } from './features/audit/watch-reading.ts';
import { sweepScans } from './features/documents/scan/sweep-scans.ts';
import { sweepEligibility, sweepExchanges } from './features/eligibility/reverify/sweep-eligibility.ts';
import { renewKeys } from './features/keys/renew-keys.ts';
import { remindOfAdmissions } from './features/referrals/reminders/remind-of-admissions.ts';
import { remindOfCallBacks } from './features/referrals/reminders/remind-of-call-backs.ts';
import { remindOfAnswers } from './features/referrals/reminders/remind-of-answers.ts';
import { splitSources } from './features/referrals/split-sources.ts';
import { receiveTransfers } from './features/referrals/transfer/receive-transfers.ts';
import { purgeDeleted } from './features/retention/purge.ts';
import { remindOfReviews } from './features/users/access-review/remind-of-reviews.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import type { JobCounts } from '@handoff/shared/contract/system-health';
import type { Platform } from './platform/ports.ts';
import { recordRun } from './writes/record-run.ts';
import { sweepOutbox } from './writes/outbox.ts';

/** A separate timer function, so that no job can hold up or end another. */
export interface Job {
  /** The function in Azure. */
  name: string;
  /** For administrators. */
  title: string;
  /** NCRONTAB with seconds, or the setting that contains it. */
  schedule: string;
  run: () => Promise<void>;
}

/** What there is for jobs: each sees of it what its own signature names. */
type Given = JobContext & JobPorts & { platform: Platform };

interface JobParts {
  platform: Platform;
  job: JobContext;
  ports: JobPorts;
}

/** The interval of work for which people wait. */
export const OFTEN = '%SWEEP_SCHEDULE%';

export type Jobs = ReturnType<typeof createJobs>;

/** One row a job: a new one is declared here and nowhere else. */
export function createJobs(parts: JobParts) {
  const job = (row: Row) => recorded(parts, row);
  // oxfmt-ignore
  return {
    outbox: job({ name: 'sweepOutbox', title: 'Live updates', schedule: OFTEN, run: ({ platform }) => sweepOutbox(platform) }),
    imports: job({ name: 'sweepImports', title: 'Address imports', schedule: OFTEN, run: sweepImports }),
    eligibility: job({ name: 'sweepEligibility', title: 'Eligibility checks', schedule: OFTEN, run: sweepEligibility }),
    webhooks: job({ name: 'deliverWebhooks', title: 'Webhooks', schedule: OFTEN, run: deliverWebhooks }),
    transfers: job({ name: 'receiveTransfers', title: 'Transfers between agencies', schedule: OFTEN, run: receiveTransfers }),
    deleted: job({ name: 'purgeDeleted', title: 'Retention', schedule: '0 17 * * * *', run: removeOld }),
    scans: job({ name: 'sweepScans', title: 'Malware scans', schedule: '0 */5 * * * *', run: sweepScans }),
    audit: job({ name: 'sealAudit', title: 'Audit integrity', schedule: '0 47 * * * *', run: sealDays }),
    reading: job({ name: 'watchReading', title: 'Unusual access monitor', schedule: '0 */10 * * * *', run: watchReading }),
    keys: job({ name: 'renewKeys', title: 'Key renewal', schedule: '0 9/10 * * * *', run: renewKeys }),
    reviews: job({ name: 'remindOfReviews', title: 'Access review reminders', schedule: '0 27 11 * * *', run: remindOfReviews }),
    reminders: job({ name: 'remindOfAnswers', title: 'Response reminders', schedule: '0 5/15 * * * *', run: remindOfAnswers }),
    callBacks: job({ name: 'remindOfCallBacks', title: 'Call-back reminders', schedule: '0 */5 * * * *', run: remindOfCallBacks }),
    admissions: job({ name: 'remindOfAdmissions', title: 'Admission reminders', schedule: '0 37 * * * *', run: remindOfAdmissions }),
  };
}

async function removeOld(given: Given): Promise<JobCounts> {
  await splitSources(given);
  const counts = await purgeDeleted(given);
  await sweepExchanges(given);
  return counts;
}

interface Row extends Omit<Job, 'run'> {
  run(given: Given): Promise<JobCounts | void>;
}

/** Records each run for the page of the system's health, with the errors that the job logged and got over. */
function recorded({ platform, job, ports }: JobParts, row: Row): Job {
  const run = () =>
    recordRun(platform, row.name, (log) =>
      row.run({ ...ports, ...job, log, platform: { ...platform, log } }),
    );
  return { ...row, run };
}
