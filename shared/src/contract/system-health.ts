import * as z from 'zod';
import { ImportStatus } from '../domain/address/import-progress.ts';
import { checkVerdicts } from '../domain/records/check-verdict.ts';
import { FileSubject } from '../domain/address/file-subject.ts';
import { get } from './endpoint.ts';

const Count = z.number().int();

const jobCounts = [
  'referralsDeleted',
  'referralsPurged',
  'documentsPurged',
  'checksPurged',
  'eventsSent',
  'eventsFailed',
  'referralsReverified',
] as const;
export type JobCount = (typeof jobCounts)[number];
export const JobCounts = z.partialRecord(z.enum(jobCounts), Count);
export type JobCounts = z.infer<typeof JobCounts>;

export const JobRun = z.object({
  StartedAt: z.string(),
  EndedAt: z.string(),
  /** Errors that were logged: most jobs go on with the next agency after one. */
  Errors: Count,
  /** The name of the error that ended the run; empty after a complete one. */
  EndedBy: z.string(),
});

export const JobWork = z.object({ At: z.string(), Counts: JobCounts });

const ScheduledJob = z.object({
  Title: z.string(),
  LastRun: JobRun.nullable(),
  /** The last run that had something to do, for jobs that count. */
  LastWork: JobWork.nullable(),
  /** Null when it is more than a day away. */
  NextAt: z.string().nullable(),
  /** A run that was due did not happen. */
  IsLate: z.boolean(),
});

/** The counts of all agencies together. */
const Backlogs = z.object({
  WebhookEventsWaiting: Count,
  /** Events among them of which an attempt failed. */
  WebhookEventsFailed: Count,
  /** Webhooks that were switched off after days of failures. */
  WebhooksSwitchedOff: Count,
  DocumentsInScan: Count,
  /** Documents among them whose scan takes longer than ten minutes. */
  DocumentsScannedLate: Count,
  DocumentsNotScanned: Count,
});

const Reverification = z.object({
  /** Agencies in which it is on. */
  Agencies: Count,
  Referrals: Count,
  /** Agencies that pause after a failure. */
  Paused: Count,
});

const Keys = z.object({
  Data: z.string(),
  Index: z.string(),
  /** Versions before the newest that still open data. */
  Older: z.array(z.string()),
  /** When the newest versions were first seen; null until the renewal has run. */
  Since: z.string().nullable(),
  /** Agencies with data under an older version. */
  AgenciesToRenew: Count,
  /** Values that could not be sealed again in this pass. */
  Failed: Count,
});

/** The store refuses every write to a full partition, and one agency's records are in one. */
const Partition = z.object({
  /** The agency's name; null for records of the system. */
  Agency: z.string().nullable(),
  /** Of what a partition can hold. */
  Percent: Count,
});

const Answer = z.object({ At: z.string(), Verdict: z.enum(checkVerdicts) });

export const SystemHealth = z.object({
  CheckedAt: z.string(),
  Version: z.string(),
  Agencies: Count,
  Jobs: z.array(ScheduledJob),
  Backlogs,
  Medicare: z.object({
    Provider: z.enum(['sandbox', 'stedi']),
    /** The newest check of all agencies. */
    Last: Answer.nullable(),
    /** The newest check that was answered. */
    LastAnswered: Answer.nullable(),
  }),
  Reverification,
  /** Null when no keys for patient numbers are configured. */
  Keys: Keys.nullable(),
  /** The records were read for this answer; files are stored apart from them. */
  FilesAnswer: z.boolean(),
  /** "small" while none has the 5% from which the store reports one; "unknown" while it does not answer. */
  LargestPartition: z.union([Partition, z.enum(['small', 'unknown'])]),
  Imports: z.array(
    z.object({
      State: FileSubject,
      Addresses: Count,
      /** The newest import that was not canceled; null before the first. */
      Last: z
        .object({ ImportId: z.string(), FileName: z.string(), At: z.string(), Status: ImportStatus })
        .nullable(),
    }),
  ),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

export const systemHealthApi = {
  read: get('/system/gethealth', {
    summary: 'How the installation is running, in times and counts: no patients, referrals or people',
    access: 'agencies.manage',
    scope: 'system',
    output: SystemHealth,
  }),
} as const;
