import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import type { Upload } from '../../data/send/uploads.ts';
import { formatBytes } from '../../text/format.ts';
import { acceptedDocuments, endingOf } from './accepted-files.ts';

/** A file of a referral, which may not exist yet. */
export interface Attachment extends Upload {
  /** Undefined until chosen: the first type of the agency's list applies. */
  typeId: string | undefined;
  /** Set after the upload. */
  document: ReferralDocument | undefined;
  /** Other referrals with a byte-for-byte identical file. */
  sameFileIn: readonly string[];
  /** For a document made of sorted pages: the places where each of its pages was before, the last one first. */
  madeOf?: readonly (readonly FormerPlace[])[];
}

interface FormerPlace {
  attachmentId: string;
  /** From 1. */
  page: number;
  /** A person has turned it since. */
  isTurned: boolean;
}

/** Splits chosen files into those to upload and the reasons why the others are not. */
export const sortedOut = (files: readonly File[]): { fitting: File[]; refusals: string[] } => ({
  fitting: files.filter((file) => refusedDocument(file) === undefined),
  refusals: files.flatMap((file) => refusedDocument(file) ?? []),
});

/** Says why a chosen file cannot be attached, before it is uploaded. */
export function refusedDocument(file: File): string | undefined {
  // Checked first, because the type does not matter for a file that is too large.
  if (file.size > MAX_DOCUMENT_BYTES)
    return `${file.name} is larger than ${formatBytes(MAX_DOCUMENT_BYTES)}, the limit`;
  if (!acceptedDocuments.split(',').includes(`.${endingOf(file.name)}`))
    return `${file.name}: only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached`;
  return file.size === 0 ? `${file.name} is empty` : undefined;
}
