import * as z from 'zod';
import { SuspectedNumber } from '../person/identifiers.ts';
import { StateCode } from '../address/us-state.ts';
import { Person } from '../access/user.ts';
import { GivenZipCode } from '../address/zip-code.ts';
import { asRead, withDefaults } from '../records/as-read.ts';
import { byKey } from '../records/by-key.ts';
import { line, lines } from '../records/text.ts';
import { Clinical, ClinicalEdit } from '../person/clinical-block.ts';
import { Prefilled, PrefilledField } from './prefilled.ts';
import {
  Address,
  Channel,
  noAddress,
  noSource,
  Patient,
  PatientText,
  Source,
  StoredKind,
  wrongZip,
} from './referral-fields.ts';
import { Restriction } from './restriction.ts';
import { Etag, Id } from '../records/record-id.ts';

/** The longest text that a person writes, in characters. */
export const MAX_NOTE = 20_000;

const required = (most: number, message: string) => line(most).min(1, message);
const Payer = z.strictObject({
  Name: required(120, 'Enter the payer'),
  Plan: line(120),
  /** Often a Medicare number, so it is protected like one. */
  MemberId: line(40).regex(/^\**[^*]*$/, 'Enter the member number without asterisks'),
});

/** Contains what intake enters; the product maintains the other fields of a referral. */
export const NewReferral = z.strictObject({
  ReceivedAt: z.iso.datetime(),
  Source: Source,
  Patient: Patient,
  Address: Address,
  Payers: z.array(Payer).max(4),
  /** Ids of the agency's disciplines. */
  Services: z.array(Id).max(40),
  /** Long enough for a pasted discharge summary. */
  ClinicalSummary: lines(MAX_NOTE),
  Clinical: ClinicalEdit.optional(),
  Priority: z.boolean().optional(),
  /** Names an earlier referral of the same patient, when the patient comes back. */
  EarlierReferralId: Id.nullable().optional(),
  /** Ids of referrals that look like the same patient, which someone has looked at and dismissed. */
  NotDuplicateOf: z.array(Id).max(50).optional(),
  /** Fields that a document has a value for, which no one has accepted or left out yet. Their values stay in the document. */
  OpenFields: z.array(PrefilledField).max(PrefilledField.options.length).optional(),
  /** Documents uploaded before the referral existed; they are attached to it. */
  DocumentIds: z.array(z.string().max(80)).max(20).default([]),
});
export type NewReferral = z.output<typeof NewReferral>;

const GivenAddress = Address.extend({ ZipCode: z.union([z.literal(''), GivenZipCode], wrongZip) });

const portal = { Kind: 'Other', ...noSource, Channel: 'Portal' } as const;

/** A name and a way to call back are enough; without a phone number, birth date and address are needed. */
export const ReferralDraft = withDefaults(
  NewReferral.extend({
    /** Defaults to now. */
    ReceivedAt: NewReferral.shape.ReceivedAt.optional(),
    Source: withDefaults(Source, portal),
    Patient: withDefaults(
      Patient,
      byKey(PatientText.exclude(['LastName', 'Ssn', 'Mbi']), () => ''),
    ),
    Address: withDefaults(GivenAddress, { ...noAddress, InFile: false }),
    Payers: z.array(withDefaults(Payer, { Plan: '', MemberId: '' })).max(4),
    /** The caller's draft in which this referral was typed; it is removed with the same write. */
    DraftId: z.uuid().optional(),
    /** The values that its documents proposed, for its activity. */
    Prefilled: z.array(Prefilled).max(20).optional(),
  }),
  { Source: portal, Payers: [], Services: [], ClinicalSummary: '' },
);

const DecisionFields = z.strictObject({
  Kind: z.enum(['Pending', 'Accepted', 'Declined']),
  /** An id from the list of decline reasons; empty unless declined. */
  Reason: z.string().max(80),
  Comment: lines(1000),
  /** The name of the agency to which the patient is sent instead; empty without one. */
  HandedTo: line(120),
});
export const Decision = withDefaults(DecisionFields, { Reason: '', Comment: '', HandedTo: '' });
export type Decision = z.infer<typeof Decision>;
export const undecided: Decision = { Kind: 'Pending', Reason: '', Comment: '', HandedTo: '' };

/** Records that are older than a field lack it. */
const keptText = () => z.string().default('');

/**
 * The fields of `NewReferral` as stored and returned. They were validated on the way in and are not validated again: a
 * rule that becomes stricter hides no older referral, and a page of fifty is read twice for a third of the cost.
 */
