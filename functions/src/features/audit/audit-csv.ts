import { MAX_EXPORTED } from '@handoff/shared/contract/audit';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { disclosureOf } from '@handoff/shared/domain/records/disclosure';
import { stringify } from 'csv-stringify/sync';
import { csvOf, wholeExport, type CsvColumn } from '../../core/csv-export.ts';

export const wholeTrail = (pageAt: Parameters<typeof wholeExport<AuditEntry>>[0]): Promise<AuditEntry[]> =>
  wholeExport(pageAt, {
    most: MAX_EXPORTED,
    refusal: `These are more than ${MAX_EXPORTED.toLocaleString('en-US')} entries. Choose fewer days.`,
  });

const header = [
  'Entry',
  'At (UTC)',
  'Person',
  'Person id',
  'Action',
  'Record',
  'Field',
  'Old',
  'New',
  'Request',
  'Records shown',
  'Reason',
] as const;

/** A row for each changed field, and one for an entry without any. Views have no number in the chain. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.flatMap((entry) => {
    const { seq, at, name, oid, action, subject, shown = [], reason, requestId, changes } = entry;
    const shared = [seq === 0 ? '' : seq, at, name, oid, action, subject];
    const end = [requestId, shown.join(' '), reason];
    if (changes.length === 0) return [[...shared, '', '', '', ...end]];
    return changes.map((change) => [...shared, change.field, change.old, change.new, ...end]);
  });
  return stringify([header, ...rows], csvFormat);
}

const accessColumns: readonly CsvColumn<AuditEntry>[] = [
  ['At (UTC)', ({ at }) => at],
  ['Person', ({ name }) => name],
  ['Person id', ({ oid }) => oid],
  ['Action', ({ action }) => action],
  ['Record', ({ subject }) => subject],
  ['Disclosed to', (entry) => disclosureOf(entry)?.To],
  ['Purpose of the disclosure', (entry) => disclosureOf(entry)?.Purpose],
  ['Reason', ({ reason }) => reason],
  ['Request', ({ requestId }) => requestId],
];

/** Writes a row for each entry: which records were seen, not their contents. */
export const patientAccessCsv = (entries: readonly AuditEntry[]): string => csvOf(accessColumns, entries);
