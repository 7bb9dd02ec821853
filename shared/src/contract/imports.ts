import * as z from 'zod';
import { FileIdentity, Sha256, UploadAccess } from '../domain/address/block-upload.ts';
import {
  AreaChange,
  ColumnChoice,
  FileRules,
  ImportMode,
  ImportPublish,
  ImportStatus,
  StateFileImport,
} from '../domain/address/state-file-import.ts';
import { AddressState, byAddressState } from '../domain/address/us-state.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * Above 100 MiB, including the form, the Functions host fails with a 500 and no explanation, so the limit is well
 * below.
 */
const MAX_STATE_FILE_BYTES = 96 * 1024 * 1024;

const ImportId = z.string().regex(/^[a-z]{2}-[a-z0-9]{8,64}$/);

/** The rules for reading files, by state. */
const StateFileRules = z.array(
  z.object({
    State: AddressState,
    Columns: ColumnChoice,
    ...FileRules.shape,
    /** The counties of the live version, by name. */
    Counties: z.array(z.string()),
  }),
);

const updateAddressState = (state: AddressState) =>
  defineEndpoint({
    method: 'PUT',
    path: `/settings/UpdateAddressState${state}`,
    summary: `Publish, cancel, roll back to or retry an import of ${state}`,
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    hint: 'Addresses come as a file: send it to PUT /settings/uploadStateFileAndStartProcessing',
    body: z.strictObject({ ImportId, Action: z.enum(['publish', 'cancel', 'rollback', 'retry']) }),
    output: z.object({ ImportId: z.string(), Status: ImportStatus }),
  });

/** The specification has one call per state. */
export const addressStateUpdatesApi = byAddressState(updateAddressState);

export const importsApi = {
  upload: defineEndpoint({
    method: 'PUT',
    path: '/settings/uploadStateFileAndStartProcessing',
    summary: "Upload a state's address file and start its import",
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    upload: {
      fields: z.strictObject({
        /** Inferred from the file when left out. */
        state: AddressState.optional(),
        mode: ImportMode.default('replace'),
        publish: ImportPublish.default('automatically'),
      }),
      maxBytes: MAX_STATE_FILE_BYTES,
    },
    output: z.object({ ImportId: z.string(), Status: ImportStatus }),
    success: 'Import started',
  }),
  beginUpload: defineEndpoint({
    method: 'PUT',
    path: '/settings/BeginStateFileUpload',
    summary: 'Begin or continue an upload in blocks, for files of up to 10 GB',
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    body: z.strictObject({
      State: AddressState,
      Mode: ImportMode.default('replace'),
      Publish: ImportPublish.default('automatically'),
      ...FileIdentity.shape,
    }),
    output: z.object({ ImportId: z.string() }),
  }),
  uploadAccess: defineEndpoint({
    method: 'GET',
    path: '/settings/GetStateFileUpload',
    summary: 'Where to send the blocks of an upload for the next hour, and which have arrived',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    record: 'id',
    query: z.strictObject({ id: ImportId }),
    output: UploadAccess,
  }),
  completeUpload: defineEndpoint({
    method: 'PUT',
    path: '/settings/CompleteStateFileUpload',
    summary: 'Make the blocks of an upload one file and start its import',
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    body: z.strictObject({ ImportId, Sha256 }),
    output: z.object({ ImportId: z.string(), Status: ImportStatus }),
    success: 'Import started',
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/settings/GetStateFileImports',
    summary: 'The last imports of every state, newest first, and which one is live',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    topic: 'import',
    output: z.object({
      StateFileImports: z.array(StateFileImport),
      Live: z.array(
        z.object({
          State: AddressState,
          ImportId: z.string(),
          /** Former versions available for a rollback, newest first. */
          Previous: z.array(z.string()),
          Addresses: z.number().int(),
          ZipCodes: z.number().int(),
        }),
      ),
    }),
  }),
  byId: defineEndpoint({
    method: 'GET',
    path: '/settings/GetStateFileImportById',
    summary: 'One import as it stands',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    record: 'id',
    query: z.strictObject({ id: ImportId }),
    output: z.object({ StateFileImports: z.array(StateFileImport) }),
  }),
  impact: defineEndpoint({
    method: 'GET',
    path: '/settings/GetStateFileImportImpact',
    summary: 'The open referrals whose service area check changes when this version goes live',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    record: 'id',
    query: z.strictObject({ id: ImportId }),
    output: z.object({
      /** The newest of each agency first, at most 200. */
      AreaChanges: z.array(AreaChange),
      Total: z.number().int(),
    }),
  }),
  correctColumns: defineEndpoint({
    method: 'PUT',
    path: '/settings/CorrectStateFileColumns',
    summary: 'Choose which columns are what, for this file and the next ones of its state, and read it again',
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    body: z.strictObject({ ImportId, Columns: ColumnChoice }),
    output: z.object({ ImportId: z.string(), Status: ImportStatus }),
  }),
  rules: defineEndpoint({
    method: 'GET',
    path: '/settings/GetStateFileRules',
    summary: 'What the files of each state are read with: columns, county names and skipped states',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    output: z.object({ StateFileRules }),
  }),
  saveRules: defineEndpoint({
    method: 'PUT',
    path: '/settings/SaveStateFileRules',
    summary: 'Change what the next files of a state are read with',
    access: 'imports.manage',
    mode: 'lease',
    scope: 'system',
    body: z.strictObject({ State: AddressState, Columns: ColumnChoice, ...FileRules.shape }),
    output: z.object({ StateFileRules }),
  }),
  rejects: defineEndpoint({
    method: 'GET',
    path: '/settings/DownloadStateFileRejects/{importId}',
    summary: 'The rejected rows with line and reason, to be corrected and uploaded again',
    access: 'imports.manage',
    mode: 'read',
    scope: 'system',
    params: z.strictObject({ importId: ImportId }),
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
} as const;
