import { JobRun, JobWork } from '@handoff/shared/contract/system-health';
import * as z from 'zod';
import { declareRecord, declareStored, standalone } from '../declare-record.ts';
import { always, days, hours, keptSeconds, NEVER_EXPIRES, untilNewer } from '../retention.ts';

// The server keeps these records for itself; the files that write them define their fields.

const everywhere = ['agency', 'system', 'person'] as const;
const ofServer = { ...standalone, levels: ['business'] } as const;

export const idempotencyRecord = declareStored({
  ...ofServer,
  type: 'idem',
  holds: 'what was answered under a key, so that a repeated request gets the same',
  levels: ['patient'],
  partitions: everywhere,
  retention: {
    kept:
      `${days(keptSeconds.answer)}; ${days(keptSeconds.leasedAnswer)} where a payer or a file was involved; ` +
      'after a failure there always, without an answer',
    ttl: [keptSeconds.answer, keptSeconds.leasedAnswer, NEVER_EXPIRES],
  },
  boundedBy: 'time',
});

export const outboxMessage = declareStored({
  ...ofServer,
  type: 'outbox',
  holds: 'a live message that is not sent yet: ids',
  partitions: everywhere,
  retention: { kept: hours(keptSeconds.liveMessage), ttl: [keptSeconds.liveMessage] },
  boundedBy: 'time',
});

export const rateRecord = declareStored({
  ...ofServer,
  type: 'rate',
  holds: 'how much of a limit someone has used',
  levels: ['staff'],
  partitions: everywhere,
  retention: { kept: 'until it is whole again, and a minute', ttl: 'by its limit' },
  boundedBy: 'time',
});

export const KEY_RENEWAL = 'key-renewal';
/** Each agency has one from its beginning, so that those that are due are found by a query. */
export const keyRenewalKind = declareRecord({
  ...ofServer,
  type: KEY_RENEWAL,
  schema: z.object({
    Id: z.literal(KEY_RENEWAL),
    /** Versions of the keys that it renews to. */
    Data: z.string(),
    Index: z.string(),
    StartedAt: z.string(),
    /** The last id that this pass has handled. */
    After: z.string(),
    /** Counts renewed records in this pass. */
    Renewed: z.number(),
    Failed: z.number(),
    /** Counts renewed records in earlier passes. */
    Total: z.number(),
    DoneAt: z.string().nullable(),
    /** True when something was, or was about to be, renewed: it is set before counting, in case a run dies. */
    HasBegun: z.boolean(),
  }),
  holds: 'how far the renewal of the keys has come',
  partitions: ['agency'],
  retention: always,
  boundedBy: 'one',
});
export type KeyRenewal = z.infer<typeof keyRenewalKind.schema>;

export const notBegun: KeyRenewal = {
  Id: KEY_RENEWAL,
  Data: '',
  Index: '',
  StartedAt: '',
  After: '',
  Renewed: 0,
  Failed: 0,
  Total: 0,
  DoneAt: null,
  HasBegun: false,
};

export const jobRunKind = declareRecord({
  ...ofServer,
  type: 'job-run',
  schema: z.object({ Id: z.string(), LastRun: JobRun, LastWork: JobWork.nullable() }),
  holds: 'when a job last ran, how it ended, and how much it did',
  partitions: ['system'],
  retention: untilNewer,
  boundedBy: 'one',
});
export type JobRunRecord = z.infer<typeof jobRunKind.schema>;
export const jobRunId = (job: string) => `job-run-${job}`;

export const importRecord = declareStored({
  ...ofServer,
  type: 'import',
  holds: 'the import of a state file',
  partitions: ['state'],
  retention: always,
  boundedBy: 'nothing',
});

const stateSetting = {
  ...ofServer,
  holds: 'which columns of a state’s files are what, names of counties and skipped states',
  partitions: ['state'],
  retention: always,
  boundedBy: 'one',
} as const;
export const columnsRecord = declareStored({ ...stateSetting, type: 'columns' });
export const rulesRecord = declareStored({ ...stateSetting, type: 'rules' });

const versions = {
  ...ofServer,
  holds: 'addresses of a state or entries of a list, which version is live, and who imports',
  partitions: ['state'],
  retention: untilNewer,
  boundedBy: 'file',
} as const;
export const manifestRecord = declareStored({ ...versions, type: 'manifest' });
export const liveVersion = declareStored({ ...versions, type: 'current' });
export const zipRecord = declareStored({ ...versions, type: 'zip' });
export const listRecord = declareStored({ ...versions, type: 'list' });
export const importLock = declareStored({ ...versions, type: 'lock' });
