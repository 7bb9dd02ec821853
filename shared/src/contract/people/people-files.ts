import { get, post, put } from '../endpoint.ts';
import { CsvText, ImportedRows, ImportPreview } from '../parties.ts';

const managed = { access: 'users.manage', scope: 'system' } as const;

/** People and their roles as a file; apart from the other calls about people, which the first page needs. */
export const peopleFilesApi = {
  exportFile: get('/users/export', {
    ...managed,
    summary:
      'The people with access as CSV: e-mail address, name and roles, with the columns that an import reads',
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
  previewImport: post('/users/previewimport', {
    ...managed,
    summary:
      'The changes of roles and the invitations that importing a CSV would make, and the rows it would reject',
    mode: 'read',
    body: CsvText,
    output: ImportPreview,
  }),
  applyImport: put('/users/import', {
    ...managed,
    summary:
      'Give people the roles of a CSV, and invite those who have no access yet, without the rows that its preview ' +
      'rejects. At most 20 rows a call: while Remaining is not 0 the call is to be made again',
    mode: 'atomic',
    body: CsvText,
    output: ImportedRows,
  }),
} as const;
