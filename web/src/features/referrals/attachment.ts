import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { formatBytes } from '../../lib/format/format.ts';

/** A file attached before its referral exists. */
export interface Attachment {
  id: string;
  file: File;
  typeId: string;
  /** Once it is uploaded. */
  document: ReferralDocument | undefined;
}

export const acceptedDocuments = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx';

/** Why a chosen file cannot be attached, before it goes anywhere. */
export function refusedDocument(file: File): string | undefined {
  // The size first: of a file too large the type is no help.
  if (file.size > MAX_DOCUMENT_BYTES)
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_DOCUMENT_BYTES)}`;
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!acceptedDocuments.split(',').includes(`.${ending}`))
    return `${file.name}: only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached`;
  return file.size === 0 ? `${file.name} is empty` : undefined;
}
