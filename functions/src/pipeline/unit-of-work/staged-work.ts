import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Audience, Operation, Partition, StoredDocument, Versioned } from '../../platform/ports.ts';
import type { RecordKind } from '../../platform/record-kind.ts';
import { derive, type Intent } from '../idempotency/idempotency-record.ts';
import { createReader } from './reader.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** With the record, the audit head, audit entries and outbox a batch of the store's 100 holds this many. */
const MAX_STAGED = 80;
const PURGE_AFTER_DAYS = 30;

export interface StagedAudit {
  action: string;
  subject: string;
  changes: FieldChange[];
}

export interface StagedHint {
  audience: Audience;
  message: RealtimeMessage;
}

/** What one run of a handler wants to happen, all of it or nothing. */
export interface Staged {
  operations: Operation[];
  audits: StagedAudit[];
  hints: StagedHint[];
}

interface WorkOptions {
  partition: Partition;
  intent: Intent;
  continuationKey: string;
}

export function stageWork({ partition, intent, continuationKey }: WorkOptions): {
  work: UnitOfWork;
  staged: Staged;
} {
  const seen = new Map<string, Versioned>();
  const operations = new Map<string, Operation>();
  const staged: Staged = { operations: [], audits: [], hints: [] };
  const reader = createReader({
    partition,
    continuationKey,
    onRead: (document) => seen.set(document.id, document),
  });

  function stage(operation: Operation): void {
    operations.set(operation.document.id, operation);
    staged.operations = [...operations.values()];
    if (staged.operations.length > MAX_STAGED)
      throw new Error(`More than ${MAX_STAGED} writes in one request`);
  }

  function change<T extends { Id: string }>(
    kind: RecordKind<T>,
    entity: T,
    extra: Partial<StoredDocument>,
  ): void {
    const before = operations.get(entity.Id) ?? replaceOf(seen.get(entity.Id));
    if (before?.document.type !== kind.type)
      throw new Error(`${kind.type} is changed without having been read`);
    stage({
      ...before,
      document: { ...before.document, ...entity, ...kind.derivedFields?.(entity), ...extra },
    });
  }

  const work: UnitOfWork = {
    ...reader,
    newId: (prefix, salt = '') => `${prefix}-${derive(intent.id, prefix + salt)}`,
    etag: editEtag(intent),
    create: (kind, entity) => {
      if (operations.has(entity.Id)) throw new Error(`${kind.type}: two new things of one id need two salts`);
      stage({
        op: 'create',
        document: {
          ...entity,
          ...kind.derivedFields?.(entity),
          id: entity.Id,
          type: kind.type,
          DeletedAt: null,
        },
      });
    },
    replace: (kind, entity) => change(kind, entity, {}),
    softDelete: (kind, entity) =>
      change(kind, entity, { DeletedAt: intent.now.toISOString(), ttl: PURGE_AFTER_DAYS * 86_400 }),
    audit: ({ action, subject, changes = [] }) => void staged.audits.push({ action, subject, changes }),
    notify: (audience, message) => void staged.hints.push({ audience, message }),
  };
  return { work, staged };
}

export const editEtag = (intent: Intent) => derive(intent.id, 'etag');

function replaceOf(document: Versioned | undefined): Operation | undefined {
  if (!document) return undefined;
  const { _etag, ...fields } = document;
  return { op: 'replace', document: { ...fields, id: document.id, type: document.type }, ifMatch: _etag };
}
