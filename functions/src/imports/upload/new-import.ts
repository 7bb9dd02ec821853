import { OTHER_FILE_NAME, otherFormatOf, stateFileName } from '@handoff/shared/domain/address/block-upload';
import { noProgress } from '@handoff/shared/domain/address/import-progress';
import { type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { type FileSubject } from '@handoff/shared/domain/address/file-subject';
import { AppError, invalidField } from '../../core/app-error.ts';
import { importDocument, type StoredImport } from '../record/import-record.ts';
import type { EffectPorts } from '../../core/context.ts';
import type { FileKind } from '../read/file-kind.ts';

export interface Upload {
  importId: string;
  state: FileSubject;
  mode: StateFileImport['Mode'];
  publish: StateFileImport['Publish'];
  fileName: string;
  bytes: number;
  /** The SHA-256 of a file that comes in one piece. */
  sha256?: string;
  /** The SHA-256 of the first megabyte of a file that comes in blocks. */
  head?: string;
  by: StateFileImport['By'];
  at: Date;
}

/** Creates the record before the blob, whose trigger may fire at once. An earlier try may have created it. */
export async function createImport(
  ports: Pick<EffectPorts, 'addresses' | 'trace'>,
  { kind, ...upload }: Upload & { kind: FileKind },
): Promise<StoredImport> {
  if (upload.mode === 'add' && !kind.unite)
    throw invalidField('mode', 'A national list is replaced as a whole.');
  const record = newImport(upload, ports.trace.traceparent());
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

function newImport(upload: Upload, traceparent: string | undefined): StoredImport {
  const { importId, state, mode, publish, fileName, bytes, sha256 = '', head = null, by } = upload;
  const at = upload.at.toISOString();
  return {
    ImportId: importId,
    State: state,
    Mode: mode,
    Publish: publish,
    FileName: fileName.slice(0, 120),
    Bytes: bytes,
    Progress: { ...noProgress, seq: 1, status: 'uploading', bytesTotal: bytes },
    RejectedByReason: {},
    Examples: {},
    Format: null,
    Diff: null,
    Message: null,
    FailedBy: null,
    CancelRequested: false,
    WaitsFor: null,
    QueuePosition: null,
    SkippedByState: {},
    Corrected: {},
    SharedTowns: [],
    Rules: null,
    By: { Id: by.Id, FullName: by.FullName },
    At: at,
    FinishedAt: null,
    SourceSha256: sha256,
    Head: head,
    BlobName: `${importId}/${storedFileName(fileName)}`,
    Lease: null,
    BaseImportId: null,
    CreatedAt: at,
    Traceparent: traceparent ?? null,
    NoticeDue: null,
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
