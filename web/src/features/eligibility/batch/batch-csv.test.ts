import { expect, test } from 'vitest';
import type { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { csvFile } from './batch-csv.ts';

const batch: Batch = {
  Id: 'batch-1',
  CreatedAt: '2026-03-20T12:00:00Z',
  CreatedBy: { Id: 'user-1', FullName: 'Ana Marshdemo' },
  Category: 'Home Care',
  DateOfService: '2026-03-20',
  RowCount: 2,
  IsOpen: true,
};
const done: BatchRow = {
  FirstName: 'Ana',
  LastName: 'Sample',
  DateOfBirth: '1948-03-12',
  Mbi: '****-***-MK05',
  ReferralId: null,
  State: 'done',
  Attempt: 1,
  CheckId: 'check-1',
  Verdict: 'issues',
  Label: 'SANDBOX, not a Medicare response',
  Message: null,
};
const queued: BatchRow = {
  ...done,
  LastName: 'Later',
  State: 'queued',
  CheckId: null,
  Verdict: null,
  Label: null,
};

test('each exported row has its verdict, and says when it is not a Medicare response', () => {
  const lines = new TextDecoder()
    .decode(csvFile(batch, [done, queued]).bytes)
    .trim()
    .split(/\r?\n/);
  expect(lines.slice(1)).toEqual([
    'Last name,First name,Date of birth,Medicare number,State,Verdict,Label,Error,Check',
    'Sample,Ana,1948-03-12,****-***-MK05,Done,Eligible  with issues,SANDBOX  not a Medicare response,,check-1',
    'Later,Ana,1948-03-12,****-***-MK05,Queued,,,,',
  ]);
});
