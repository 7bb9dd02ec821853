import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Audience, QueryParameter } from '../../platform/ports.ts';
import type { RecordKind } from '../../platform/record-kind.ts';

export interface EntityQuery {
  /** A constant of the code: never put together from what somebody sent. */
  sql: string;
  parameters: Record<string, QueryParameter>;
  pageSize?: number;
  /** As the caller sent it: signed, and refused when it is not from this query and partition. */
  continuation?: string | undefined;
}

/** Reads of one partition. Deleted records are not there. */
export interface Reader {
  get<T extends { Id: string }>(kind: RecordKind<T>, id: string): Promise<T | undefined>;
  list<T extends { Id: string }>(
    kind: RecordKind<T>,
    query: EntityQuery,
  ): Promise<{ items: T[]; Continuation: string | null }>;
  /** A `SELECT VALUE COUNT(1)`, a constant of the code. */
  count(query: Pick<EntityQuery, 'sql' | 'parameters'>): Promise<number>;
}

export interface UnitOfWork extends Reader {
  /** `<prefix>-<32 hex>`, derived from the idempotency key; give each new thing of a request another salt. */
  newId(prefix: string, salt?: string): string;
  /** What a record edited by this request gets as its `Etag`. */
  readonly etag: string;
  create<T extends { Id: string }>(kind: RecordKind<T>, entity: T): void;
  /** Only of what this unit of work has read. */
  replace<T extends { Id: string }>(kind: RecordKind<T>, entity: T): void;
  /** Keeps it, unseen, until its purge date. Only of what this unit of work has read. */
  softDelete<T extends { Id: string }>(kind: RecordKind<T>, entity: T): void;
  /** One line in the history of `subject`, which is a record's Id. */
  audit(entry: { action: string; subject: string; changes?: FieldChange[] }): void;
  notify(audience: Audience, message: RealtimeMessage): void;
}
