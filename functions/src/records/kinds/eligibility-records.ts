import type { StoredDocument, Versioned } from '../../platform/ports.ts';
import { Person } from '@handoff/shared/domain/access/user';
import {
  AgencyEligibilitySettings,
  defaultAgencySettings,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { plansFound } from '@handoff/shared/domain/eligibility/known-plan';
import { MedicarePlan, planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import * as z from 'zod';
import { EXCHANGE_FILE, exchangeFileName, exchangeParts } from '../exchange-files.ts';
import { referralKind, sealedNumbers } from './referral-records.ts';
import { declareRecord, declareStored, inReferral, standalone, standaloneIn } from '../declare-record.ts';
import { hours, keptDays, keptSeconds, onceDeleted, unseen, withReferral } from '../retention.ts';
import { atMost, includingPart, select } from '../select.ts';

const ofStaff = standaloneIn('agency', 'staff');
const ofSystem = standaloneIn('system', 'business');

/** A check with its number sealed and a hash that finds the checks of one person; without keys it has neither. */
const StoredCheck = FullPastCheck.extend({
  MbiHash: z.string().nullable(),
  Sealed: sealedNumbers.Sealed,
  /** The referral's insurance when it was asked; absent without a referral. */
  Payers: z.string().optional(),
});
export type StoredCheck = z.infer<typeof StoredCheck>;
export const StoredCheckOwner = StoredCheck.pick({ Id: true, ReferralId: true });
export const checkKind = declareRecord({
  type: 'medicare-check',
  schema: StoredCheck,
  /** Finds the checks of one plan; the coverage itself is not indexed. */
  derivedFields: (check) => ({ AdvantagePlans: plansFound(check).map(planKey) }),
  holds: 'a check of eligibility with what was found',
  levels: ['numbers', 'patient'],
  retention: { kept: 'as its referral; without one by the agency’s years' },
  ...inReferral(referralKind, { atPurge: 'removed', atMerge: 'moved', counted: 'Checks' }),
  boundedBy: 'years',
  sealed: ['Sealed', 'MbiHash'],
});

/** Says that texts of an exchange with a payer are stored; written before them, so that none outlives its retention. */
export const exchangeKind = declareRecord({
  type: 'exchange',
  schema: z.object({
    Id: z.string(),
    CheckId: z.string(),
    KeptAt: z.string(),
    /** The answer, until it can be stored with the other texts. */
    Sealed: sealedNumbers.Sealed,
    IsUploadPending: z.boolean(),
  }),
  holds: 'that a payer was asked, and what it still owes',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: { kept: `as the raw texts it is of, and ${unseen}, without a text`, ...onceDeleted },
  boundedBy: 'time',
  belongsTo: { kind: checkKind, by: 'CheckId', atPurge: 'removed', atMerge: 'stays', counted: null },
  files: {
    container: 'payer-exchanges',
    names: (domainId, { CheckId }) =>
      exchangeParts.map((part) => exchangeFileName({ domainId, checkId: String(CheckId), part })),
  },
  sealed: ['Sealed'],
  mentions: null,
});

export const exchangeFile = declareStored({
  type: EXCHANGE_FILE,
  holds: 'the raw question and answer, in Blob Storage',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: {
    kept:
      `by the agency’s months for raw texts, ${defaultAgencySettings.ExchangeRetentionMonths} until it sets others; ` +
      'with its check, if that goes first',
  },
  boundedBy: 'time',
  ...standalone,
});

/** Records that someone opened the raw exchange of a check, which is not sent without it. */
export const exchangeViewKind = declareRecord({
  type: 'exchange-view',
  schema: z.object({ Id: z.string(), OpenUntil: z.string(), ttl: z.number().int() }),
  holds: 'that someone opened a raw question and answer; the trail has it, too',
  levels: ['staff'],
  partitions: ['agency'],
  retention: { kept: hours(keptSeconds.openExchange), ttl: [keptSeconds.openExchange] },
  boundedBy: 'time',
  ...standalone,
});

/** The last check of a referral, from which the timer's next one is due. */
const Reverification = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  CheckId: z.string(),
  CheckedAt: z.string(),
  /** The earliest time of the next check; empty when there is no limit. */
  NotBefore: z.string(),
  /** Consecutive failures. */
  Failures: z.number().int(),
});
export type Reverification = z.infer<typeof Reverification>;
export const reverificationKind = declareRecord({
  type: 'reverification',
  schema: Reverification,
  holds: 'when a referral is checked again',
  levels: ['patient'],
  retention: withReferral,
  ...inReferral(referralKind, { atPurge: 'removed', atMerge: 'stays', counted: null }),
});

