import * as z from 'zod';

export const importStatuses = [
  'uploading',
  'uploaded',
  'scanning',
  'writing',
  'waiting',
  'needsConfirmation',
  'live',
  'superseded',
  'removed',
  'unchanged',
  'failed',
  'cancelled',
] as const;
export const ImportStatus = z.enum(importStatuses);
export type ImportStatus = z.infer<typeof ImportStatus>;

const count = z.number().int().nonnegative();

/**
 * The counts that change while a file is imported: `accepted + units + duplicates + skipped + rejected` are the rows,
 * and the further numbers of rows that list several (`listed-number`).
 */
export const ImportProgress = z.object({
  /** Rises with every saved or sent state; a receiver drops one that is not higher than the last. */
  seq: count,
  status: ImportStatus,
  bytesDone: count,
  bytesTotal: count,
  rows: count,
  accepted: count,
  /** Rows that name a further unit of an address. */
  units: count.default(0),
  duplicates: count,
  skipped: count,
  rejected: count,
  zipsDone: count,
  zipsTotal: count,
  rowsPerSecond: count,
  etaSeconds: count.nullable(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

export const noProgress = {
  bytesDone: 0,
  rows: 0,
  accepted: 0,
  units: 0,
  duplicates: 0,
  skipped: 0,
  rejected: 0,
  zipsDone: 0,
  zipsTotal: 0,
  rowsPerSecond: 0,
  etaSeconds: null,
} as const satisfies Partial<ImportProgress>;

export function isFinished(status: ImportStatus): boolean {
  return ['live', 'superseded', 'removed', 'unchanged', 'failed', 'cancelled', 'needsConfirmation'].includes(
    status,
  );
}

export const rejectReasons = [
  'columns',
  'no-zip',
  'bad-zip',
  'zip-outside-state',
  'several-zips',
  'unknown-town',
  'no-number',
  'unassigned-number',
  'no-street',
  'parse',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Why a row that is no error adds no address: it is one of another state, or its address was there already. */
export const passedReasons = ['other-state', 'same-address', 'unit'] as const;
export type PassedReason = (typeof passedReasons)[number];

/** `listed-number` counts the numbers beyond the first of rows that list several. */
export const corrections = ['zip-padded', 'zip-from-town', 'zip-from-neighbor', 'listed-number'] as const;
export type Correction = (typeof corrections)[number];

export type RowKind = RejectReason | PassedReason | Correction;

export const listRejectReasons = ['columns', 'bad-npi', 'no-name', 'bad-flag', 'bad-code', 'parse'] as const;
export type ListRejectReason = (typeof listRejectReasons)[number];