export const keptFields = {
  ReceivedAt: z.string(),
  Source: z.object({ ...byKey(Source.keyof(), keptText), Kind: StoredKind, Channel: Channel.default('') }),
  /** All numbers are masked here, those of the payers too; revealing the full ones is a separate call. */
  Patient: z.object(byKey(PatientText, keptText)),
  Address: z.object({ ...byKey(Address.keyof(), keptText), State: StateCode, InFile: z.boolean() }),
  Payers: z.array(z.object({ Name: z.string(), Plan: z.string(), MemberId: z.string() })),
  Services: z.array(z.string()),
  ClinicalSummary: z.string(),
  Clinical,
  Priority: z.boolean().optional(),
  EarlierReferralId: z.string().nullable().optional(),
  NotDuplicateOf: z.array(z.string()).optional(),
  OpenFields: z.array(z.string()).optional(),
} satisfies Record<keyof Omit<NewReferral, 'DocumentIds'>, z.ZodType>;

/** While it is set, nothing of the referral is deleted or purged. */
const LegalHold = z.object({ Reason: z.string(), Since: z.string(), By: Person });
export const LegalHoldReason = required(500, 'Write why');

const OurAgency = z.object({ Id: z.string(), Name: z.string() });

/** A transfer to another of our agencies, which gets its own referral. */
const Transfer = z.object({
  Agency: OurAgency,
  At: z.string(),
  By: Person,
  /** Its referral; missing until that agency has it. */
  ReferralId: z.string().optional(),
});
export type Transfer = z.infer<typeof Transfer>;

/** The other side of a transfer: the agency that passed this referral on. */
const TransferredFrom = Transfer.extend({
  /** The referral of that agency. */
  ReferralId: z.string(),
  /** When this agency received it. */
  ReceivedAt: z.string(),
  Comment: z.string(),
  /** Names of the requested services that this agency does not offer. */
  ServicesNotOffered: z.array(z.string()),
});
export type TransferredFrom = z.infer<typeof TransferredFrom>;

/** A referral of the same patient that was merged into this one, which can be undone until it is purged. */
const MergedFrom = z.object({
  Id: z.string(),
  ReceivedAt: z.string(),
  At: z.string(),
  By: Person,
  PurgeAt: z.string(),
});
export type MergedFrom = z.infer<typeof MergedFrom>;

export const Referral = z.object({
  ...keptFields,
  Id: z.string(),
  Etag: z.string(),
  StatusId: z.string(),
  /** An id from the list of eligibility statuses, set by the last check that is linked to the referral. */
  EligibilityStatusId: z.string().optional(),
  EligibilityCheckId: z.string().optional(),
  Decision,
  /** When it was accepted or declined; missing while it is open. */
  DecidedAt: z.string().optional(),
  /** Set before the decision: this agency would take the patient. */
  Interested: z.boolean().optional(),
  Owner: Person.nullable(),
  /** When someone wants to call about it again; a decision removes it. */
  CallBackAt: z.string().nullable().optional(),
  CallBackBy: Person.nullable().optional(),
  LegalHold: LegalHold.nullable().optional(),
  Restriction: Restriction.nullable().optional(),
  Transfer: Transfer.optional(),
  TransferredFrom: TransferredFrom.optional(),
  MergedFrom: z.array(MergedFrom).optional(),
  CreatedAt: z.string(),
  CreatedBy: Person,
  UpdatedAt: z.string(),
  UpdatedBy: Person,
  DocumentCount: z.number().int(),
  NoteCount: z.number().int(),
});
export type Referral = z.infer<typeof Referral>;

/** A list shows these. The others are on the referral's page only, whose opening is logged as an access. */
export const ReferralRow = Referral.pick({
  ReceivedAt: true,
  Services: true,
  Priority: true,
  EarlierReferralId: true,
  NotDuplicateOf: true,
  Id: true,
  Etag: true,
  StatusId: true,
  EligibilityStatusId: true,
  EligibilityCheckId: true,
  DecidedAt: true,
  Interested: true,
  Owner: true,
  CallBackAt: true,
  LegalHold: true,
  Restriction: true,
  CreatedAt: true,
  CreatedBy: true,
  UpdatedAt: true,
  UpdatedBy: true,
  DocumentCount: true,
  NoteCount: true,
}).extend({
  Source: keptFields.Source.pick({ Kind: true, Channel: true, Organization: true }),
  Patient: keptFields.Patient.pick({ FirstName: true, LastName: true, DateOfBirth: true }),
  Address: keptFields.Address.pick({ City: true, County: true, State: true, ZipCode: true }),
  Payers: z.array(keptFields.Payers.element.pick({ Name: true })),
  Clinical: z.object({ RequestedStart: z.string().default('') }).default({ RequestedStart: '' }),
  Decision: z.object({ Kind: DecisionFields.shape.Kind, Reason: z.string() }),
});
export type ReferralRow = z.infer<typeof ReferralRow>;

