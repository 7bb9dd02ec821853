import { csvText } from '@handoff/shared/domain/records/csv';
import type { PastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { formatDateTime } from '../../lib/format.ts';
import { askedBy, providerName, verdictWords } from './eligibility-words.ts';

const header = [
  'Checked',
  'By',
  'Last name',
  'First name',
  'Date of birth',
  'Medicare number',
  'Category',
  'Date of service',
  'Verdict',
  'Error',
  'Answered by',
  'Label',
  'Reference',
  'Check',
];

/** For a spreadsheet; every row says whose answer it is. */
export function historyCsv(checks: readonly PastCheck[]): string {
  return csvText([
    header,
    ...checks.map((check) => [
      formatDateTime(check.CheckedAt),
      askedBy(check),
      check.LastName,
      check.FirstName,
      check.DateOfBirth,
      check.Mbi,
      check.Category,
      check.DateOfService,
      verdictWords[check.Verdict].label,
      check.ErrorMessage,
      providerName(check.Provider),
      check.Label,
      check.Reference,
      check.Id,
    ]),
  ]);
}
