import * as z from 'zod';
import { ImportProgress } from './import-progress.ts';
import { FileSubject } from './file-subject.ts';
import { StateCode } from './us-state.ts';
import { Person } from '../access/user.ts';
import { byKey } from '../records/by-key.ts';
import { line } from '../records/text.ts';

const count = z.number().int().nonnegative();

export const RejectExample = z.object({
  line: z.number().int(),
  /** The cells of the row, one after the other. */
  text: z.string(),
  /** Null where the row has too few or too many cells to tell which is which. */
  cells: z.object({ number: z.string(), street: z.string(), zip: z.string() }).nullable().default(null),
});

export const ImportMode = z.enum(['replace', 'add']);
export type ImportMode = z.infer<typeof ImportMode>;

/** With a review, nothing goes live until an administrator has seen what the file changes. */
export const ImportPublish = z.enum(['automatically', 'after-review']);
export type ImportPublish = z.infer<typeof ImportPublish>;

export const fileFields = ['number', 'street', 'address', 'city', 'county', 'unit', 'state', 'zip'] as const;
export const FileField = z.enum(fileFields);
export type FileField = z.infer<typeof FileField>;

/** A number has up to three parts and a street several; of cities, counties and units the first that is filled counts. */
export const mostColumns: Record<FileField, number> = {
  number: 3,
  street: 8,
  address: 1,
  city: 3,
  county: 3,
  unit: 3,
  state: 1,
  zip: 1,
};

/** The columns that an administrator chose for each field, in order; an empty list means no column. */
export const ColumnChoice = z.strictObject(
  byKey(FileField, (field) =>
    z
      .array(z.string().min(1).max(200))
      .max(mostColumns[field], `Choose ${mostColumns[field]} at most`)
      .optional(),
  ),
);
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

/** Compares a version with the one live at the time. */
export const VersionDiff = z.object({
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
});
export type VersionDiff = z.infer<typeof VersionDiff>;

export const StateFileImport = z.object({
  ImportId: z.string(),
  State: FileSubject,
  Mode: ImportMode,
  Publish: ImportPublish.default('automatically'),
  FileName: z.string(),
  Bytes: count,
  Progress: ImportProgress,
  RejectedByReason: z.record(z.string(), count),
  /** The first five rejected rows of each reason. */
  Examples: z.record(z.string(), z.array(RejectExample)),
  SkippedByState: z.record(z.string(), count).default({}),
  /** How many rows were taken after each correction. */
  Corrected: z.record(z.string(), count).default({}),
  /** The towns whose rows were rejected, because the file has no ZIP codes and they have several. */
  SharedTowns: z.array(z.object({ town: z.string(), zips: z.array(z.string()), rows: count })).default([]),
  Rules: FileRules.nullable().default(null),
  /** Describes the file: delimiter, encoding, the recognized format, and the meaning of each column. */
  Format: z
    .object({
      name: z.string(),
      kind: z.enum(['csv', 'geojson']).default('csv'),
      encoding: z.string(),
      delimiter: z.string(),
      columns: z.record(z.string(), z.string()),
      /** The first values read for each field. */
      samples: z.record(z.string(), z.array(z.string())).default({}),
      /** All columns of the file, each with its first value, and the field that its values look like. */
      fileColumns: z
        .array(
          z.object({
            name: z.string(),
            sample: z.string(),
            guess: z.object({ field: FileField, percent: count }).nullable().default(null),
          }),
        )
        .default([]),
      /** The fields whose columns were found by their values, because their names are unknown. */
      guessed: z.array(FileField).default([]),
      /** Columns that seem to hold a part of the address that is not read, or is read twice. */
      unread: z.array(z.string()).default([]),
      /** The file has no ZIP codes, so that they come from its towns. */
      isZipFromTown: z.boolean().default(false),
      /** The administrator's choice for files of this state; not applied when the file lacks one of the columns. */
      choice: z
        .object({ columns: ColumnChoice, by: z.string(), at: z.string(), isApplied: z.boolean() })
        .nullable()
        .default(null),
    })
    .nullable(),
  Diff: VersionDiff.nullable(),
  /** A sentence that an administrator understands, when the import failed, waits or needs a confirmation. */
  Message: z.string().nullable(),
  /** An import of the file fails again as long as the file is the same; one of a lost worker may succeed. */
  FailedBy: z.enum(['file', 'upload', 'worker']).nullable().default(null),
  CancelRequested: z.boolean(),
  /** The import of the same state that has to end before this one starts. */
  WaitsFor: z.string().nullable().default(null),
  /** The queue position of a waiting import; 1 starts next. */
  QueuePosition: count.nullable().default(null),
  By: Person,
  At: z.string(),
  FinishedAt: z.string().nullable(),
});
export type StateFileImport = z.infer<typeof StateFileImport>;