/** Referrals whose last check is old enough, and whose next one is not delayed. */
export const dueReverifications = ({ before, now }: { before: string; now: string }) =>
  select(reverificationKind, { where: { CheckedAt: atMost(before), NotBefore: atMost(now) } });

export const REVERIFICATION_PAUSE = 'reverification-pause';
/** An agency's scheduled checks pause after a failure, longer after each consecutive one. */
export const reverificationPauseKind = declareRecord({
  type: REVERIFICATION_PAUSE,
  schema: z.object({
    Id: z.literal(REVERIFICATION_PAUSE),
    Until: z.string(),
    Failures: z.number().int(),
  }),
  holds: 'how long scheduled checks rest after a failure',
  levels: ['business'],
  partitions: ['agency'],
  retention: { kept: 'always' },
  boundedBy: 'one',
  ...standalone,
});

/** `ListHash` is a keyed hash of the list and its question; equal lists have equal hashes. */
const StoredBatch = Batch.extend({ ListHash: z.string(), PartCount: z.number().int() });
export type StoredBatch = z.infer<typeof StoredBatch>;
export const batchKind = declareRecord({
  type: 'eligibility-batch',
  schema: StoredBatch,
  ...ofStaff('a list of people that is checked', { kept: `${keptDays.batch} days` }, 'time'),
  sealed: ['ListHash'],
});

/**
 * `AskedBy` is the person who asked about it again. A row is null once its referral is purged, so that the rows behind it
 * keep the position that their numbers are sealed for.
 */
const StoredRow = BatchRow.extend({ AskedBy: Person.optional() }).nullable();
export type StoredRow = z.infer<typeof StoredRow>;

const BatchPart = z.object({
  Id: z.string(),
  BatchId: z.string(),
  Rows: z.array(StoredRow),
  Sealed: sealedNumbers.Sealed,
});
export type BatchPart = z.infer<typeof BatchPart>;
/** Its rows repeat the patient's name, birth date and verdict. */
export const batchPartKind = declareRecord({
  type: 'eligibility-batch-part',
  schema: BatchPart,
  holds: 'the rows of such a list',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: { kept: `${keptDays.batch} days` },
  boundedBy: 'time',
  belongsTo: { kind: batchKind, by: 'BatchId', atPurge: 'removed', atMerge: 'stays', counted: null },
  files: null,
  sealed: ['Sealed'],
  mentions: {
    where: (ReferralId) => ({ Rows: includingPart({ ReferralId }) }),
    without: withoutReferral,
  },
});

/** Returns the position for which the number of a row in a list is sealed. */
export const numberField = (row: number) => `Rows.${row}.Mbi`;

const NamingRows = z.looseObject({
  Rows: z.array(z.looseObject({ ReferralId: z.string().nullable() }).nullable()),
  Sealed: z.record(z.string(), z.string()).default({}),
});

/** Removes a referral's data from a list but keeps the positions of later rows. */
function withoutReferral({ _etag, ...document }: Versioned, referralId: string): StoredDocument {
  const { Rows, Sealed } = NamingRows.parse(document);
  const isGone = (row: number) => Rows[row]?.ReferralId === referralId;
  const gone = new Set(Rows.flatMap((_, row) => (isGone(row) ? numberField(row) : [])));
  return {
    ...document,
    id: document.id,
    type: document.type,
    Rows: Rows.map((row, index) => (isGone(index) ? null : row)),
    Sealed: Object.fromEntries(Object.entries(Sealed).filter(([field]) => !gone.has(field))),
  };
}

export const ELIGIBILITY_SETTINGS = 'eligibility-settings';
/** An agency's settings for its checks; there is no record until it saves them. */
export const eligibilitySettingsKind = declareRecord({
  type: ELIGIBILITY_SETTINGS,
  schema: z.object({
    Id: z.literal(ELIGIBILITY_SETTINGS),
    Etag: z.string(),
    Settings: AgencyEligibilitySettings,
  }),
  holds: 'what an agency decided on its eligibility checks',
  levels: ['business'],
  partitions: ['agency'],
  retention: { kept: 'always' },
  boundedBy: 'one',
  ...standalone,
});

export type StoredSettings = z.infer<typeof eligibilitySettingsKind.schema>;

export const PLAN_LIST = 'medicare-plans';
/** A single record: CMS lists some 6,000 plans, and judging an answer reads them all. */
export const planListKind = declareRecord({
  type: 'medicare-plan-list',
  schema: z.object({
    Id: z.literal(PLAN_LIST),
    ImportedAt: z.string(),
    ImportedBy: Person,
    Plans: z.array(MedicarePlan),
  }),
  ...ofSystem('the plans of Medicare Advantage', { kept: 'until the next list' }, 'one'),
});
