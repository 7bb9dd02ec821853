import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import type { Upload } from '../../data/send/uploads.ts';
import { formatBytes } from '../../text/format.ts';

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
}

const contentTypes = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

/** The type that the server detected; before the upload, the type that the file name suggests. */
export const contentTypeOf = ({ name, document }: Pick<Attachment, 'name' | 'document'>): string =>
  document?.ContentType ?? contentTypes.get(endingOf(name)) ?? '';

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

export const acceptedDocuments = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx';
/** Files of other systems, which the server reads: C-CDA, FHIR, HL7 v2 and packages of them. */
export const acceptedReferrals = '.xml,.json,.hl7,.zip';

export const isReferralFile = ({ name }: Pick<File, 'name'>): boolean =>
  acceptedReferrals.split(',').includes(`.${endingOf(name)}`);

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
