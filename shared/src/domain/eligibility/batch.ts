import * as z from 'zod';
import { Person } from '../access/user.ts';
import { isMasked, isMbi, plainNumber } from '../person/identifiers.ts';
import { checkVerdicts } from '../records/check-verdict.ts';
import { categories } from './settings.ts';
import { line } from '../records/text.ts';
import { Id } from '../records/record-id.ts';

/** Limits the rows of a batch, and also the checks of an agency in a day. */
export const MAX_ROWS = 500;

/** A row of a pasted or uploaded list, or a referral. */
export const BatchEntry = z.strictObject({
  FirstName: line(35),
  LastName: line(60),
  DateOfBirth: z.string().max(10),
  /** For a referral it may be masked as in its record, or empty: then the record's number is used. */
  Mbi: z.string().max(20),
  ReferralId: Id.optional(),
});
export type BatchEntry = z.infer<typeof BatchEntry>;

export const rowStates = ['queued', 'running', 'done', 'failed'] as const;

export const BatchRow = z.object({
  FirstName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string(),
  /** Masked; the full number is sealed. */
  Mbi: z.string(),
  ReferralId: z.string().nullable(),
  State: z.enum(rowStates),
  /** Rises with each retry of a failed row. */
  Attempt: z.number().int(),
  CheckId: z.string().nullable(),
  Verdict: z.enum(checkVerdicts).nullable(),
  /** Marks an answer that is not from Medicare. */
  Label: z.string().nullable(),
  /** The reason for the failure. */
  Message: z.string().nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

export const Batch = z.object({
  Id: z.string(),
  CreatedAt: z.string(),
  CreatedBy: Person,
  Category: z.enum(categories),
  DateOfService: z.string(),
  RowCount: z.number().int(),
  /** True while rows wait or run. */
  IsOpen: z.boolean(),
});
export type Batch = z.infer<typeof Batch>;

/** Says why a row of a list cannot be checked; undefined when it can. */
export function problemOf({
  FirstName,
  LastName,
  DateOfBirth,
  Mbi,
  ReferralId,
}: BatchEntry): string | undefined {
  const number = plainNumber(Mbi);
  const isFromReferral = ReferralId !== undefined && (number === '' || isMasked(Mbi.trim()));
  if (!isFromReferral && !isMbi(number)) return 'The Medicare number is missing or not valid';
  if (LastName.trim() === '' || FirstName.trim() === '') return 'The name is missing';
  return /^\d{4}-\d{2}-\d{2}$/.test(DateOfBirth.trim())
    ? undefined
    : 'The birth date is missing or not valid';
}
