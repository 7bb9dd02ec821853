import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { formatBytes } from '../../lib/format/format.ts';

/** A file attached before its referral exists. */
export interface Attachment {
  id: string;
  name: string;
  size: number;
  /** As it was chosen here; a draft brings back the document alone. */
  file: File | undefined;
  /** Undefined: the first of the agency's, which were not read yet when the file was chosen. */
  typeId: string | undefined;
  /** Once it is uploaded. */
  document: ReferralDocument | undefined;
  /** Other referrals with this very file. */
  sameFileIn: readonly string[];
}

const contentTypes = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

/** As the server says once it has it; before that, by the ending. */
export const contentTypeOf = ({ name, document }: Pick<Attachment, 'name' | 'document'>): string =>
  document?.ContentType ?? contentTypes.get(endingOf(name)) ?? '';

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

export const acceptedDocuments = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx';

/** Why a chosen file cannot be attached, before it goes anywhere. */
export function refusedDocument(file: File): string | undefined {
  // The size first: of a file too large the type is no help.
  if (file.size > MAX_DOCUMENT_BYTES)
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_DOCUMENT_BYTES)}`;
  if (!acceptedDocuments.split(',').includes(`.${endingOf(file.name)}`))
    return `${file.name}: only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached`;
  return file.size === 0 ? `${file.name} is empty` : undefined;
}
