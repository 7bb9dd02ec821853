import { OTHER_FILE_NAME, otherFormatOf, stateFileName } from '@handoff/shared/domain/address/block-upload';
import { noProgress } from '@handoff/shared/domain/address/import-progress';
import { AppError, invalidField } from '../../core/app-error.ts';
import { changeImport } from '../record/change-import.ts';
import { importDocument, notYetRead, withStatus, type StoredImport } from '../record/import-record.ts';
import type { EffectPorts, WriteContext } from '../../core/context.ts';
import type { ImportEffect } from '../import-ports.ts';
import type { FileKind } from '../read/file-kind.ts';

type Named =
  | 'ImportId'
  | 'State'
  | 'Mode'
  | 'Publish'
  | 'FileName'
  | 'Bytes'
  | 'SourceSha256'
  | 'Head'
  | 'By';

/** Creates the record before the blob, whose trigger may fire at once. An earlier try may have created it. */
export async function createImport(
  ports: Pick<EffectPorts, 'addresses' | 'trace'>,
  { kind, now, upload }: { kind: FileKind; now: Date; upload: Pick<StoredImport, Named> },
): Promise<StoredImport> {
  if (upload.Mode === 'add' && !kind.unite)
    throw invalidField('mode', 'A national list is replaced as a whole.');
  const { ImportId, FileName, Bytes, By } = upload;
  const at = now.toISOString();
  const record: StoredImport = {
    ...upload,
    ...notYetRead,
    FileName: FileName.slice(0, 120),
    Progress: { ...noProgress, seq: 1, status: 'uploading', bytesTotal: Bytes },
    Format: null,
    Rules: null,
    QueuePosition: null,
    By: { Id: By.Id, FullName: By.FullName },
    At: at,
    CreatedAt: at,
    BlobName: `${ImportId}/${storedFileName(FileName)}`,
    BaseImportId: null,
    Traceparent: ports.trace.traceparent() ?? null,
  };
  const partition = ports.addresses(record.State);
  const result = await partition.write([{ op: 'create', document: importDocument(record) }]);
  if (result.outcome === 'refused' && result.reason !== 'exists')
    throw new Error(`The import was refused: ${result.reason}`);
  return record;
}

export function refuseOtherNames(fileName: string): void {
  const other = otherFormatOf(fileName) ?? (stateFileName.test(fileName) ? undefined : OTHER_FILE_NAME);
  if (other !== undefined) throw new AppError('unsupported_file', other);
}

export async function uploaded(context: ImportEffect, importId: string) {
  await context.checkpoint('import/uploaded');
  const { Progress } = await changeImport(context, importId, async (record) =>
    record.Progress.status === 'uploading' ? { record: withStatus(record, 'uploaded') } : undefined,
  );
  return async ({ work }: WriteContext) => {
    work.audit({ action: 'import.uploaded', subject: importId });
    return { ImportId: importId, Status: Progress.status };
  };
}

/** The blob gets a name of our own; the uploaded one is only shown. */
function storedFileName(name: string): string {
  const packed = /\.(gz|zip)$/i.exec(name)?.[0].toLowerCase() ?? '';
  const stem = name
    .replace(/\.(gz|zip)$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${stem || 'addresses'}.csv${packed}`;
}