/** The changed fields and the version they are based on; without one, the edit is of the current version. */
const ReferralEdit = NewReferral.omit({ DocumentIds: true })
  .extend({
    Source: Source.partial(),
    Patient: Patient.partial(),
    Address: GivenAddress.partial(),
    /** A row of the list lacks fields of a payer and of a decision: omitted ones keep their values. */
    Payers: z.array(Payer.partial({ Plan: true, MemberId: true })).max(4),
  })
  .partial()
  .extend({
    Id: z.string().max(80),
    Etag: Etag.optional(),
    StatusId: z.string().max(80).optional(),
    OwnerId: z.string().max(80).nullable().optional(),
    Interested: z.boolean().optional(),
    CallBackAt: z.iso.datetime().nullable().optional(),
    /** The agency of ours that gets the referral; it is declined here. */
    TransferTo: z.string().max(80).optional(),
    /** The owner as it was read; `OwnerId` takes precedence. */
    Owner: z
      .looseObject({ Id: z.string().max(80) })
      .nullable()
      .optional(),
    Decision: DecisionFields.partial({ Reason: true, Comment: true, HandedTo: true })
      .refine((decision) => decision.Kind !== 'Declined' || decision.Reason !== '', {
        message: 'Choose why the referral is declined',
        path: ['Reason'],
      })
      .optional(),
  });
export const ReferralUpdate = asRead(ReferralEdit, Referral);
export type ReferralUpdate = z.infer<typeof ReferralUpdate>;

/** The result of a malware scan. No one can open a document that is not clean. */
export const DocumentScan = z.object({
  State: z.enum(['checking', 'clean', 'blocked', 'not scanned']),
  /** When a scan in progress began, otherwise when its result came. */
  At: z.string(),
  /** When the scan was last requested: a result that does not come is requested again. */
  AskedAt: z.string(),
  /** Names the malware, or says why there is no result. */
  Reason: z.string(),
});
export type DocumentScan = z.infer<typeof DocumentScan>;

export const isOpenable = ({ Scan }: Pick<ReferralDocument, 'Scan'>): boolean => Scan.State === 'clean';
/** A blocked document does not count as one that the referral has. */
export const isUsable = ({ Scan }: Pick<ReferralDocument, 'Scan'>): boolean => Scan.State !== 'blocked';

export const ReferralDocument = z.object({
  Id: z.string(),
  /** Changes when a person changes its type or name. */
  Etag: z.string(),
  name: z.string(),
  blobName: z.string(),
  DocumentTypeId: z.string(),
  ReferralId: z.string().nullable(),
  ContentType: z.string(),
  Size: z.number().int(),
  Sha256: z.string(),
  UploadedAt: z.string(),
  UploadedBy: Person,
  Scan: DocumentScan,
});
export type ReferralDocument = z.infer<typeof ReferralDocument>;

export const callOutcomes = ['Reached', 'Left a message', 'No answer'] as const;
/** What makes a note one of a call. */
export const NoteCall = z.object({
  With: required(120, 'Write whom the call was with'),
  Outcome: z.enum(callOutcomes),
});
export type NoteCall = z.infer<typeof NoteCall>;

export const ReferralNote = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  Text: z.string(),
  CreatedAt: z.string(),
  CreatedBy: Person,
  EditedAt: z.string().nullable(),
  ReadBy: z.array(Person.extend({ At: z.string() })),
  Priority: z.boolean().optional(),
  /** Leaves the agency with the referral; other notes stay internal. */
  Shared: z.boolean().optional(),
  /** The kinds of full numbers that the text seems to contain, which every reader of notes would see. */
  SuspectedNumbers: z.array(SuspectedNumber).optional(),
  Call: NoteCall.optional(),
});
export type ReferralNote = z.infer<typeof ReferralNote>;

/** A note without the field is internal. */
export const isShared = ({ Shared }: Pick<ReferralNote, 'Shared'>): boolean => Shared === true;

export const NoteText = lines(MAX_NOTE).min(1, 'Write the note first');
