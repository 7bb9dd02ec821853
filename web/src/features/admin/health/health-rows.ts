import type { LinkProps } from '@tanstack/react-router';
import type { JobCount, JobCounts, SystemHealth } from '@handoff/shared/contract/system-health';
import type { ImportStatus } from '@handoff/shared/domain/address/import-progress';
import { entriesOf, subjectNames } from '@handoff/shared/domain/address/file-subject';
import { formatAge, formatCount, formatMoment, plural } from '../../../text/format.ts';
import { statusWords } from '../../../text/labels/import-labels.ts';
import type { CheckState } from '../../../ui/check-glyph.tsx';

export const healthGroups = ['Jobs', 'Waiting work', 'Services and keys', 'Address files'] as const;

export interface HealthRow {
  group: (typeof healthGroups)[number];
  name: string;
  /** `unknown` has not happened yet; `look` and `no` need a person. */
  state: CheckState;
  text: string;
  link?: LinkProps;
}

export const isTrouble = ({ state }: HealthRow) => state === 'no' || state === 'look';

/** Says every figure in a sentence. */
export const healthRows = (status: SystemHealth): HealthRow[] => [
  ...status.Jobs.map(jobRow),
  ...backlogRows(status),
  ...serviceRows(status),
  ...status.Imports.map(importRow),
];

const done: Record<JobCount, (count: number) => string> = {
  referralsDeleted: (count) => `deleted ${plural(count, 'referral')}`,
  referralsPurged: (count) => `permanently removed ${plural(count, 'referral')}`,
  documentsPurged: (count) => `permanently removed ${plural(count, 'document')}`,
  checksPurged: (count) => `permanently removed ${plural(count, 'eligibility check')}`,
  eventsSent: (count) => `sent ${plural(count, 'event')}`,
  eventsFailed: (count) => `could not deliver ${plural(count, 'event')}`,
  referralsReverified: (count) => `checked ${plural(count, 'referral')} again`,
};

function jobRow({ Title, LastRun, LastWork, NextAt, IsLate }: SystemHealth['Jobs'][number]): HealthRow {
  const next = NextAt === null ? '' : ` Next run of “${Title}”: ${formatMoment(NextAt)}.`;
  const row = { group: 'Jobs', name: Title } as const;
  if (!LastRun) return { ...row, state: 'unknown', text: `Has not run yet.${next}` };
  const ran = `Ran ${formatMoment(LastRun.EndedAt)}`;
  if (LastRun.EndedBy !== '')
    return { ...row, state: 'no', text: `${ran} and stopped with an error (${LastRun.EndedBy}).${next}` };
  if (LastRun.Errors > 0)
    return { ...row, state: 'look', text: `${ran} with ${plural(LastRun.Errors, 'error')}.${next}` };
  if (IsLate) return { ...row, state: 'no', text: `${ran}; a run has been missed since.` };
  const isFresh = LastWork?.At === LastRun.EndedAt;
  if (LastWork && isFresh)
    return { ...row, state: 'yes', text: `${ran} and ${inWords(LastWork.Counts)}.${next}` };
  const before = LastWork
    ? ` Before that, it ${inWords(LastWork.Counts)} (${formatMoment(LastWork.At)}).`
    : '';
  return { ...row, state: 'yes', text: `${ran}.${before}${next}` };
}

function inWords(counts: JobCounts): string {
  const parts = Object.entries(done).flatMap(([name, words]) => {
    const [, count = 0] = Object.entries(counts).find(([counted]) => counted === name) ?? [];
    return count > 0 ? [words(count)] : [];
  });
  return new Intl.ListFormat('en-US').format(parts);
}

function backlogRows({ Backlogs }: SystemHealth): HealthRow[] {
  const { WebhookEventsWaiting: waiting, WebhookEventsFailed: failed, WebhooksSwitchedOff: off } = Backlogs;
  const webhooks = [
    waiting === 0
      ? 'No event is waiting'
      : `${plural(waiting, 'event')} waiting, ${formatCount(failed)} of them after a failed attempt`,
    ...(off > 0 ? [`${plural(off, 'webhook is', 'webhooks are')} switched off after days of failures`] : []),
  ].join('; ');
  const { DocumentsInScan: inScan, DocumentsScannedLate: late, DocumentsNotScanned: without } = Backlogs;
  const documents = [
    inScan === 0
      ? 'No document is waiting for its malware scan'
      : `${plural(inScan, 'document')} waiting for a malware scan, ${formatCount(late)} for more than 10 minutes`,
    ...(without > 0 ? [`${plural(without, 'document')} got no scan result and cannot be opened`] : []),
  ].join('; ');
  return [
    {
      group: 'Waiting work',
      name: 'Webhooks',
      state: off > 0 ? 'no' : failed > 0 ? 'look' : 'yes',
      text: `${webhooks}.${failed > 0 || off > 0 ? ' Managers see them under Webhooks in their agency.' : ''}`,
    },
    {
      group: 'Waiting work',
      name: 'Documents',
      state: late > 0 || without > 0 ? 'look' : 'yes',
      text: `${documents}.`,
    },
  ];
}

