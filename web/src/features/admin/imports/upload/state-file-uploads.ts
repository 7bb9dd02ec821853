import { importsApi } from '@handoff/shared/contract/imports';
import { HEAD_BYTES, IN_BLOCKS_ABOVE_BYTES } from '@handoff/shared/domain/address/block-upload';
import type { ImportMode, ImportPublish } from '@handoff/shared/domain/address/state-file-import';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { createUploads, type Sending, type Upload, type Uploads } from '../../../../data/send/uploads.ts';
import type { ApiAccess } from '../../../../data/use-api.ts';

export interface StateFileUpload extends Upload {
  state: FileSubject;
  mode: ImportMode;
  publish: ImportPublish;
  /** The import that begins with the sent file. */
  importId: string | undefined;
}

export const stateFileUploads = (api: ApiAccess): Uploads<StateFileUpload> =>
  createUploads<StateFileUpload>({
    api,
    async send(item, file, sending) {
      const { state, mode, publish } = item;
      const inBlocks = file.size > IN_BLOCKS_ABOVE_BYTES;
      const { ImportId } = inBlocks
        ? await sendInBlocks(api, { item, file }, sending)
        : await sending.call(importsApi.upload, { fields: { state, mode, publish }, file });
      return { ...item, importId: ImportId };
    },
  });

interface BlockedFile {
  item: StateFileUpload;
  file: File;
}

/** Sends blocks straight to the store, where an unfinished upload of the same file continues. */
async function sendInBlocks({ client }: ApiAccess, { item, file }: BlockedFile, sending: Sending) {
  const head = await crypto.subtle.digest('SHA-256', await file.slice(0, HEAD_BYTES).arrayBuffer());
  const identity = { FileName: file.name.slice(-120), Bytes: file.size, Head: hex(head) };
  const { ImportId } = await sending.call(importsApi.beginUpload, {
    body: { State: item.state, Mode: item.mode, Publish: item.publish, ...identity },
  });
  const { uploadBlocks } = await import('../../../../data/send/upload-blocks.ts');
  const Sha256 = await uploadBlocks({
    ...sending,
    file,
    access: () => client.call(importsApi.uploadAccess, { query: { id: ImportId } }),
  });
  return sending.call(importsApi.completeUpload, { body: { ImportId, Sha256 } });
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
