import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { partitionOf } from '../core/access.ts';
import { sha256 } from '../core/hash.ts';
import type { Caller } from '../core/context.ts';
import type { ReadEndpoint } from '@handoff/shared/contract/endpoint';
import type { Partition, Platform } from '../platform/ports.ts';
import { commitWithRetry } from './commit.ts';
import { viewKind } from '../records/kinds/audit-records.ts';

const SLOT_MS = 10 * 60_000;

interface Viewing {
  platform: Platform;
  caller: Caller;
  requestId: string;
  now: Date;
}

interface Viewed {
  subject: string;
  shown: readonly string[] | undefined;
  reason: string | undefined;
}

/** Before the answer is seen: one entry, however many records it shows. */
export function createAccessLog(endpoint: ReadEndpoint) {
  let viewed: Viewed | undefined;
  return {
    add: (subject: string, shown?: readonly string[], reason?: string) =>
      void (viewed = { subject, shown, reason }),
    /** `request` is set where each view is logged: its key and content, so that a retry is logged once. */
    async record(viewing: Viewing, request: string | undefined): Promise<void> {
      const { audit: action } = endpoint;
      if ((action === undefined) !== (viewed === undefined))
        throw new Error('A call either declares its views and names the record, or does neither');
      if (action === undefined || viewed === undefined) return;
      // A search that is logged each time is logged even when it finds no one, so that guessing shows.
      if (viewed.shown?.length === 0 && !endpoint.auditedEachTime) return;
      const { platform, caller } = viewing;
      const partition = platform.store.app(partitionOf(endpoint.scope, caller));
      const document = viewDocument(viewing, { ...viewed, action, request });
      // A second look within ten minutes finds the first view; not in the chain, so that reads do not contend.
      await commitWithRetry(platform, partition, [{ op: 'create', document }]);
    },
  };
}

interface Noted {
  partition: Partition;
  action: 'restricted.refused' | 'numbers.entered';
  subject: string;
  request?: string;
}

/** Logs an attempt to open a restricted record, or to use a number that may be a guess, in the access record. */
export async function recordAttempt(
  viewing: Viewing,
  { partition, action, subject, request }: Noted,
): Promise<void> {
  const viewed = { subject, shown: undefined, reason: undefined, action, request };
  const operation = { op: 'create' as const, document: viewDocument(viewing, viewed) };
  await commitWithRetry(viewing.platform, partition, [operation]);
}

function viewDocument(
  { platform, caller, requestId, now }: Viewing,
  {
    subject,
    shown = [],
    reason,
    action,
    request,
  }: Viewed & { action: AuditAction; request: string | undefined },
) {
  const { oid } = caller.claims;
  const slot = Math.floor(now.getTime() / SLOT_MS);
  const once = request !== undefined ? [request] : [subject, ...shown.toSorted(), slot];
  const traceId = platform.trace.traceId();
  return {
    id: `audit-view|${sha256([oid, action, ...once].join('\n')).slice(0, 32)}`,
    type: viewKind.type,
    at: now.toISOString(),
    oid,
    name: caller.person.FullName,
    requestId,
    ...(traceId && { traceId }),
    action,
    subject,
    ...(shown.length > 0 && { shown: [...shown] }),
    ...(reason !== undefined && { reason }),
  };
}
