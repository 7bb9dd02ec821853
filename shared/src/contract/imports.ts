import * as z from 'zod';
import { FileIdentity, Sha256, UploadAccess } from '../domain/address/block-upload.ts';
import { FileSubject, subjectNames } from '../domain/address/file-subject.ts';
import { ImportStatus } from '../domain/address/import-progress.ts';
import {
  ColumnChoice,
  FileField,
  FileRules,
  ImportMode,
  ImportPublish,
  StateFileImport,
  VersionDiff,
} from '../domain/address/state-file-import.ts';
import { AreaChange, ServiceAreaChange } from '../domain/referral/referral-checks.ts';
import { AddressState } from '../domain/address/us-state.ts';
import { byKey } from '../domain/records/by-key.ts';
import { get, post, put } from './endpoint.ts';

const managing = { access: 'imports.manage', mode: 'lease', scope: 'system' } as const;
const reading = { access: 'imports.manage', scope: 'system' } as const;

/** The Functions host holds a body several times, so larger files are uploaded in blocks: `beginUpload`. */
const MAX_STATE_FILE_BYTES = 20 * 1024 * 1024;

const ImportId = z.string().regex(/^[a-z]{2,3}-[a-z0-9]{8,64}$/);

const StateFileRules = z.array(
  z.object({
    State: AddressState,
    Columns: ColumnChoice,
    ...FileRules.shape,
    /** The counties of the live version, by name. */
    Counties: z.array(z.string()),
  }),
);

export const ImportState = z.object({ ImportId: z.string(), Status: ImportStatus });

export const ImportChange = z.strictObject({
  ImportId,
  /** `remove` names the live import, so that it never removes a version that the person has not seen. */
  Action: z.enum(['publish', 'cancel', 'rollback', 'retry', 'remove']),
  /** A rollback that loses many addresses is refused without it. */
  MayShrink: z.boolean().optional(),
});

const updateAddressState = (subject: FileSubject) =>
  put(`/settings/UpdateAddressState${subject}`, {
    summary: `Publish, cancel, roll back to or retry an import of ${subjectNames[subject]}, or remove its version`,
    ...managing,
    hint: 'Addresses come as a file: send it to PUT /settings/uploadStateFileAndStartProcessing',
    body: ImportChange,
    output: ImportState,
  });

/** The specification has one call per state; the national lists follow. */
export const addressStateUpdatesApi = byKey(FileSubject, updateAddressState);

export const importsApi = {
  upload: put('/settings/uploadStateFileAndStartProcessing', {
    summary: "Upload a state's address file and start its import",
    ...managing,
    upload: {
      fields: z.strictObject({
        /** Inferred from the file when left out. */
        state: FileSubject.optional(),
        mode: ImportMode.default('replace'),
        publish: ImportPublish.default('automatically'),
      }),
      maxBytes: MAX_STATE_FILE_BYTES,
    },
    output: ImportState,
    success: 'Import started',
  }),
  beginUpload: put('/settings/BeginStateFileUpload', {
    summary: 'Begin or continue an upload in blocks, for files of up to 10 GB',
    ...managing,
    body: z.strictObject({
      State: FileSubject,
      Mode: ImportMode.default('replace'),
      Publish: ImportPublish.default('automatically'),
      ...FileIdentity.shape,
    }),
    output: ImportState.pick({ ImportId: true }),
  }),
  uploadAccess: get('/settings/GetStateFileUpload', {
    summary: 'Where to send the blocks of an upload for the next hour, and which have arrived',
    ...reading,
    record: 'id',
    query: z.strictObject({ id: ImportId }),
    output: UploadAccess,
  }),
  completeUpload: put('/settings/CompleteStateFileUpload', {
    summary: 'Make the blocks of an upload one file and start its import',
    ...managing,
    body: z.strictObject({ ImportId, Sha256 }),
    output: ImportState,
    success: 'Import started',
  }),
  list: get('/settings/GetStateFileImports', {
    summary: 'The last imports of every state and national list, newest first, and which one is live',
    ...reading,
    topic: 'import',
    output: z.object({
      StateFileImports: z.array(StateFileImport),
      Live: z.array(
        z.object({
          State: FileSubject,
          /** Null after the addresses were removed. */
          ImportId: z.string().nullable(),
          /** Former versions available for a rollback, newest first. */
          Previous: z.array(z.string()),
          Addresses: z.number().int(),
          ZipCodes: z.number().int(),
        }),
      ),
    }),
  }),
  byId: get('/settings/GetStateFileImportById', {
    summary: 'One import as it stands',
    ...reading,
    record: 'id',
    query: z.strictObject({ id: ImportId }),
    output: z.object({ StateFileImports: z.array(StateFileImport) }),
  }),
  impact: get('/settings/GetStateFileImportImpact', {
    summary:
      'Changes to addresses, service areas and open referrals when this version goes live, or is removed',
    ...reading,
    record: 'id',
    query: z.strictObject({ id: ImportId, Action: z.enum(['publish', 'remove']).default('publish') }),
    output: z.object({
      Diff: VersionDiff,
      /** Why the state shrinks by more than is usual; null when it does not. */
      Doubt: z.string().nullable(),
      ServiceAreas: z.array(ServiceAreaChange),
      /** The newest of each agency first, at most 200. */
      AreaChanges: z.array(AreaChange),
      Total: z.number().int(),
    }),
  }),
  correctColumns: put('/settings/CorrectStateFileColumns', {
    summary: 'Choose which columns are what, for this file and the next ones of its state, and read it again',
    ...managing,
    body: z.strictObject({ ImportId, Columns: ColumnChoice }),
    output: ImportState,
  }),
  rules: get('/settings/GetStateFileRules', {
    summary: 'What the files of each state are read with: columns, county names and skipped states',
    ...reading,
    output: z.object({ StateFileRules }),
  }),
  saveRules: put('/settings/SaveStateFileRules', {
    summary: 'Change what the next files of a state are read with',
    ...managing,
    body: z.strictObject({ State: AddressState, Columns: ColumnChoice, ...FileRules.shape }),
    output: z.object({ StateFileRules }),
  }),
  recognize: post('/settings/RecognizeStateFile', {
    summary: 'What the beginning of an address file is read as: its state, its columns, and its first rows',
    ...reading,
    mode: 'read',
    body: z.strictObject({
      FileName: z.string().max(255),
      /** The text of its first 64 KB. */
      Start: z.string().min(1, 'The file is empty.').max(65_536),
    }),
    output: z.object({
      /** Null where the rows leave it open. */
      State: FileSubject.nullable(),
      /** Why no addresses can be read from it yet. */
      Problem: z.string().nullable(),
      Columns: z.array(z.object({ name: z.string(), field: FileField.nullable() })),
      Rows: z.array(z.array(z.string())),
    }),
  }),
  rejects: get('/settings/DownloadStateFileRejects/{importId}', {
    summary:
      'An address, for five minutes, of a CSV of the rejected rows with line and reason, to be corrected and ' +
      'uploaded again',
    ...reading,
    params: z.strictObject({ importId: ImportId }),
    output: z.object({ Url: z.string() }),
    success: 'File downloaded successfully',
  }),
} as const;
