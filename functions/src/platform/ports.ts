import type { Readable } from 'node:stream';
import type { SigningKeys } from './signing-keys.ts';
import type { Trace } from './telemetry/trace.ts';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { Presence } from '@handoff/shared/domain/referral/presence';

/** A document in the store: `id` is unique within its partition, `type` says what it is. */
export interface StoredDocument {
  id: string;
  type: string;
  /** Seconds after the last write at which the store deletes the document. */
  ttl?: number;
  [field: string]: unknown;
}

export type Versioned = StoredDocument & { _etag: string };

/** Writes only: after a failed conditional read, a batch would still apply the writes that it should guard. */
export type Operation =
  | { op: 'create'; document: StoredDocument }
  | { op: 'replace'; document: StoredDocument; ifMatch: string }
  | { op: 'upsert'; document: StoredDocument };

/** All operations or none. `unknown`: the answer was lost; only a conditional batch can be sent again safely. */
export type CommitResult =
  | { outcome: 'applied'; etags: string[]; ru: number }
  | { outcome: 'refused'; index: number; reason: 'exists' | 'changed' | 'missing' | 'tooLarge' }
  | { outcome: 'busy'; retryAfterMs: number }
  | { outcome: 'unknown' };

/** An object is for ARRAY_CONTAINS, which matches elements with these fields. */
export type QueryParameter =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | Readonly<Record<string, string>>;

export interface Query {
  /** A constant in the code, never built from input. */
  sql: string;
  /** Parameters by name, without the `@` of the query. */
  parameters: Record<string, QueryParameter>;
  pageSize: number;
  /** Returned by an earlier page of the same query; opaque and unsigned. */
  continuation?: string | undefined;
}

export interface Page {
  /** The page is full unless it is the last one. */
  documents: Versioned[];
  continuation: string | undefined;
  ru: number;
}

/** One partition of one container, without access to any other. Reads throw `StoreUnavailable`. */
export interface Partition {
  readonly key: string;
  read(id: string): Promise<Versioned | undefined>;
  query(query: Query): Promise<Page>;
  /** Takes a `SELECT VALUE COUNT(1)`. */
  count(query: Pick<Query, 'sql' | 'parameters'>): Promise<number>;
  /** One transactional batch of 1 to 100 operations. */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /** True when it was deleted, false when it no longer exists or has changed. */
  remove(id: string, ifMatch: string): Promise<boolean>;
  /** All of 1 to 100 documents, whatever their version, or none: false when one is gone or the store was busy. */
  removeAll(ids: readonly string[]): Promise<boolean>;
}

export interface PlacedDocument {
  partitionKey: string;
  document: StoredDocument;
}

/** `open`: not written, or unknown. */
export type Creation = 'created' | 'exists' | 'tooLarge' | 'open';

export interface Creations {
  /** In the order of the documents. */
  outcomes: Creation[];
  /** Set when the store asked for a pause. */
  retryAfterMs?: number;
}

export interface PartitionsAsked extends Pick<Query, 'parameters'> {
  container: 'app' | 'addresses';
  condition: string;
}

export interface PartitionSize {
  key: string;
  /** Of what a partition can hold: at 1 the store refuses every write to it. */
  share: number;
}

export type PartitionReads = Pick<Partition, 'key' | 'read' | 'query' | 'count'>;

export interface DocumentStore {
  /** Container `app`: `d:<domainId>`, `u:<oid>`, `sys`. */
  app(partitionKey: string): Partition;
  /** Container `addresses`: `<state>`, `<state>:<zip>`. */
  addresses(partitionKey: string): Partition;
  /**
   * Creates 1 to 100 documents of container `addresses`, each separately and in any partition, in few requests. Open
   * ones may be sent again if their ids name their content: an existing one is then the same.
   */
  createAddresses(documents: readonly PlacedDocument[]): Promise<Creations>;
  /** Undefined when none has the twentieth part that the service reports, or when it reports none. */
  largestPartition(): Promise<PartitionSize | undefined>;
  /** The keys of partitions with a document of this condition, whatever its partition. */
  partitionsWith(asked: PartitionsAsked): Promise<string[]>;
  /** Finds due outbox messages of all partitions. */
  dueOutbox(due: { now: string; most: number }): Promise<{ partitionKey: string; document: Versioned }[]>;
}

/** Services that the API depends on, by their names in the log. */
export type Dependency = 'cosmos' | 'blobs' | 'vault' | 'identity';

