import { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { Person } from '@handoff/shared/domain/access/user';
import { DocumentScan, Referral, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { searchGrams, searchTexts, sortName } from '@handoff/shared/domain/referral/referral-search';
import * as z from 'zod';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { recordKind, type RecordKind } from '../../core/record-kind.ts';

const derivedFields = (referral: Referral) => ({
  SearchTexts: searchTexts(referral),
  SearchGrams: searchGrams(referral),
  SortName: sortName(referral),
});

/** In `d:<domainId>`. */
export const referralKind: RecordKind<Referral> = { ...recordKind('referral', Referral), derivedFields };

const KeyedReferral = Referral.extend({ DuplicateKeys: BlockingKeys.optional() });
export type KeyedReferral = z.infer<typeof KeyedReferral>;
/** With the hashes that find duplicates, which are never answered; other edits leave them as they are. */
export const keyedReferralKind: RecordKind<KeyedReferral> = {
  ...recordKind('referral', KeyedReferral),
  derivedFields,
};

export const sealedNumbers = {
  Sealed: z.record(z.string(), z.string()).default({}),
  /** Blind indexes of the numbers: equal numbers of an agency have equal ones. */
  SearchKeys: z.array(z.string()).default([]),
};
export type SealedNumbers = {
  [Field in keyof typeof sealedNumbers]: z.output<(typeof sealedNumbers)[Field]>;
};
/** Of one that was merged into another referral and deleted by that: what is needed to undo it. */
const MergedInto = z.object({
  Id: z.string(),
  At: z.string(),
  By: Person,
  /** Ids of what belongs to the other referral since. */
  Moved: z.object({
    Documents: z.array(z.string()),
    Notes: z.array(z.string()),
    Checks: z.array(z.string()),
  }),
  /** What the other one lacked, and has from this one: fields, and names of payers. */
  Taken: z.object({
    Patient: z.array(z.enum(['Phone', 'Ssn', 'Mbi'])),
    Payers: z.array(z.string()),
  }),
  /** The earlier referral that the other one named before; left out where it names the same since. */
  EarlierWas: z.string().nullable().optional(),
  /** The note there that says what this one said otherwise. */
  NoteId: z.string(),
});
export type MergedInto = z.infer<typeof MergedInto>;

const mergedReferralKind = recordKind(
  'referral',
  z.object({ Id: z.string(), MergedInto: MergedInto.pick({ Id: true }) }),
);

/** `@id` */
const mergedReferral =
  'SELECT c.id, c.type, c._etag, c.Id, c.MergedInto FROM c' +
  " WHERE c.type = 'referral' AND c.Id = @id AND IS_DEFINED(c.MergedInto.Id)";

/** The referral that this one was merged into, as long as that can be undone. */
export async function mergedIntoOf(find: Reader, id: string): Promise<string | undefined> {
  const { items } = await find.list(mergedReferralKind, { sql: mergedReferral, parameters: { id } });
  return items[0]?.MergedInto.Id;
}

/** The referral itself while it is there, or the one it was merged into. */
export async function keptReferral(find: Reader, id: string): Promise<Referral | undefined> {
  const referral = await find.get(referralKind, id);
  const into = referral ? undefined : await mergedIntoOf(find, id);
  return into === undefined ? referral : keptReferral(find, into);
}

const SealedReferral = KeyedReferral.extend({ ...sealedNumbers, MergedInto: MergedInto.optional() });
export type SealedReferral = z.infer<typeof SealedReferral>;
/** A referral with the sealed forms and search keys of its numbers: never part of an answer. */
export const sealedReferralKind: RecordKind<SealedReferral> = {
  ...recordKind('referral', SealedReferral),
  derivedFields,
};

/** One from before there were scans was not asked for yet. */
const notScannedYet: DocumentScan = { State: 'checking', At: '', AskedAt: '', Reason: '' };
export const documentKind = recordKind(
  'document',
  ReferralDocument.extend({ Scan: DocumentScan.default(notScannedYet) }),
);

export function checkNotHeld({ LegalHold }: Pick<Referral, 'LegalHold'>): void {
  if (LegalHold)
    throw new AppError(
      'legal_hold',
      'This referral is under legal hold. Nothing of it can be deleted until a manager releases it.',
    );
}

/** Those of an agency, deleted ones included. */
export const heldReferrals = "SELECT * FROM c WHERE c.type = 'referral' AND IS_DEFINED(c.LegalHold.Since)";
