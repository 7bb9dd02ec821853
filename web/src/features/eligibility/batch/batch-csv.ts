import { stringify } from 'csv-stringify/browser/esm/sync';
import type { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { formatDateTime } from '../../../text/format.ts';
import { verdictWords } from '../../../text/labels/eligibility-labels.ts';

export const stateWords = { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed' } as const;

const header = [
  'Last name',
  'First name',
  'Date of birth',
  'Medicare number',
  'State',
  'Verdict',
  'Label',
  'Error',
  'Check',
];

/** Includes the label of rows that are not Medicare responses. */
export function csvFile(batch: Batch, rows: readonly BatchRow[]) {
  const lines = rows.map((row) => [
    row.LastName,
    row.FirstName,
    row.DateOfBirth,
    row.Mbi,
    stateWords[row.State],
    row.Verdict === null ? '' : verdictWords[row.Verdict].label,
    row.Label,
    row.Message,
    row.CheckId,
  ]);
  const about = [`${batch.Category}, ${batch.DateOfService}, started ${formatDateTime(batch.CreatedAt)}`];
  const bytes = new TextEncoder().encode(stringify([about, header, ...lines], csvFormat));
  return { name: 'eligibility-list.csv', type: 'text/csv;charset=utf-8', bytes };
}
