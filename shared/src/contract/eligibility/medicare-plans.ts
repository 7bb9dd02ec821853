import { PlanListSummary } from '../../domain/eligibility/medicare-plans.ts';
import { get, post, put } from '../endpoint.ts';
import { CsvText, ImportedRows, ImportPreview } from '../parties.ts';

const managed = { access: 'imports.manage', scope: 'system' } as const;

/** One list for all agencies: CMS publishes it, an administrator imports it. */
export const medicarePlanCalls = {
  plans: get('/settings/getmedicareplans', {
    ...managed,
    summary: 'How many Medicare Advantage and Part D plans are listed, and since when',
    topic: 'import',
    output: PlanListSummary,
  }),
  exportPlans: get('/settings/exportmedicareplans', {
    ...managed,
    summary: 'The listed plans as CSV, with the columns that an import reads',
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
  previewPlans: post('/settings/previewmedicareplans', {
    ...managed,
    summary: 'What importing a CSV of plans would add, change and reject',
    mode: 'read',
    body: CsvText,
    output: ImportPreview,
  }),
  importPlans: put('/settings/importmedicareplans', {
    ...managed,
    summary:
      'Add and change plans as a CSV says, without the rows that its preview rejects; plans not in it stay',
    mode: 'atomic',
    body: CsvText,
    output: ImportedRows,
  }),
} as const;
