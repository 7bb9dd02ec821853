import * as z from 'zod';
import { PlanListSummary } from '../../domain/eligibility/medicare-plans.ts';
import { defineEndpoint } from '../endpoint.ts';
import { CsvText, ImportPreview } from '../parties.ts';

const managed = { access: 'imports.manage', scope: 'system' } as const;

/** One list for all agencies: CMS publishes it, an administrator imports it. */
export const medicarePlanCalls = {
  plans: defineEndpoint({
    ...managed,
    method: 'GET',
    path: '/settings/getmedicareplans',
    summary: 'How many Medicare Advantage and Part D plans are listed, and since when',
    mode: 'read',
    topic: 'import',
    output: PlanListSummary,
  }),
  exportPlans: defineEndpoint({
    ...managed,
    method: 'GET',
    path: '/settings/exportmedicareplans',
    summary: 'The listed plans as CSV, with the columns that an import reads',
    mode: 'read',
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
  previewPlans: defineEndpoint({
    ...managed,
    method: 'POST',
    path: '/settings/previewmedicareplans',
    summary: 'What importing a CSV of plans would add, change and reject',
    mode: 'read',
    body: CsvText,
    output: ImportPreview,
  }),
  importPlans: defineEndpoint({
    ...managed,
    method: 'PUT',
    path: '/settings/importmedicareplans',
    summary:
      'Add and change plans as a CSV says, without the rows that its preview rejects; plans not in it stay',
    mode: 'atomic',
    body: CsvText,
    output: z.object({ Added: z.number().int(), Changed: z.number().int(), Remaining: z.number().int() }),
  }),
} as const;
