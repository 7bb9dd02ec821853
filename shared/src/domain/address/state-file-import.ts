import * as z from 'zod';
import { AddressState, StateCode } from './us-state.ts';
import { Person } from '../access/user.ts';
import { FitCheck } from '../referral/referral-checks.ts';
import { line } from '../records/text.ts';

export const importStatuses = [
  'uploading',
  'uploaded',
  'scanning',
  'writing',
  'waiting',
  'needsConfirmation',
  'live',
  'superseded',
  'unchanged',
  'failed',
  'cancelled',
] as const;
export const ImportStatus = z.enum(importStatuses);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** Why a row was rejected; `other-state` rows are skipped without being an error. */
export const rejectReasons = [
  'columns',
  'no-zip',
  'bad-zip',
  'zip-outside-state',
  'no-number',
  'unassigned-number',
  'no-street',
  'parse',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

const count = z.number().int().nonnegative();

/** The counts that change while a file is imported; `rows = accepted + duplicates + skipped + rejected`. */
export const ImportProgress = z.object({
  /** Rises with every saved or sent state; a receiver drops one that is not higher than the last. */
  seq: count,
  status: ImportStatus,
  bytesDone: count,
  bytesTotal: count,
  rows: count,
  accepted: count,
  duplicates: count,
  skipped: count,
  rejected: count,
  zipsDone: count,
  zipsTotal: count,
  rowsPerSecond: count,
  etaSeconds: count.nullable(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** The progress before anything has been read. */
export const noProgress = {
  bytesDone: 0,
  rows: 0,
  accepted: 0,
  duplicates: 0,
  skipped: 0,
  rejected: 0,
  zipsDone: 0,
  zipsTotal: 0,
  rowsPerSecond: 0,
  etaSeconds: null,
} as const satisfies Partial<ImportProgress>;

export const RejectExample = z.object({ line: z.number().int(), text: z.string() });

export const ImportMode = z.enum(['replace', 'add']);
export type ImportMode = z.infer<typeof ImportMode>;

/** With a review, nothing goes live until an administrator has seen what the file changes. */
export const ImportPublish = z.enum(['automatically', 'after-review']);
export type ImportPublish = z.infer<typeof ImportPublish>;

/** The parts of an address that a column of a file may hold. */
export const fileFields = ['number', 'street', 'address', 'city', 'county', 'state', 'zip'] as const;
export type FileField = (typeof fileFields)[number];

/** The column that an administrator chose for each field; empty means no column. */
export const ColumnChoice = z.partialRecord(z.enum(fileFields), z.string().max(200));
export type ColumnChoice = z.infer<typeof ColumnChoice>;

/** Rules for the files of one state beyond their columns. */
export const FileRules = z.strictObject({
  /** Maps a county as files write it to the name shown; an empty name shows no county. */
  CountyNames: z.array(z.strictObject({ From: line(80).min(1), To: line(80) })).max(200),
  /** Rows with ZIP codes of these states are skipped; those of other states are rejected. */
  SkippedStates: z.array(StateCode).max(50),
});
export type FileRules = z.infer<typeof FileRules>;

/** Limits the ZIP codes named as added, and as removed. */
export const MAX_CODES_NAMED = 200;
const codes = z.array(z.string()).default([]);

/** Limits the ZIP codes compared to those whose streets change most. */
export const MAX_ZIPS_COMPARED = 20;
export const MAX_STREETS_NAMED = 5;

const ZipStreetChanges = z.object({
  code: z.string(),
  added: count,
  removed: count,
  /** A street whose house numbers now have another name. */
  renamed: count,
  streetsAdded: codes,
  streetsRemoved: codes,
  streetsRenamed: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type ZipStreetChanges = z.infer<typeof ZipStreetChanges>;

/** Covers the ZIP codes that both versions have. */
const StreetChanges = z.object({
  added: count,
  removed: count,
  renamed: count,
  zips: z.array(ZipStreetChanges),
});
export type StreetChanges = z.infer<typeof StreetChanges>;

export const StateFileImport = z.object({
  ImportId: z.string(),
  State: AddressState,
  Mode: ImportMode,
  Publish: ImportPublish.default('automatically'),
  FileName: z.string(),
  Bytes: count,
  Progress: ImportProgress,
  RejectedByReason: z.record(z.string(), count),
  /** The first five rejected rows of each reason. */
  Examples: z.record(z.string(), z.array(RejectExample)),
  /** How many rows of each other state were skipped. */
  SkippedByState: z.record(z.string(), count).default({}),
  /** The rules in effect for this import. */
  Rules: FileRules.nullable().default(null),
  /** Describes the file: delimiter, encoding, the recognized format, and the meaning of each column. */
  Format: z
    .object({
      name: z.string(),
      encoding: z.string(),
      delimiter: z.string(),
      columns: z.record(z.string(), z.string()),
      /** The first values read for each field. */
      samples: z.record(z.string(), z.array(z.string())).default({}),
      /** All columns of the file, each with its first value. */
      fileColumns: z.array(z.object({ name: z.string(), sample: z.string() })).default([]),
      /** The administrator's choice for files of this state; not applied when the file lacks one of the columns. */
      choice: z
        .object({ columns: ColumnChoice, by: z.string(), at: z.string(), isApplied: z.boolean() })
        .nullable()
        .default(null),
    })
    .nullable(),
  /** Compares the import with the version live at the time: the changes that publishing makes. */
  Diff: z
    .object({
      zipsAdded: count,
      zipsRemoved: count,
      zipsChanged: count,
      addressesBefore: count,
      addressesAfter: count,
      /** The first ones in order, at most 200. */
      codesAdded: codes,
      codesRemoved: codes,
      /** Counts the ZIP codes with another city or county. */
      zipsRenamed: count.default(0),
      placesRenamed: z.array(z.object({ code: z.string(), from: z.string(), to: z.string() })).default([]),
      /** Computed only for an import that is reviewed. */
      streets: StreetChanges.nullable().default(null),
    })
    .nullable(),
  /** A sentence that an administrator understands, when the import failed, waits or needs a confirmation. */
  Message: z.string().nullable(),
  CancelRequested: z.boolean(),
  /** The queue position of a waiting import; 1 starts next. */
  QueuePosition: count.nullable().default(null),
  By: Person,
  At: z.string(),
  FinishedAt: z.string().nullable(),
});
export type StateFileImport = z.infer<typeof StateFileImport>;

/** An open referral whose service area check has another result with another version; it has no patient data. */
export const AreaChange = z.object({
  ReferralId: z.string(),
  BusinessDomainId: z.string(),
  BusinessDomainName: z.string(),
  ReceivedAt: z.string(),
  ZipCode: z.string(),
  Before: FitCheck,
  After: FitCheck,
});
export type AreaChange = z.infer<typeof AreaChange>;

/** Whether an import is final and will not continue by itself. */
export function isFinished(status: ImportStatus): boolean {
  return ['live', 'superseded', 'unchanged', 'failed', 'cancelled', 'needsConfirmation'].includes(status);
}
