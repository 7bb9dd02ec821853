import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { byKey } from '@handoff/shared/domain/records/by-key';
import type { TestApi } from '../api.ts';
import { begunUploadId, finishedImportId, importId, largeFile, stateFile } from './example-records.ts';

const cancelImport = (state: FileSubject) => ({
  as: 'ada' as const,
  input: async (handoff: TestApi) => ({
    body: { ImportId: await importId(handoff, state), Action: 'cancel' as const },
  }),
});

export const importExamples = {
  upload: { as: 'ada', input: () => stateFile('CT') },
  beginUpload: { as: 'ada', input: () => ({ body: { State: 'CT' as const, ...largeFile } }) },
  uploadAccess: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ query: { id: await begunUploadId(handoff) } }),
  },
  completeUpload: {
    as: 'ada',
    input: async (handoff: TestApi) => ({
      body: { ImportId: await begunUploadId(handoff, 'all its blocks'), Sha256: '0'.repeat(64) },
    }),
  },
  list: { as: 'ada', input: () => ({}) },
  byId: { as: 'ada', input: async (handoff: TestApi) => ({ query: { id: await importId(handoff, 'CT') } }) },
  correctColumns: {
    as: 'ada',
    input: async (handoff: TestApi) => ({
      body: { ImportId: await finishedImportId(handoff, 'CT'), Columns: { city: [] } },
    }),
  },
  recognize: {
    as: 'ada',
    input: () => ({ body: { FileName: 'ct.csv', Start: 'number,street,zip\n1,OAK ST,06001\n' } }),
  },
  rules: { as: 'ada', input: () => ({}) },
  saveRules: {
    as: 'ada',
    input: () => ({
      body: {
        State: 'CT' as const,
        Columns: {},
        CountyNames: [{ From: 'HARTFORD COUNTY', To: 'HARTFORD' }],
        SkippedStates: ['MA'],
      },
    }),
  },
  impact: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ query: { id: await finishedImportId(handoff, 'CT') } }),
  },
  rejects: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ params: { importId: await finishedImportId(handoff, 'CT') } }),
  },
} as const;

export const addressStateUpdateExamples = byKey(FileSubject, cancelImport);
