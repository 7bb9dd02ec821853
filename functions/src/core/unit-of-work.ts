import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Audience, QueryParameter } from '../platform/ports.ts';
import type { RecordKind } from './record-kind.ts';

export interface EntityQuery {
  /** A constant of the code: never put together from what someone sent. */
  sql: string;
  parameters: Record<string, QueryParameter>;
  pageSize?: number;
  /** As the caller sent it: sealed, and refused when it is old or not from this query and partition. */
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

declare const loaded: unique symbol;

/** As read by its id, and therefore whole: what a list gives may be a part of it, and cannot be replaced. */
export type Loaded<T> = T & { readonly [loaded]: true };

export interface UnitOfWork extends Reader {
  get<T extends { Id: string }>(kind: RecordKind<T>, id: string): Promise<Loaded<T> | undefined>;
  /** Those of a list to be changed. */
  getAll<T extends { Id: string }>(kind: RecordKind<T>, ids: readonly string[]): Promise<Loaded<T>[]>;
  /** `<prefix>-<32 hex>`, derived from the idempotency key and the attempt; give each new thing of a request another salt. */
  newId(prefix: string, salt?: string): string;
  /** What a record edited by this request gets as its `Etag`. */
  readonly etag: string;
  create<T extends { Id: string }>(kind: RecordKind<T>, entity: T): void;
  /** Replaces the record of this id, or creates it. */
  put<T extends { Id: string }>(kind: RecordKind<T>, entity: T): Promise<void>;
  replace<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>, after: T): void;
  /** Keeps it, unseen, until the purge removes it with all that belongs to it: from when on, as an ISO time. */
  deleteUntilPurged<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>): string;
  /** What was deleted so, and how to bring it back; undefined when there is no such thing. */
  restore<T extends { Id: string }>(
    kind: RecordKind<T>,
    id: string,
  ): Promise<
    { record: T; deletedAt: string; purgeAt: string; restore: (changes?: Partial<T>) => T } | undefined
  >;
  /** Keeps it, unseen, until its purge date; for what has no files. */
  softDelete<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>): void;
  /** Ids of the people who may see this referral as the request leaves it; undefined when everyone of the agency may. */
  viewersOf(referralId: string): Promise<ReadonlySet<string> | undefined>;
  /** One line in the history of `subject`, which is a record's Id; `shown` names the referrals that it concerns too. */
  audit(entry: { action: string; subject: string; shown?: string[]; changes?: FieldChange[] }): void;
  /** A message to a group about a restricted referral reaches only those who may see it. */
  notify(audience: Audience, message: RealtimeMessage): void;
  /** The same to one person, whose live connections then end: the next ones are asked what they may hear. */
  disconnect(user: string, message: RealtimeMessage): void;
}
