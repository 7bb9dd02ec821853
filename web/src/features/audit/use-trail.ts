import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { AuditFilters } from '@handoff/shared/contract/audit';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import type * as z from 'zod';
import { CallError, errorText } from '../../lib/api/call-error.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { useRead } from '../../lib/api/use-read.ts';

/** Of the agency, or of the system. */
export type Trail = 'agency' | 'system';
export type TrailQuery = z.input<typeof AuditFilters>;

export const trailCalls = {
  agency: { list: api.audit.list, verify: api.audit.verify, exportFile: api.audit.exportFile },
  system: {
    list: api.audit.systemList,
    verify: api.audit.systemVerify,
    exportFile: api.audit.systemExportFile,
  },
} as const;

type Older = Output<typeof api.audit.list>;

/** The newest page stays fresh; older ones are read on demand, until trail or query change. */
export function useTrail(trail: Trail, query: TrailQuery) {
  const { client, domain } = useApi();
  const { list } = trailCalls[trail];
  const newest = useRead(list, { query });
  const name = `${trail}${JSON.stringify(query)}`;
  const [read, setRead] = useState<{ name: string; older: Older } | undefined>();
  const older = read?.name === name ? read.older : undefined;
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<CallError | undefined>();
  const Continuation = older ? older.Continuation : (newest.data?.Continuation ?? null);

  async function loadMore(): Promise<void> {
    if (Continuation === null) return;
    setLoadingMore(true);
    setMoreError(undefined);
    try {
      const how = { key: crypto.randomUUID(), domain };
      const page = await client.call(list, { query: { ...query, Continuation } }, how);
      setRead({ name, older: { ...page, AuditInfo: [...(older?.AuditInfo ?? []), ...page.AuditInfo] } });
    } catch (error) {
      setMoreError(error instanceof CallError ? error : new CallError(errorText(error), { cause: error }));
    } finally {
      setLoadingMore(false);
    }
  }

  const entries = newest.data && distinct([...newest.data.AuditInfo, ...(older?.AuditInfo ?? [])]);
  return {
    entries,
    hasMore: Continuation !== null,
    isLoadingMore,
    loadMore,
    error: newest.error ?? moreError,
    refresh: newest.refresh,
  };
}

/** Views have no number; a request makes a view of a record once. */
export const entryKey = ({ seq, requestId, action, subject }: AuditEntry) =>
  seq > 0 ? String(seq) : `${requestId}|${action}|${subject}`;

// When new entries came, the first page reaches less far and the older ones begin inside of it.
function distinct(entries: readonly AuditEntry[]): AuditEntry[] {
  return [...new Map(entries.map((entry) => [entryKey(entry), entry])).values()];
}
