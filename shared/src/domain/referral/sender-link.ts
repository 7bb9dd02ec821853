import * as z from 'zod';
import { Person } from '../access/user.ts';
import { Sha256 } from '../address/block-upload.ts';
import { lines } from '../records/text.ts';
import { Id } from '../records/record-id.ts';

/** Limits of one link, so that a lost one does little harm. */
export const senderLinkLimits = { files: 10, bytes: 100 * 1024 * 1024, days: 30, lines: 10 };

export const MessageToSource = lines(1000);
/** What a sender writes back. It becomes a note of the referral. */
export const LineOfSender = lines(1000).min(1, 'Write something first');
const DocumentTypeIds = z.array(Id).max(20);

/** The secret is made where the link is shown: the server gets its hash, and the secret only from who uses the link. */
export const NewSenderLink = z.strictObject({
  ReferralId: Id,
  SecretSha256: Sha256,
  /** The missing documents; without any, the link only shows how the referral stands. */
  DocumentTypeIds: DocumentTypeIds.default([]),
  Message: MessageToSource.default(''),
  Days: z.number().int().min(1).max(senderLinkLimits.days).default(7),
});

/** A page for the sender of one referral, who has no account. */
export const SenderLink = z.object({
  /** Contains the hash of its secret. */
  Id: z.string(),
  Etag: z.string(),
  ReferralId: z.string(),
  DocumentTypeIds: z.array(z.string()),
  Message: z.string(),
  CreatedAt: z.string(),
  CreatedBy: Person,
  UpdatedAt: z.string(),
  UpdatedBy: Person,
  ExpiresAt: z.string(),
  Revoked: z.object({ At: z.string(), By: Person }).nullable(),
  /** Received through it so far. */
  Files: z.number().int(),
  Bytes: z.number().int(),
  /** Written back through it so far. */
  Lines: z.number().int().default(0),
});
export type SenderLink = z.infer<typeof SenderLink>;

export const isLinkOpen = ({ ExpiresAt, Revoked }: SenderLink, now: Date): boolean =>
  Revoked === null && now.toISOString() < ExpiresAt;

/** All that the sender sees of a referral. */
export const SenderView = z.object({
  Agency: z.string(),
  /** Ten digits, perhaps with an extension; empty if the agency gives none. */
  Phone: z.string(),
  Initials: z.string(),
  Progress: z.enum(['Received', 'In review', 'Accepted', 'Declined']),
  /** The day on which care begins, once it is accepted; empty if it is not known. */
  CareFrom: z.string(),
  /** The agency to which a declined referral was passed on; empty without one. */
  PassedTo: z.string(),
  Message: z.string(),
  ExpiresAt: z.string(),
  Documents: z.array(z.object({ Id: z.string(), Name: z.string(), IsReceived: z.boolean() })),
  /** Files that the page still takes; none once the referral is decided. */
  FilesLeft: z.number().int(),
  /** Lines that the sender may still write back. */
  LinesLeft: z.number().int(),
});
export type SenderView = z.infer<typeof SenderView>;
