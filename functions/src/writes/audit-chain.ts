import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { sha256 } from '../core/hash.ts';
import type { Caller } from '../core/context.ts';
import type { AuditEntry, FieldChange } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import type { Operation, Partition, Platform, Versioned } from '../platform/ports.ts';
import type { Signer } from '../platform/signing-keys.ts';
import { AUDIT_HEAD, auditKind } from '../records/kinds/audit-records.ts';

const Head = z.object({ seq: z.number().int(), hash: z.string() });

/** Builds the text that the seal covers; it is unique to this head of this chain. */
export const headText = (partitionKey: string, { seq, hash }: { seq: number; hash: string }) =>
  [partitionKey, seq, hash].join('\n');

export const auditId = (seq: number) => `audit|${String(seq).padStart(12, '0')}`;

export interface StagedAudit {
  action: AuditAction;
  subject: string;
  shown?: string[];
  changes: FieldChange[];
}

interface Links {
  head: Versioned | undefined;
  audits: StagedAudit[];
  etag: string;
  caller: Caller;
  requestId: string;
  platform: Pick<Platform, 'trace'>;
  partition: Pick<Partition, 'key'>;
  signer: Signer;
  now: Date;
}

/**
 * Chains the audit entries of one commit by hash to the current head. Every batch of a call or of an atomic job replaces
 * the head, so a successful commit proves that none of them wrote to its partition since the head was read. What changes a
 * single document beside them does not move it: views, lines of webhooks, renewed keys, removals of a purge. The seal needs a key from
 * outside the store: write access to the store alone cannot forge the chain.
 */
export function chainAudit(links: Links): Operation[] {
  const { head, audits, etag, caller, requestId, platform, partition, signer, now } = links;
  let { seq, hash } = head ? Head.parse(head) : { seq: 0, hash: '' };
  const traceId = platform.trace.traceId();
  const searched = { at: now.toISOString(), oid: caller.claims.oid };
  const entries = audits.map((audit): Operation => {
    seq += 1;
    const entry = JSON.stringify({
      seq,
      ...searched,
      name: caller.person.FullName,
      requestId,
      ...(traceId && { traceId }),
      etag,
      ...audit,
    } satisfies AuditEntry);
    const prev = hash;
    hash = sha256(prev + entry);
    const id = auditId(seq);
    const { changes: _changes, ...named } = audit;
    return {
      op: 'create',
      document: { id, type: auditKind.type, seq, ...searched, ...named, prev, hash, entry },
    };
  });
  const seal = signer.sign(headText(partition.key, { seq, hash }));
  const document = { id: AUDIT_HEAD, type: AUDIT_HEAD, seq, hash, seal };
  const moved: Operation = head
    ? { op: 'replace', document, ifMatch: head._etag }
    : { op: 'create', document };
  return [moved, ...entries];
}
