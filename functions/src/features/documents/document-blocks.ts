import { addMs, HOUR_MS } from '../../core/time.ts';
import type { Caller } from '../../core/context.ts';
import { buffer } from 'node:stream/consumers';
import { blockCount, blockId, completeBlocks } from '@handoff/shared/domain/address/block-upload';
import type { DocumentEffects, DocumentHandlers } from './document-ports.ts';

/** Blocks are stored by person and upload, until they are read and attached under a name that no client can write to. */
export const uploadPath = (uploadId: string, { businessDomainId, claims }: Caller) =>
  `${businessDomainId}/upload-${claims.oid}-${uploadId}`;

export const uploadAccess: DocumentHandlers['uploadAccess'] = async (
  { query: { UploadId, Bytes } },
  { caller, documents, now },
) => {
  const path = uploadPath(UploadId, caller);
  const until = addMs(now, HOUR_MS);
  const [Url, staged] = await Promise.all([documents.uploadUrl(path, until), documents.stagedBlocks(path)]);
  return { Url, ExpiresAt: until.toISOString(), Blocks: completeBlocks(staged, Bytes) };
};

/** Returns the file that the blocks form; undefined while one is missing, and for a file of another size. */
export async function readUpload(
  documents: DocumentEffects['documents'],
  { path, size }: { path: string; size: number },
): Promise<Uint8Array | undefined> {
  if (!(await documents.exists(path))) {
    const complete = completeBlocks(await documents.stagedBlocks(path), size);
    if (complete.length < blockCount(size)) return undefined;
    await documents.commitBlocks(path, { ids: complete.map(blockId), type: 'application/octet-stream' });
  }
  const file = await documents.open(path);
  if (file?.size === size) return buffer(file.stream);
  file?.stream.destroy();
  return undefined;
}
