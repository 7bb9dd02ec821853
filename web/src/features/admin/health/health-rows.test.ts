import type { SystemHealth } from '@handoff/shared/contract/system-health';
import { expect, test } from 'vitest';
import { healthRows, isTrouble } from './health-rows.ts';

const at = '2026-11-26T07:00:00Z';
const run = { StartedAt: at, EndedAt: at, Errors: 0, EndedBy: '' };
const retention = { Title: 'Retention', LastRun: run, LastWork: null, NextAt: null, IsLate: false };
const fine: SystemHealth = {
  CheckedAt: at,
  Version: '1',
  Agencies: 2,
  Jobs: [],
  Backlogs: {
    WebhookEventsWaiting: 0,
    WebhookEventsFailed: 0,
    WebhooksSwitchedOff: 0,
    DocumentsInScan: 0,
    DocumentsScannedLate: 0,
    DocumentsNotScanned: 0,
  },
  Medicare: { Provider: 'stedi', Last: null, LastAnswered: null },
  Reverification: { Agencies: 1, Referrals: 3, Paused: 0 },
  Keys: { Data: 'v2', Index: 'v1', Older: ['data v1'], Since: at, AgenciesToRenew: 0, Failed: 0 },
  FilesAnswer: true,
  LargestPartition: { Agency: 'Harbor Home Care', Percent: 49 },
  Imports: [],
};
const job = (changes: Partial<SystemHealth['Jobs'][number]>): SystemHealth => ({
  ...fine,
  Jobs: [{ ...retention, ...changes }],
});
const rowOf = (status: SystemHealth, name: string) => {
  const found = healthRows(status).find((row) => row.name === name);
  return { trouble: found && isTrouble(found), text: found?.text };
};

test('an installation that works has no trouble', () => {
  expect(healthRows(fine).filter(isTrouble)).toEqual([]);
});

test.each([
  [{ LastRun: null }, false, 'Has not run yet.'],
  [{ LastWork: { At: at, Counts: { referralsDeleted: 12 } } }, false, 'and deleted 12 referrals.'],
  [{ LastWork: { At: '2026-11-20T07:00:00Z', Counts: { referralsPurged: 1 } } }, false, 'Before that, it'],
  [{ LastRun: { ...run, Errors: 2 } }, true, 'with 2 errors.'],
  [{ LastRun: { ...run, EndedBy: 'StoreUnavailable' } }, true, 'stopped with an error (StoreUnavailable).'],
  [{ NextAt: '2026-11-20T07:00:00Z' }, false, 'Next run of “Retention”: 11/20/2026'],
  [{ IsLate: true }, true, 'a run has been missed since.'],
])('a job says how its last run went: %#', (changes, trouble, text) => {
  expect(rowOf(job(changes), 'Retention')).toEqual({ trouble, text: expect.stringContaining(text) });
});

test.each<[string, Partial<SystemHealth>, string]>([
  [
    'Webhooks',
    { Backlogs: { ...fine.Backlogs, WebhookEventsWaiting: 3, WebhookEventsFailed: 1 } },
    '3 events waiting, 1 of them after a failed attempt.',
  ],
  ['Webhooks', { Backlogs: { ...fine.Backlogs, WebhooksSwitchedOff: 1 } }, '1 webhook is switched off'],
  ['Documents', { Backlogs: { ...fine.Backlogs, DocumentsNotScanned: 1 } }, '1 document got no scan result'],
  ['Storage', { FilesAnswer: false }, 'files do not'],
  [
    'Room for records',
    { LargestPartition: { Agency: 'Harbor Home Care', Percent: 50 } },
    'Harbor Home Care uses 50% of the 20 GB for its records, more than any other. At 100%, nothing',
  ],
  ['Keys', { Keys: null }, 'No keys for patient numbers'],
  ['Re-verification', { Reverification: { Agencies: 2, Referrals: 3, Paused: 1 } }, 'Paused in 1'],
  [
    'Medicare',
    {
      Medicare: {
        Provider: 'stedi',
        Last: { At: at, Verdict: 'notCompleted' },
        LastAnswered: null,
      },
    },
    'was not completed; no answer yet.',
  ],
  [
    'Vermont',
    {
      Imports: [
        {
          State: 'VT',
          Addresses: 246_508,
          Last: { ImportId: 'vt-1', FileName: 'a.csv', At: at, Status: 'failed' },
        },
      ],
    },
    '246,508 addresses live.',
  ],
])('%s needs attention', (name, changes, text) => {
  expect(rowOf({ ...fine, ...changes }, name)).toEqual({
    trouble: true,
    text: expect.stringContaining(text),
  });
});
