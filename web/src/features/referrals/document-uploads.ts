import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { IN_BLOCKS_ABOVE_BYTES } from '@handoff/shared/domain/address/block-upload';
import type { Output } from '@handoff/shared/contract/endpoint';
import { createUploads, type Sending, uploadOf, type Uploads } from '../../data/send/uploads.ts';
import type { ApiAccess } from '../../data/use-api.ts';
import { CallError, UNEXPECTED } from '../../data/send/call-error.ts';
import type { Attachment } from './attachment.ts';

export const attachmentOf = (file: File, typeId: string | undefined): Attachment => ({
  ...uploadOf(file),
  typeId,
  document: undefined,
  sameFileIn: [],
});

interface DocumentUploadsOptions {
  /** Undefined for a referral that is still to be created. */
  referralId?: string;
  silent?: boolean;
  sideBySide?: boolean;
}

export function documentUploads(api: ApiAccess, options: DocumentUploadsOptions): Uploads<Attachment> {
  async function send(item: Attachment, file: File, sending: Sending): Promise<Attachment> {
    const fields = {
      ...(item.typeId !== undefined && { DocumentTypeId: item.typeId }),
      ...(options.referralId !== undefined && { ReferralId: options.referralId }),
    };
    const inBlocks = file.size > IN_BLOCKS_ABOVE_BYTES;
    const { ReferralDocuments, SameFileIn } = inBlocks
      ? await sendInBlocks(api, { UploadId: item.id, file, fields }, sending)
      : await sending.call(servicesApi.uploadFile, { fields, file });
    const document = ReferralDocuments.at(0);
    if (!document) throw new CallError(UNEXPECTED);
    // The type of a document is fixed, so a file with a new type is a new document.
    if (item.document) discardDocument(api, item);
    const sent = { ...item, typeId: document.DocumentTypeId, document, sameFileIn: SameFileIn };
    if (sending.signal.aborted) discardDocument(api, sent);
    return sent;
  }
  const { silent = false, sideBySide = false } = options;
  return createUploads({ api, send, silent, sideBySide });
}

interface BlockedFile {
  UploadId: string;
  file: File;
  fields: { DocumentTypeId?: string; ReferralId?: string };
}

/** Sends blocks straight to the store, where another try continues. */
async function sendInBlocks(
  { client }: ApiAccess,
  { UploadId, file, fields }: BlockedFile,
  sending: Sending,
): Promise<Output<typeof servicesApi.completeUpload>> {
  const { uploadBlocks } = await import('../../data/send/upload-blocks.ts');
  const query = { UploadId, Bytes: file.size };
  const Sha256 = await uploadBlocks({
    ...sending,
    file,
    access: () => client.call(servicesApi.uploadAccess, { query }),
  });
  const body = { UploadId, FileName: file.name.slice(-255), Bytes: file.size, Sha256, ...fields };
  return sending.call(servicesApi.completeUpload, { body });
}

/** Deletes a document of no referral; a lost call leaves it to the server, which deletes it after a day. */
export function discardDocument({ client }: ApiAccess, { document }: Pick<Attachment, 'document'>): void {
  if (document)
    void client.call(servicesApi.deleteFile, { params: { blobName: document.blobName } }).catch(() => {});
}
