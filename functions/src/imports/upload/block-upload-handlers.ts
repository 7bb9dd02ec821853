import { HOUR_MS } from '../../core/time.ts';
import {
  blockCount,
  blockId,
  completeBlocks,
  type FileIdentity,
} from '@handoff/shared/domain/address/block-upload';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { AppError, notFound } from '../../core/app-error.ts';
import { kindOf, type FileKind } from '../read/file-kind.ts';
import { changeImport } from '../record/change-import.ts';
import {
  importsOfSubject,
  readImport,
  subjectOfImport,
  StoredImport,
  withStatus,
} from '../record/import-record.ts';
import { createImport } from './new-import.ts';
import type { ImportEffect, ImportHandlers, AddressReads } from '../import-ports.ts';

const NEWEST = 20;

type BlockUploadHandlers = Pick<ImportHandlers, 'beginUpload' | 'uploadAccess' | 'completeUpload'>;

/**
 * The browser sends the blocks of a large file straight to the store, which knows which of them have arrived: so an
 * upload continues after a lost connection, a reload, and on another day.
 */
export const blockUploadHandlers = (kinds: readonly FileKind[]): BlockUploadHandlers => ({
  async beginUpload({ body }, context) {
    const { State: state, Mode: mode, Publish: publish, ...identity } = body;
    const by = context.caller.person;
    const { ImportId } =
      (await findUnfinished(context, { state, mode, publish, identity, by })) ??
      (await createImport(context, {
        kind: kindOf(kinds, state),
        importId: `${state.toLowerCase()}-${context.derive(`import/${identity.Head}`)}`,
        state,
        mode,
        publish,
        fileName: identity.FileName,
        bytes: identity.Bytes,
        head: identity.Head,
        by,
        at: context.now,
      }));
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
    await context.checkpoint('import/uploaded');
    const stored = await changeImport(context, ImportId, async (record) =>
      record.Progress.status === 'uploading' ? { record: withStatus(record, 'uploaded') } : undefined,
    );
    return async ({ work }) => {
      work.audit({ action: 'import.uploaded', subject: ImportId });
      return { ImportId, Status: stored.Progress.status };
    };
  },
});

interface Sought {
  state: FileSubject;
  mode: StateFileImport['Mode'];
  publish: StateFileImport['Publish'];
  identity: FileIdentity;
  by: StateFileImport['By'];
}

/** Finds an upload of the same file that the same person has begun before. */
async function findUnfinished(
  ports: AddressReads,
  { state, mode, publish, identity, by }: Sought,
): Promise<StoredImport | undefined> {
  const partition = ports.addresses(state);
  const { documents } = await partition.query({ sql: importsOfSubject, parameters: {}, pageSize: NEWEST });
  return documents
    .map((document) => StoredImport.parse(document))
    .find(
      ({ Progress, Mode, Publish, FileName, Bytes, Head, By }) =>
        Progress.status === 'uploading' &&
        Mode === mode &&
        Publish === publish &&
        FileName === identity.FileName &&
        Bytes === identity.Bytes &&
        Head === identity.Head &&
        By.Id === by.Id,
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
