import { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { Person } from '@handoff/shared/domain/access/user';
import { Referral, ReferralDocument, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { OtherDetails } from '@handoff/shared/domain/referral/passed-on';
import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { SenderLink } from '@handoff/shared/domain/referral/sender-link';
import { OrderIdentifier } from '@handoff/shared/domain/referral/file-reading';
import { BreakGlass } from '@handoff/shared/domain/referral/restriction';
import { searchGrams, searchTexts, sortName } from '@handoff/shared/domain/referral/referral-search';
import * as z from 'zod';
import { AppError } from '../../core/app-error.ts';
import type { Reader, RecordKind } from '../../core/unit-of-work.ts';
import { declareRecord, inReferral, standalone } from '../declare-record.ts';
import { always, keptDays, withReferral } from '../retention.ts';
import { isThere, OnlyId, select } from '../select.ts';

function derivedFields(referral: Referral) {
  const SearchTexts = searchTexts(referral);
  return { SearchTexts, SearchGrams: searchGrams(SearchTexts), SortName: sortName(referral) };
}

export const referralKind = {
  type: 'referral',
  schema: Referral,
  derivedFields,
} as const satisfies RecordKind<Referral>;

/** Who recorded it, and its owner. */
export const peopleOf = ({ CreatedBy, Owner }: Pick<Referral, 'CreatedBy' | 'Owner'>): string[] => [
  ...new Set([CreatedBy.Id, ...(Owner ? [Owner.Id] : [])]),
];

export const KeyedReferral = Referral.extend({ DuplicateKeys: BlockingKeys.optional() });
export type KeyedReferral = z.infer<typeof KeyedReferral>;
/** Includes the hashes that find duplicates. They are never sent to clients, and other edits leave them unchanged. */
export const keyedReferralKind: RecordKind<KeyedReferral> = { ...referralKind, schema: KeyedReferral };

export const sealedNumbers = {
  Sealed: z.record(z.string(), z.string()).default({}),
  /** Blind indexes of the numbers: equal numbers within an agency have equal indexes. */
  SearchKeys: z.array(z.string()).default([]),
};
export type SealedNumbers = {
  [Field in keyof typeof sealedNumbers]: z.output<(typeof sealedNumbers)[Field]>;
};
/** Set on a referral that was merged into another one and deleted; everything needed to undo that. */
const MergedInto = z.object({
  Id: z.string(),
  At: z.string(),
  By: Person,
  /** Ids of the records moved to the other referral. */
  Moved: z
    .object({ Documents: z.array(z.string()), Notes: z.array(z.string()), Checks: z.array(z.string()) })
    .catchall(z.array(z.string())),
  /** Fields and payer names that the other referral took from this one. */
  Taken: z.object({
    Patient: z.array(Referral.shape.Patient.keyof()),
    Payers: z.array(z.string()),
    Others: z.array(OtherDetails.keyof()),
    Clinical: z.array(ClinicalField),
    Orders: z.array(OrderIdentifier),
  }),
  /** The earlier referral that the other one named before the merge; absent if the merge did not change it. */
  EarlierWas: z.string().nullable().optional(),
  /** The note on the other referral with the values in which this one differed. */
  NoteId: z.string(),
});
export type MergedInto = z.infer<typeof MergedInto>;

const Merged = z.object({ Id: z.string(), MergedInto: MergedInto.pick({ Id: true }) });

/** Returns the referral that this one was merged into, while that can be undone. */
export async function mergedIntoOf(find: Reader, id: string): Promise<string | undefined> {
  const where = { Id: id, MergedInto: { Id: isThere } };
  const { items } = await find.list(select(referralKind, { withDeleted: true, where }, Merged));
  return items[0]?.MergedInto.Id;
}

/** Returns the referral itself if it exists, or the one that it was merged into. */
export async function keptReferral(find: Reader, id: string): Promise<Referral | undefined> {
  const referral = await find.get(referralKind, id);
  const into = referral ? undefined : await mergedIntoOf(find, id);
  return into === undefined ? referral : keptReferral(find, into);
}

const SealedReferral = KeyedReferral.extend({
  ...sealedNumbers,
  MergedInto: MergedInto.optional(),
  /** The sender's names of the order that this referral fulfills; its status goes back under them. */
  Orders: z.array(OrderIdentifier).optional(),
});
export type SealedReferral = z.infer<typeof SealedReferral>;
/** A referral with the sealed numbers and their search keys, which are never sent to clients. */
export const sealedReferralKind = declareRecord<SealedReferral, 'referral'>({
  ...referralKind,
  schema: SealedReferral,
  holds: 'a referral with its patient, payers and decision',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: {
    kept: `until deleted, then ${keptDays.deleted} days; by the agency’s years, if it set them; held records stay`,
  },
  boundedBy: 'years',
  ...standalone,
  sealed: ['Sealed', 'SearchKeys', 'DuplicateKeys'],
});

export const documentKind = declareRecord({
  type: 'document',
  schema: ReferralDocument,
  holds: 'what a file is, its hash and scan; the file is in Blob Storage',
  levels: ['patient'],
  retention: { kept: `as its referral; ${keptDays.unattached} days while it belongs to none` },
  ...inReferral(referralKind, { atPurge: 'removed', atMerge: 'moved', counted: 'Documents' }),
  files: {
    container: 'documents',
    names: (domainId, { blobName }) => [`${domainId}/${String(blobName)}`],
  },
});

export const documentsOf = (ReferralId: string) =>
  select(documentKind, {
    where: { ReferralId },
    order: ['type ASC', 'ReferralId ASC', 'UploadedAt DESC'],
  });

export const noteKind = declareRecord({
  type: 'note',
  schema: ReferralNote,
  holds: 'a note on a referral',
  levels: ['patient'],
  retention: withReferral,
  ...inReferral(referralKind, { atPurge: 'removed', atMerge: 'moved', counted: 'Notes' }),
});

export const notesOf = (ReferralId: string) =>
  select(noteKind, { where: { ReferralId }, order: ['type ASC', 'ReferralId ASC', 'CreatedAt DESC'] });

/** Stays at a merge: the sender of one referral learns nothing of the other, and the link works again if it is undone. */
export const senderLinkKind = declareRecord({
  type: 'sender-link',
  schema: SenderLink,
  holds: 'a page for the sender of a referral: the hash of its secret, what is asked for, a message',
  levels: ['patient', 'staff'],
  retention: withReferral,
  ...inReferral(referralKind, { atPurge: 'removed', atMerge: 'stays', counted: null }),
});

export const linksOf = (ReferralId: string) =>
  select(senderLinkKind, { where: { ReferralId }, order: ['type ASC', 'ReferralId ASC', 'CreatedAt DESC'] });

export const breakGlassKind = declareRecord({
  type: 'break-glass',
  schema: BreakGlass,
  holds: 'an emergency access with its reason',
  levels: ['patient'],
  retention: always,
  ...inReferral(referralKind, { atPurge: 'stays', atMerge: 'stays', counted: null }),
});

export function checkNotHeld({ LegalHold }: Pick<Referral, 'LegalHold'>): void {
  if (LegalHold)
    throw new AppError(
      'legal_hold',
      'This referral is under legal hold. Nothing of it can be deleted until a manager releases it.',
    );
}

/** An agency's referrals under legal hold, including deleted ones. */
export const heldReferrals = select(
  referralKind,
  { withDeleted: true, where: { LegalHold: { Since: isThere } } },
  OnlyId,
);

/** Records a permanent removal, its time and what it counted, without the patient; once it exists, nothing can be restored. */
const PurgeReceipt = z.looseObject({
  Id: z.string(),
  ReferralId: z.string(),
  ReferralDeletedAt: z.string(),
  BegunAt: z.string(),
  /** Null until the purge is complete. */
  DoneAt: z.string().nullable(),
});
export const purgeReceiptKind = declareRecord({
  type: 'purge-receipt',
  schema: PurgeReceipt,
  holds: 'that something was permanently removed, without what it was',
  levels: ['staff'],
  retention: always,
  ...inReferral(referralKind, { atPurge: 'stays', atMerge: 'stays', counted: null }),
});

/** A restored referral that is deleted again gets another receipt. */
export const purgeReceiptId = (referralId: string, deletedAt: string) =>
  `purge-${referralId}-${Date.parse(deletedAt)}`;

/** A file is written before its record; if that never follows, this finds the file again. */
const UnrecordedFile = z.object({
  Id: z.string(),
  /** Id of the document record that the file would have. */
  DocumentId: z.string(),
  blobName: z.string(),
  FoundAt: z.string(),
});
export const unrecordedFileKind = declareRecord({
  type: 'unrecorded-file',
  schema: UnrecordedFile,
  holds: 'a file whose record never came, such as that of an upload which was given up: what removes it',
  levels: ['business'],
  partitions: ['agency'],
  retention: { kept: `${keptDays.unattached} days` },
  boundedBy: 'time',
  ...standalone,
  files: documentKind.files,
});
