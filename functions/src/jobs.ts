import type { JobContext, JobPorts } from './core/context.ts';
import { sweepImports } from './imports/worker/sweep-imports.ts';
import { sealDays } from './features/audit/seal-days.ts';
import { watchReading } from './features/audit/watch-reading.ts';
import { sweepScans } from './features/documents/scan/sweep-scans.ts';
import { sweepEligibility, sweepExchanges } from './features/eligibility/reverify/sweep-eligibility.ts';
import { renewKeys } from './features/keys/renew-keys.ts';
import { remindOfAdmissions } from './features/referrals/reminders/remind-of-admissions.ts';
import { remindOfAnswers } from './features/referrals/reminders/remind-of-answers.ts';
import { receiveTransfers } from './features/referrals/transfer/receive-transfers.ts';
import { purgeDeleted } from './features/retention/purge.ts';
import { remindOfReviews } from './features/users/access-review/remind-of-reviews.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import type { JobCounts } from '@handoff/shared/contract/system-health';
import { only } from './http/handlers.ts';
import type { Platform } from './platform/ports.ts';
import { recordRun } from './writes/record-run.ts';
import { sweepOutbox } from './writes/outbox.ts';

/** A separate timer function, so that no job can hold up or end another. */
export interface Job {
  /** The name of the function in Azure. */
  name: string;
  /** Its name for administrators. */
  title: string;
  /** NCRONTAB with seconds, or the setting that contains it. */
  schedule: string;
  run: () => Promise<void>;
}

interface JobParts {
  platform: Platform;
  job: JobContext;
  ports: JobPorts;
}

/** The interval of work for which people wait. */
export const OFTEN = '%SWEEP_SCHEDULE%';

export type Jobs = ReturnType<typeof createJobs>;

/** One row a job: a new one is declared here and nowhere else. */
export const createJobs = (parts: JobParts) =>
  ({
    outbox: recorded(parts, {
      name: 'sweepOutbox',
      title: 'Live updates',
      schedule: OFTEN,
      run: ({ platform }) => sweepOutbox(platform),
    }),
    imports: recorded(parts, {
      name: 'sweepImports',
      title: 'Address imports',
      schedule: OFTEN,
      run: ({ job, ports }) =>
        sweepImports({
          ...job,
          ...only(
            ports,
            'addresses',
            'createAddresses',
            'stateFiles',
            'blobs',
            'realtime',
            'trace',
            'notify',
          ),
        }),
    }),
    eligibility: recorded(parts, {
      name: 'sweepEligibility',
      title: 'Eligibility checks',
      schedule: OFTEN,
      run: ({ job, ports }) => sweepEligibility({ ...job, ...only(ports, 'exchanges', 'eligibility') }),
    }),
    webhooks: recorded(parts, {
      name: 'deliverWebhooks',
      title: 'Webhooks',
      schedule: OFTEN,
      run: ({ job, ports }) => deliverWebhooks({ ...job, ...only(ports, 'webhooks', 'records') }),
    }),
    transfers: recorded(parts, {
      name: 'receiveTransfers',
      title: 'Transfers between agencies',
      schedule: OFTEN,
      run: ({ job, ports }) => receiveTransfers({ ...job, ...only(ports, 'documents') }),
    }),
    deleted: recorded(parts, {
      name: 'purgeDeleted',
      title: 'Retention',
      schedule: '0 17 * * * *',
      async run({ job, ports }) {
        const counts = await purgeDeleted({ ...job, ...only(ports, 'blobs', 'records') });
        await sweepExchanges({ ...job, ...only(ports, 'exchanges', 'eligibility') });
        return counts;
      },
    }),
    scans: recorded(parts, {
      name: 'sweepScans',
      title: 'Malware scans',
      schedule: '0 */5 * * * *',
      run: ({ job, ports }) => sweepScans({ ...job, ...only(ports, 'blobs', 'records') }),
    }),
    audit: recorded(parts, {
      name: 'sealAudit',
      title: 'Audit seals',
      schedule: '0 47 * * * *',
      run: ({ job, ports }) => sealDays({ ...job, ...only(ports, 'blobs', 'records', 'trailMonth') }),
    }),
    reading: recorded(parts, {
      name: 'watchReading',
      title: 'Watch over access to patients',
      schedule: '0 */10 * * * *',
      run: ({ job }) => watchReading(job),
    }),
    keys: recorded(parts, {
      name: 'renewKeys',
      title: 'Key renewal',
      schedule: '0 9/10 * * * *',
      run: ({ job, ports }) => renewKeys({ ...job, ...only(ports, 'blobs', 'records') }),
    }),
    reviews: recorded(parts, {
      name: 'remindOfReviews',
      title: 'Access review reminders',
      schedule: '0 27 11 * * *',
      run: ({ job }) => remindOfReviews(job),
    }),
    reminders: recorded(parts, {
      name: 'remindOfAnswers',
      title: 'Response reminders',
      schedule: '0 5/15 * * * *',
      run: ({ job }) => remindOfAnswers(job),
    }),
    admissions: recorded(parts, {
      name: 'remindOfAdmissions',
      title: 'Admission reminders',
      schedule: '0 37 * * * *',
      run: ({ job }) => remindOfAdmissions(job),
    }),
  }) satisfies Record<string, Job>;

interface Declared extends Omit<Job, 'run'> {
  run(parts: JobParts): Promise<JobCounts | void>;
}

/** Records each run for the page of the system's health, with the errors that the job logged and got over. */
function recorded({ platform, job, ports }: JobParts, declared: Declared): Job {
  const run = () =>
    recordRun(platform, declared.name, (log) =>
      declared.run({ platform: { ...platform, log }, job: { ...job, log }, ports }),
    );
  return { ...declared, run };
}
