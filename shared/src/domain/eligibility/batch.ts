import * as z from 'zod';
import { Person } from '../access/user.ts';
import { isMasked, isMbi, plainNumber } from '../person/identifiers.ts';
import { checkVerdicts } from './past-check.ts';
import { categories } from './settings.ts';
import { line } from '../records/text.ts';

/** So many rows can be checked in one batch; it is also what an agency may ask in a day. */
export const MAX_ROWS = 500;

/** A person of a list, as pasted, uploaded, or taken from a referral. */
export const BatchEntry = z.strictObject({
  FirstName: line(35),
  LastName: line(60),
  DateOfBirth: z.string().max(10),
  /** Of a referral also masked, as its record shows it, or left to the record. */
  Mbi: z.string().max(20),
  ReferralId: z.string().min(1).max(80).optional(),
});
export type BatchEntry = z.infer<typeof BatchEntry>;

export const rowStates = ['queued', 'running', 'done', 'failed'] as const;

export const BatchRow = z.object({
  FirstName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string(),
  /** Masked: whole it is kept sealed. */
  Mbi: z.string(),
  ReferralId: z.string().nullable(),
  State: z.enum(rowStates),
  /** Counted up by each retry of a row that failed. */
  Attempt: z.number().int(),
  CheckId: z.string().nullable(),
  Verdict: z.enum(checkVerdicts).nullable(),
  /** What to say beside it when no one at Medicare answered; rows from before have none. */
  Label: z.string().nullable().default(null),
  /** Why it failed. */
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
  /** While rows wait or run. */
  IsOpen: z.boolean(),
});
export type Batch = z.infer<typeof Batch>;

/** Why a row of a list cannot be asked about; undefined when it can. */
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
