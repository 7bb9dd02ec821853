import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import type { Topic } from '@handoff/shared/contract/endpoint';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Audience, QueryParameter } from '../platform/ports.ts';
import type * as z from 'zod';

/** A kind of record: its `type` in the store, and the schema of its fields. Its `id` there is its `Id`. */
export interface RecordKind<T extends { Id: string }> {
  type: string;
  schema: z.ZodType<T>;
  /** Derives index fields that are stored with every write for queries, and never read back. */
  derivedFields?(entity: T): object;
}

/** The same records with the fields that one query reads. */
export const readAs = <T extends { Id: string }>(
  { type }: { type: string },
  schema: z.ZodType<T>,
): RecordKind<T> => ({ type, schema });

/** Records of one kind that a query asks for, made by `select`. */
export interface Selection<T> {
  schema: z.ZodType<T>;
  /** The parts of its text, which has no value: those are parameters. */
  fields: string;
  where: string;
  order: string;
  parameters: Record<string, QueryParameter>;
}

interface PageOf {
  pageSize?: number;
  /** Sealed, as sent by the caller; refused when it expired or belongs to another query or partition. */
  continuation?: string | undefined;
}

export interface Listed<T> {
  items: T[];
  Continuation: string | null;
}

/** Reads one partition. Deleted records are not found. */
export interface Reader {
  get<T extends { Id: string }>(kind: RecordKind<T>, id: string): Promise<T | undefined>;
  list<T>(selection: Selection<T>, page?: PageOf): Promise<Listed<T>>;
  count(selection: Selection<unknown>): Promise<number>;
}

/** A month whose entries have left the partition of its agency for one of their own. */
export interface MovedMonth {
  /** `2026-08` */
  Month: string;
  /** The last link of the chain in it. */
  Seq: number;
}

/** Reads the audit trail of one partition with the months that have left it, as if none had. */
export interface Trail {
  /** Newest first; `since` spares the months before this day or time. Select nothing but entries of the trail. */
  list<T>(selection: Selection<T>, page?: PageOf & { since?: string | undefined }): Promise<Listed<T>>;
  /** Oldest first. */
  moved(): Promise<readonly MovedMonth[]>;
  ofMonth(month: string): Reader;
}

declare const loaded: unique symbol;

/** Read by its id, so it has all its fields. A list entry may lack some, so it cannot be replaced. */
export type Loaded<T> = T & { readonly [loaded]: true };

interface HistoryEntry {
  action: AuditAction;
  subject: string;
  shown?: string[];
  changes?: FieldChange[];
}

export interface UnitOfWork extends Reader {
  get<T extends { Id: string }>(kind: RecordKind<T>, id: string): Promise<Loaded<T> | undefined>;
  /** Reads several records that are to be changed; missing ones are left out. */
  getAll<T extends { Id: string }>(kind: RecordKind<T>, ids: readonly string[]): Promise<Loaded<T>[]>;
  /** Returns `<prefix>-<32 hex>` from the key and the attempt; each new thing of a request needs its own salt. */
  newId(prefix: string, salt?: string): string;
  /** The `Etag` that records edited by this request get. */
  readonly etag: string;
  create<T extends { Id: string }>(kind: RecordKind<T>, entity: T): void;
  put<T extends { Id: string }>(kind: RecordKind<T>, entity: T): Promise<void>;
  replace<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>, after: T): void;
  /** Hides the record until the purge removes it with all that belongs to it; returns the time of the purge. */
  deleteUntilPurged<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>): string;
  /** Finds a record deleted that way and a way to restore it; undefined when there is none. */
  restore<T extends { Id: string }>(
    kind: RecordKind<T>,
    id: string,
  ): Promise<
    { record: T; deletedAt: string; purgeAt: string; restore: (changes?: Partial<T>) => T } | undefined
  >;
  /** Hides a record without files until its purge date. */
  softDelete<T extends { Id: string }>(kind: RecordKind<T>, before: Loaded<T>): void;
  /** Who may see this referral as the request leaves it; undefined when everyone in the agency may. */
  viewersOf(referralId: string): Promise<ReadonlySet<string> | undefined>;
  /** Adds an entry to the history of `subject`, a record's Id; `shown` names other referrals that it concerns. */
  audit(entry: HistoryEntry): void;
  /** The same, and notifies the agency's open screens that the record changed, or the one that is `announced`. */
  record(entry: HistoryEntry & { topic: Topic; announced?: string }): void;
  /** A message to a group about a restricted referral reaches only those who may see it. */
  notify(audience: Audience, message: RealtimeMessage): void;
  /** Notifies one person and then closes their live connections; new ones check their permissions again. */
  disconnect(user: string, message: RealtimeMessage): void;
  leaveGroup(user: string, group: string): void;
}
