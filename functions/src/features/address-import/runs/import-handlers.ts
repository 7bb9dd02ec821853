import { createHash } from 'node:crypto';
import type { Api } from '@handoff/shared/contract/api';
import { noProgress, type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { addressStates, type AddressState } from '@handoff/shared/domain/address/us-state';
import { AppError, notFound } from '../../../pipeline/request/app-error.ts';
import type { Handlers } from '../../../pipeline/request/handlers.ts';
import { commitWithRetry } from '../../../pipeline/unit-of-work/commit.ts';
import type { ImportPorts } from '../../../pipeline/request/mode-ports.ts';
import {
  importsOfState,
  importDocument,
  readImport,
  stateOfImport,
  StoredImport,
  withStatus,
} from './import-record.ts';
import { changeImport } from './change-import.ts';
import { isAcceptedName, storedFileName } from '../read/file-name.ts';
import { stateOfFile } from '../read/file-state.ts';
import { readLive } from '../versions/live-version.ts';
import { rejectReportName } from '../rows/reject-report.ts';

const NEWEST = 20;

export function importHandlers(ports: ImportPorts): Handlers<Api>['imports'] {
  return {
    async upload({ fields, file }, context) {
      const { caller, now } = context;
      if (!isAcceptedName(file.name))
        throw new AppError(
          'unsupported_file',
          'Upload a .csv or .txt file, or one compressed with gzip (.csv.gz). Unzip zip files first.',
        );
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      // With its content in the name: no use of a key ever finds another file under it.
      const state = fields.state ?? (await stateOfFile(file));
      const importId = `${state.toLowerCase()}-${context.derive(`import/${sha256}`)}`;
      const record = newImport({
        importId,
        state,
        mode: fields.mode,
        file,
        sha256,
        by: caller.person,
        at: now.toISOString(),
      });
      await createImport(ports, record);
      // The same try again finds the blob: no second version of it, so no second trigger.
      await ports.blobs.putIfAbsent('state-files', record.BlobName, {
        bytes: file.bytes,
        type: 'text/csv',
      });
      await ports.checkpoint('import/uploaded');
      const stored = await changeImport(ports, importId, async (current) =>
        current.Progress.status === 'uploading' ? { record: withStatus(current, 'uploaded') } : undefined,
      );
      return async ({ work }) => {
        work.audit({ action: 'import.uploaded', subject: importId });
        return { ImportId: importId, Status: stored.Progress.status };
      };
    },

    async list() {
      const states = await Promise.all(addressStates.map((state) => importsOf(ports, state)));
      const imports = states.flatMap((state) => state.imports);
      return {
        StateFileImports: imports.toSorted((a, b) => (a.At < b.At ? 1 : -1)),
        Live: states.flatMap((state) => state.live),
      };
    },

    async byId({ query }) {
      const found = await readImport(ports.store.addresses(stateOfImport(query.id)), query.id);
      if (!found) throw notFound('The import');
      return { StateFileImports: [found.record] };
    },

    async rejects({ params: { importId } }) {
      const report = await ports.blobs.read('import-reports', rejectReportName(importId));
      if (!report) throw notFound('A report of rejected rows');
      return { name: `rejected-rows-${importId}.csv`, type: report.type, bytes: report.bytes };
    },
  };
}

interface Upload {
  importId: string;
  state: AddressState;
  mode: StateFileImport['Mode'];
  file: { name: string; bytes: Uint8Array };
  sha256: string;
  by: StateFileImport['By'];
  at: string;
}

function newImport({ importId, state, mode, file, sha256, by, at }: Upload): StoredImport {
  const bytes = file.bytes.byteLength;
  return {
    ImportId: importId,
    State: state,
    Mode: mode,
    FileName: file.name.slice(0, 120),
    Bytes: bytes,
    Progress: { ...noProgress, seq: 1, status: 'uploading', bytesTotal: bytes },
    RejectedByReason: {},
    Examples: {},
    Format: null,
    Diff: null,
    Message: null,
    CancelRequested: false,
    By: { Id: by.Id, FullName: by.FullName },
    At: at,
    FinishedAt: null,
    SourceSha256: sha256,
    BlobName: `${importId}/${storedFileName(file.name)}`,
    Lease: null,
    BaseImportId: null,
    ZipCount: 0,
    AddressCount: 0,
    CreatedAt: at,
    NoticeDue: null,
  };
}

/** Before the blob: its trigger may fire at once, and looks for it. An earlier try may have made it. */
async function createImport(ports: ImportPorts, record: StoredImport): Promise<void> {
  const partition = ports.store.addresses(record.State);
  const document = importDocument(record);
  const result = await commitWithRetry(ports, partition, [{ op: 'create', document }]);
  if (result.outcome === 'refused' && result.reason !== 'exists')
    throw new Error(`The import was refused: ${result.reason}`);
}

async function importsOf(ports: ImportPorts, state: AddressState) {
  const partition = ports.store.addresses(state);
  const [page, live] = await Promise.all([
    partition.query({ sql: importsOfState, parameters: {}, pageSize: NEWEST }),
    readLive(partition),
  ]);
  return {
    imports: page.documents.map((document) => StoredImport.parse(document)),
    live: live
      ? [
          {
            State: state,
            ImportId: live.pointer.importId,
            Previous: live.pointer.previous,
            Addresses: live.manifest.addresses,
            ZipCodes: live.manifest.zips.length,
          },
        ]
      : [],
  };
}
