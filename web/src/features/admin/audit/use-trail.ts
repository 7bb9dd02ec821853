import { auditApi, type AuditFilters } from '@handoff/shared/contract/audit';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import type * as z from 'zod';
import { useList } from '../../../data/records/use-list.ts';

/** The audit trail of an agency, or of the system. */
export type Trail = 'agency' | 'system';
export type TrailQuery = z.input<typeof AuditFilters>;

export const trailCalls = {
  agency: { list: auditApi.list, verify: auditApi.verify, exportFile: auditApi.exportFile },
  system: {
    list: auditApi.systemList,
    verify: auditApi.systemVerify,
    exportFile: auditApi.systemExportFile,
  },
} as const;

/** Newest first. */
export const useTrail = (trail: Trail, query: TrailQuery) =>
  useList(trailCalls[trail].list, { query }, ({ AuditInfo }) =>
    AuditInfo.map((entry) => ({ ...entry, Id: keyOf(entry) })),
  );

/** Views have no number, but a request records one view per record. */
const keyOf = ({ seq, requestId, action, subject }: AuditEntry) =>
  seq > 0 ? String(seq) : `${requestId}|${action}|${subject}`;
