import { HOUR_MS } from '../../core/time.ts';
import { blockCount, blockId, completeBlocks } from '@handoff/shared/domain/address/block-upload';
import { AppError, notFound } from '../../core/app-error.ts';
import { kindOf, type FileKind } from '../read/file-kind.ts';
import { changeImport } from '../record/change-import.ts';
import { readImport, subjectOfImport, type StoredImport, newestImports } from '../record/import-record.ts';
import { createImport, uploaded } from './new-import.ts';
import type { ImportEffect, ImportHandlers, AddressReads } from '../import-ports.ts';

const NEWEST = 20;

type BlockUploadHandlers = Pick<ImportHandlers, 'beginUpload' | 'uploadAccess' | 'completeUpload'>;

/**
 * The browser sends the blocks of a large file straight to the store, which knows which of them have arrived: so an
 * upload continues after a lost connection, a reload, and on another day.
 */
export const blockUploadHandlers = (kinds: readonly FileKind[]): BlockUploadHandlers => ({
  async beginUpload({ body }, context) {
    const { caller, now } = context;
    const begun = { ...body, By: caller.person };
    const importId = `${body.State.toLowerCase()}-${context.derive(`import/${body.Head}`)}`;
    const upload = { ...begun, ImportId: importId, SourceSha256: '' };
    const kind = kindOf(kinds, body.State);
    const { ImportId } =
      (await findUnfinished(context, begun)) ?? (await createImport(context, { kind, now, upload }));
    return async ({ work }) => {
      work.audit({ action: 'import.upload-begun', subject: ImportId });
      return { ImportId };
    };
  },

  async uploadAccess({ query: { id } }, { addresses, stateFiles, now }) {
    const { BlobName, Bytes } = await readUploading({ addresses }, id);
    const until = new Date(now.getTime() + HOUR_MS);
    const [Url, staged] = await Promise.all([
      stateFiles.uploadUrl(BlobName, until),
      stateFiles.stagedBlocks(BlobName),
    ]);
    return { Url, ExpiresAt: until.toISOString(), Blocks: completeBlocks(staged, Bytes) };
  },

  async completeUpload({ body: { ImportId, Sha256 } }, context) {
    // The hash is stored before the blob, whose trigger may fire at once: the worker checks what it reads.
    const expected = await changeImport(context, ImportId, async (record) => {
      if (record.SourceSha256 === Sha256) return undefined;
      refuseEnded(record);
      return { record: { ...record, SourceSha256: Sha256 } };
    });
    await context.checkpoint('import/hash-known');
    await commitFile(context, expected);
    return uploaded(context, ImportId);
  },
});

async function findUnfinished(
  ports: AddressReads,
  begun: Pick<StoredImport, 'State' | 'Mode' | 'Publish' | 'FileName' | 'Bytes' | 'Head' | 'By'>,
): Promise<StoredImport | undefined> {
  const imports = await newestImports(ports.addresses(begun.State), NEWEST);
  const same = ['Mode', 'Publish', 'FileName', 'Bytes', 'Head'] as const;
  return imports
    .map(({ record }) => record)
    .find(
      (record) =>
        record.Progress.status === 'uploading' &&
        record.By.Id === begun.By.Id &&
        same.every((field) => record[field] === begun[field]),
    );
}

async function readUploading(ports: AddressReads, importId: string): Promise<StoredImport> {
  const found = await readImport(ports.addresses(subjectOfImport(importId)), importId);
  if (!found || found.record.Head === null || found.record.Progress.status !== 'uploading')
    throw notFound('The upload');
  return found.record;
}

function refuseEnded({ Progress: { status }, Head }: StoredImport): void {
  if (Head === null) throw notFound('The upload');
  if (status !== 'uploading') throw new AppError('conflict', 'This upload has already ended.');
}

/** Makes the blob once, and not while a block is missing. */
async function commitFile({ stateFiles }: ImportEffect, { BlobName, Bytes }: StoredImport): Promise<void> {
  if (await stateFiles.exists(BlobName)) return;
  const complete = completeBlocks(await stateFiles.stagedBlocks(BlobName), Bytes);
  if (complete.length < blockCount(Bytes))
    throw new AppError(
      'conflict',
      'Parts of the file have not arrived yet. Choose the file again to continue.',
    );
  await stateFiles.commitBlocks(BlobName, { ids: complete.map(blockId), type: 'text/csv' });
}