/** The store did not answer or is throttling; the request may be repeated. */
export class StoreUnavailable extends Error {
  readonly retryAfterMs: number;
  readonly dependency: Dependency | undefined;
  constructor(
    message: string,
    options: { retryAfterMs: number; dependency?: Dependency | undefined; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'StoreUnavailable';
    this.retryAfterMs = options.retryAfterMs;
    this.dependency = options.dependency;
  }
}

const ROLES_ARRIVE_AFTER_MS = 30_000;

/** The service answered 401 or 403: a role of the app is missing, or not effective yet. Nothing was done. */
export class AccessRefused extends StoreUnavailable {
  constructor(dependency: Dependency, cause?: unknown) {
    super(`Access to ${dependency} was refused`, { retryAfterMs: ROLES_ARRIVE_AFTER_MS, dependency, cause });
    this.name = 'AccessRefused';
  }
}

export type BlobContainer =
  | 'documents'
  | 'state-files'
  | 'import-reports'
  | 'payer-exchanges'
  /** The keys for patient numbers, wrapped by the vault's. */
  | 'field-keys'
  /** The last entry of each audit trail on each day. */
  | 'audit-anchors'
  /** The entries of each day, a line of JSON each, for a SIEM. */
  | 'audit-exports';

export interface BlobStore {
  /** Tells whether a storage policy protects audit anchors from changes and removal. */
  readonly keepsAnchors: boolean;
  /** Writes once: an existing blob stays unchanged. */
  putIfAbsent(
    container: BlobContainer,
    name: string,
    content: { bytes: Uint8Array; type: string },
  ): Promise<'created' | 'exists'>;
  /** Writes or overwrites while the stream produces its content. */
  putStream(
    container: BlobContainer,
    name: string,
    content: { stream: Readable; type: string },
  ): Promise<void>;
  /** Undefined when there is no such blob. */
  open(
    container: BlobContainer,
    name: string,
  ): Promise<{ stream: Readable; size: number; type: string } | undefined>;
  /** Undefined when there is no such blob. For documents, which are bounded. */
  read(container: BlobContainer, name: string): Promise<{ bytes: Uint8Array; type: string } | undefined>;
  exists(container: BlobContainer, name: string): Promise<boolean>;
  /** Returns the version of a blob, as events name it; undefined when there is no such blob. */
  version(container: BlobContainer, name: string): Promise<string | undefined>;
  /** The same content as a new version, which watchers see again; never restores a removed blob. */
  rewrite(container: BlobContainer, name: string): Promise<void>;
  /** Replaces that version's content; false when it was changed or removed meanwhile. */
  replace(
    container: BlobContainer,
    name: string,
    content: { bytes: Uint8Array; type: string; version: string },
  ): Promise<boolean>;
  /** Lists the names with this prefix, in text order. */
  names(container: BlobContainer, prefix: string): Promise<string[]>;
  remove(container: BlobContainer, name: string): Promise<void>;
  /** Returns an address whose holder can stage blocks of this one blob until then, and read nothing. */
  uploadUrl(container: BlobContainer, name: string, until: Date): Promise<string>;
  /** Returns an address from which a browser downloads this one blob until then, under this file name. */
  downloadUrl(
    container: BlobContainer,
    name: string,
    download: { fileName: string; until: Date },
  ): Promise<string>;
  /** Lists the staged blocks of a blob that does not exist yet. */
  stagedBlocks(container: BlobContainer, name: string): Promise<{ id: string; size: number }[]>;
  /** Commits staged blocks in this order, once: an existing blob stays unchanged. */
  commitBlocks(
    container: BlobContainer,
    name: string,
    content: { ids: string[]; type: string },
  ): Promise<'created' | 'exists'>;
}

export type Audience = { group: string } | { user: string };

export interface Realtime {
  /** Rejects when the service did not accept it within about a second; callers decide what that means. */
  send(audience: Audience, message: RealtimeMessage): Promise<void>;
  /** Sends a group who is present; rejects like `send`. */
  sendPresence(group: string, presence: Presence): Promise<void>;
  /** Joins for this many seconds; without a number, until they leave. */
  joinGroup(user: string, group: string, seconds?: number): Promise<void>;
  leaveGroup(user: string, group: string): Promise<void>;
  /** Removes the user from all groups and disconnects them; a new connection checks their permissions again. */
  disconnect(user: string): Promise<void>;
  /** Returns the address for the browser, with a token for this person that is valid for minutes. */
  connection(user: string): Promise<{ url: string; accessToken: string }>;
}

/** Verified claims of an access token. */
export interface TokenClaims {
  oid: string;
  tid: string;
  name: string;
  email: string;
  /** When the person last proved who they are, in seconds since 1970. */
  signedInAt: number;
  /** The same for all tokens of a sign-in in one browser. */
  sessionId?: string;
  /** Set for a service principal. */
  isApplication?: true;
}

export type TokenVerdict =
  | { outcome: 'valid'; claims: TokenClaims }
  | { outcome: 'invalid' | 'scope-missing' | 'keys-unavailable' };

export interface Tokens {
  verify(authorization: string | undefined): Promise<TokenVerdict>;
}

export type WebhookReply = { status: number } | { failure: 'notPublic' | 'timeout' | 'unreachable' };

/** Posts to external addresses that someone typed, public ones only. */
export interface WebhookSender {
  /** On a local machine also to itself, over http. */
  readonly allowsThisMachine: boolean;
  /** Never rejects. */
  post(url: string, message: { headers: Record<string, string>; body: string }): Promise<WebhookReply>;
}

export interface Clock {
  now(): Date;
  sleep(ms: number): Promise<void>;
}

export interface Random {
  uuid(): string;
  /** 0 inclusive to 1 exclusive. */
  fraction(): number;
}

/** The position of a sealed value; copied to another record, field or partition it does not open. */
export interface FieldPlace {
  partition: string;
  type: string;
  id: string;
  field: string;
}

/** Keys for the fields by which others know a patient, such as the SSN. All methods throw `FieldKeysNotConfigured`. */
export interface FieldKeys {
  /** Returns `enc:v1:…`, a different text each time. */
  encrypt(text: string, place: FieldPlace): Promise<string>;
  /** Throws when the value was not sealed for this place. */
  decrypt(sealed: string, place: FieldPlace): Promise<string>;
  /** Returns `bix:v1:…`, equal for the same text, agency and field, to find equal values. Normalize the text first. */
  blindIndex(text: string, of: { domainId: string; field: string }): Promise<string>;
  /** Under every version of the key, newest first: values from before a rotation are found, too. */
  blindIndexes(text: string, of: { domainId: string; field: string }): Promise<string[]>;
  versions(): Promise<{ data: KeyVersions; index: KeyVersions }>;
}

/** `v1`, `v2` …: the newest one writes, and every known one reads. */
export interface KeyVersions {
  newest: string;
  /** Newest first. */
  known: string[];
}

/** The product runs without keys for patient numbers, but operations that need them fail. */
export class FieldKeysNotConfigured extends Error {
  constructor(message = 'The keys for patient numbers are not configured') {
    super(message);
    this.name = 'FieldKeysNotConfigured';
  }
}

/** A value's key is missing: nothing is lost, and it opens again as soon as the key is back. */
export class FieldKeyMissing extends FieldKeysNotConfigured {
  constructor(version: string) {
    super(`The data key ${version} is missing, and something is sealed under it: put it back`);
    this.name = 'FieldKeyMissing';
  }
}

/** Allow-listed: no free text, no URL, no patient data. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  event: string;
  requestId?: string;
  /** Added automatically to every line within a trace. */
  traceId?: string;
  route?: string;
  mode?: string;
  outcome?: string;
  status?: number;
  code?: string;
  ms?: number;
  ru?: number;
  tries?: number;
  oid?: string;
  /** Id of the business domain. */
  agency?: string;
  /** Origin of the request, from the front door's header. */
  address?: string;
  importId?: string;
  count?: number;
  error?: string;
  dependency?: Dependency;
  frames?: string[];
}

/** What the log says of an error: its message may quote a patient's data. */
export const errorName = (error: unknown) => (error instanceof Error ? error.name : typeof error);

export interface Platform {
  store: DocumentStore;
  blobs: BlobStore;
  realtime: Realtime;
  tokens: Tokens;
  webhooks: WebhookSender;
  clock: Clock;
  random: Random;
  fieldKeys: FieldKeys;
  signingKeys: SigningKeys;
  trace: Trace;
  log(entry: LogEntry): void;
  /** A named place where a test may end the process; does nothing elsewhere. */
  checkpoint(name: string): Promise<void>;
}

/** A key wrapped by the vault's, which never leaves the vault. */
export interface WrappedKey {
  /** The version of the vault's key: `https://<vault>/keys/<name>/<version>`. */
  kid: string;
  value: string;
}

export interface KeyVault {
  wrap(key: Buffer): Promise<WrappedKey>;
  /** Uses the version that wrapped the key, so that the vault's key can be rotated. */
  unwrap(wrapped: WrappedKey): Promise<Buffer>;
}