function serviceRows(status: SystemHealth): HealthRow[] {
  const group = 'Services and keys' as const;
  return [
    { group, name: 'Medicare', ...medicare(status.Medicare) },
    { group, name: 'Re-verification', ...reverification(status.Reverification) },
    {
      group,
      name: 'Storage',
      state: status.FilesAnswer ? 'yes' : 'no',
      text: status.FilesAnswer
        ? 'Records and files answer.'
        : 'Records answer, but files do not: documents cannot be opened or attached.',
    },
    { group, name: 'Room for records', ...room(status.LargestPartition) },
    { group, name: 'Keys', ...keys(status.Keys) },
    {
      group,
      name: 'Handoff',
      state: 'yes',
      text: `Version ${status.Version}, ${plural(status.Agencies, 'agency', 'agencies')}.`,
    },
  ];
}

type Said = Pick<HealthRow, 'state' | 'text'>;

function medicare({ Provider, Last, LastAnswered }: SystemHealth['Medicare']): Said {
  const of = `Checks go to ${Provider === 'sandbox' ? 'the sandbox, not to Medicare' : 'Medicare through Stedi'}.`;
  if (!Last) return { state: 'unknown', text: `${of} No one has checked yet.` };
  const answered = LastAnswered ? `last answer ${formatMoment(LastAnswered.At)}` : 'no answer yet';
  if (Last.Verdict === 'notCompleted')
    return {
      state: 'look',
      text: `${of} The check of ${formatMoment(Last.At)} was not completed; ${answered}.`,
    };
  return { state: 'yes', text: `${of} The ${answered}.` };
}

function reverification({ Agencies, Referrals, Paused }: SystemHealth['Reverification']): Said {
  if (Agencies === 0) return { state: 'unknown', text: 'No agency uses it.' };
  const on = `On in ${plural(Agencies, 'agency', 'agencies')}, for ${plural(Referrals, 'checked referral')}.`;
  if (Paused === 0) return { state: 'yes', text: on };
  return {
    state: 'look',
    text: `${on} Paused in ${formatCount(Paused)} after failures of Medicare or the provider.`,
  };
}

const HALF_FULL = 50;

function room(largest: SystemHealth['LargestPartition']): Said {
  if (largest === 'unknown') return { state: 'unknown', text: 'The database does not say how full it is.' };
  if (largest === 'small')
    return { state: 'yes', text: 'No agency uses more than 5% of the room for its records.' };
  const { Agency, Percent } = largest;
  const used = `${Agency ?? 'The system itself'} uses ${Percent}% of the 20 GB for its records, more than any other.`;
  if (Percent < HALF_FULL) return { state: 'yes', text: used };
  return { state: Percent < 90 ? 'look' : 'no', text: `${used} At 100%, nothing can be saved there.` };
}

function keys(of: SystemHealth['Keys']): Said {
  if (!of)
    return { state: 'no', text: 'No keys for patient numbers are configured: numbers cannot be saved.' };
  const { Data, Index, Older, Since, AgenciesToRenew, Failed } = of;
  const age = Since === null ? '' : `, in use for ${formatAge(Since, Date.now())} or longer`;
  const older = Older.length === 0 ? '' : ` Older versions kept: ${Older.join(', ')}.`;
  const now = `Data key ${Data}, index key ${Index}${age}.${older}`;
  if (Failed > 0)
    return { state: 'no', text: `${now} ${plural(Failed, 'value')} could not be sealed again.` };
  if (AgenciesToRenew > 0)
    return {
      state: 'unknown',
      text: `${now} ${plural(AgenciesToRenew, 'agency is', 'agencies are')} not checked for older keys yet.`,
    };
  return { state: 'yes', text: `${now} Everything is sealed under them.` };
}

function importRow({ State, Addresses, Last }: SystemHealth['Imports'][number]): HealthRow {
  const addresses = Addresses === 0 ? 'Nothing is live.' : `${plural(Addresses, ...entriesOf(State))} live.`;
  const row = { group: 'Address files', name: subjectNames[State] } as const;
  if (!Last) return { ...row, state: 'yes', text: addresses };
  const { label } = statusWords[Last.Status];
  return {
    ...row,
    state: importStates[Last.Status] ?? 'yes',
    text: `${addresses} Last import ${formatMoment(Last.At)}: ${Last.FileName}, ${label.toLowerCase()}.`,
    link: { to: '/admin/imports/$importId', params: { importId: Last.ImportId } },
  };
}

const importStates: Partial<Record<ImportStatus, CheckState>> = { failed: 'no', needsConfirmation: 'look' };
