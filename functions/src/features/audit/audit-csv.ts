import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify } from 'csv-stringify/sync';

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
] as const;

/** A row for each changed field, and one for an entry without any. A view has no number: it is no link of the chain. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.flatMap((entry) => {
    const { seq, at, name, oid, action, subject, shown = [], requestId, changes } = entry;
    const shared = [seq === 0 ? '' : seq, at, name, oid, action, subject];
    const end = [requestId, shown.join(' ')];
    if (changes.length === 0) return [[...shared, '', '', '', ...end]];
    return changes.map((change) => [...shared, change.field, change.old, change.new, ...end]);
  });
  return stringify([header, ...rows], csvFormat);
}
