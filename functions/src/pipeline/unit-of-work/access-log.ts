import type { ReadEndpoint } from '@handoff/shared/contract/endpoint';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import type { Platform } from '../../platform/ports.ts';
import { partitionOf } from '../request/caller.ts';
import { commitWithRetry } from './commit.ts';
import { sha256 } from '../idempotency/fingerprint.ts';
import type { Caller } from '../request/handlers.ts';

const SLOT_MS = 10 * 60_000;

interface Viewing {
  platform: Platform;
  caller: Caller;
  requestId: string;
  now: Date;
}

/** Who saw the record of a patient, once per person, record and ten minutes, before they see it. */
export function createAccessLog(endpoint: ReadEndpoint) {
  const subjects = new Set<string>();
  return {
    add: (viewed: string) => void subjects.add(viewed),
    async record(viewing: Viewing): Promise<void> {
      const { audit: action } = endpoint;
      if ((action === undefined) !== (subjects.size === 0))
        throw new Error('A call either declares its views and names the record, or does neither');
      if (action === undefined) return;
      const { platform, caller } = viewing;
      const partition = platform.store.app(partitionOf(endpoint.scope, caller));
      const documents = [...subjects].map((subject) => viewDocument(viewing, { action, subject }));
      // A second look within ten minutes finds the first view; not in the chain, so that reads do not contend.
      await Promise.all(
        documents.map((document) => commitWithRetry(platform, partition, [{ op: 'create', document }])),
      );
    },
  };
}

function viewDocument(
  { platform, caller, requestId, now }: Viewing,
  { action, subject }: { action: string; subject: string },
) {
  const { oid } = caller.claims;
  const slot = Math.floor(now.getTime() / SLOT_MS);
  const at = now.toISOString();
  const traceId = platform.trace.traceId();
  const ids = { requestId, ...(traceId && { traceId }) };
  const entry = { seq: 0, at, oid, name: caller.person.FullName, ...ids, action, subject, changes: [] };
  return {
    id: `audit-view|${sha256([oid, action, subject, slot].join('\n')).slice(0, 32)}`,
    type: 'audit-view',
    at,
    oid,
    action,
    subject,
    entry: JSON.stringify(entry satisfies AuditEntry),
  };
}
