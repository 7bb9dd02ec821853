import type { Readable } from 'node:stream';
import type { SigningKeys } from './signing-keys.ts';
import type { Trace } from './telemetry/trace.ts';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { Presence } from '@handoff/shared/domain/referral/presence';

/** A document as the store keeps it: `id` is unique within its partition, `type` says what it is. */
export interface StoredDocument {
  id: string;
  type: string;
  /** Seconds after the last write at which the store forgets the document. */
  ttl?: number;
  [field: string]: unknown;
}

export type Versioned = StoredDocument & { _etag: string };

/** Writes only: a conditional read in a batch would leave the writes standing that it was to guard. */
export type Operation =
  | { op: 'create'; document: StoredDocument }
  | { op: 'replace'; document: StoredDocument; ifMatch: string }
  | { op: 'upsert'; document: StoredDocument };

/** All operations happened, or none. `unknown`: the answer was lost, sending the same again is safe only if it is conditional. */
export type CommitResult =
  | { outcome: 'applied'; etags: string[]; ru: number }
  | { outcome: 'refused'; index: number; reason: 'exists' | 'changed' | 'missing' | 'tooLarge' }
  | { outcome: 'busy'; retryAfterMs: number }
  | { outcome: 'unknown' };

/** An object is for ARRAY_CONTAINS: what an element has among its fields. */
export type QueryParameter =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | Readonly<Record<string, string>>;

export interface Query {
  /** A constant of the code: never put together from what someone sent. */
  sql: string;
  /** By name, without the `@` of the text. */
  parameters: Record<string, QueryParameter>;
  pageSize: number;
  /** As an earlier page of the same query returned it; opaque and unsigned. */
  continuation?: string | undefined;
}

export interface Page {
  documents: Versioned[];
  continuation: string | undefined;
  ru: number;
}

/** One partition of one container; there is no way from here to another. Reads throw `StoreUnavailable`. */
export interface Partition {
  readonly key: string;
  read(id: string): Promise<Versioned | undefined>;
  query(query: Query): Promise<Page>;
  /** Of a `SELECT VALUE COUNT(1)`. */
  count(query: Pick<Query, 'sql' | 'parameters'>): Promise<number>;
  /** One transactional batch of 1 to 100 operations. */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /** True when it was deleted, false when it no longer exists or has changed. */
  remove(id: string, ifMatch: string): Promise<boolean>;
}

/** A document, and the partition it belongs in. */
export interface PlacedDocument {
  partitionKey: string;
  document: StoredDocument;
}

/** `open`: not written, or no one knows. */
export type Creation = 'created' | 'exists' | 'tooLarge' | 'open';

export interface Creations {
  /** In the order of the documents. */
  outcomes: Creation[];
  /** When the store asked for a pause. */
  retryAfterMs?: number;
}

export type PartitionReads = Pick<Partition, 'key' | 'read' | 'query' | 'count'>;

export interface DocumentStore {
  /** Container `app`: `d:<domainId>`, `u:<oid>`, `sys`. */
  app(partitionKey: string): Partition;
  /** Container `addresses`: `<state>`, `<state>:<zip>`. */
  addresses(partitionKey: string): Partition;
  /**
   * 1 to 100 documents of container `addresses`, each by itself and in any partition, in few requests. Those that are
   * open may be sent again if their ids name their content: one that exists is then the same.
   */
  createAddresses(documents: readonly PlacedDocument[]): Promise<Creations>;
  /** The one query across partitions: outbox messages that are due, with the partition each is in. */
  dueOutbox(due: { now: string; most: number }): Promise<{ partitionKey: string; document: Versioned }[]>;
}

/** What the API depends on, as the log names it. */
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

/** The service answered 401 or 403: a role of the app is missing, or not known there yet. Nothing was done. */
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
  /** Where each audit trail ended on each day. */
  | 'audit-anchors'
  /** The entries of each day, a line of JSON each, for a SIEM. */
  | 'audit-exports';

export interface BlobStore {
  /** Whether a policy of the storage keeps audit anchors from being changed and removed. */
  readonly keepsAnchors: boolean;
  /** Writes once: a name that exists is left as it is. */
  putIfAbsent(
    container: BlobContainer,
    name: string,
    content: { bytes: Uint8Array; type: string },
  ): Promise<'created' | 'exists'>;
  /** Writes or overwrites while the stream produces. */
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
  /** The version of a blob, as events name it; undefined when there is no such blob. */
  version(container: BlobContainer, name: string): Promise<string | undefined>;
  /** The same content as a new version, so that whoever watches the container sees it again; never brings back what is gone. */
  rewrite(container: BlobContainer, name: string): Promise<void>;
  /** Other content for that version; false when it was changed or removed meanwhile. */
  replace(
    container: BlobContainer,
    name: string,
    content: { bytes: Uint8Array; type: string; version: string },
  ): Promise<boolean>;
  /** Those that begin with this, in the order of their text. */
  names(container: BlobContainer, prefix: string): Promise<string[]>;
  remove(container: BlobContainer, name: string): Promise<void>;
  /** An address that lets its holder stage blocks of this one blob until then, and read nothing. */
  uploadUrl(container: BlobContainer, name: string, until: Date): Promise<string>;
  /** Blocks of a blob that does not exist yet. */
  stagedBlocks(container: BlobContainer, name: string): Promise<{ id: string; size: number }[]>;
  /** Makes staged blocks a blob in this order, once: one that exists is left as it is. */
  commitBlocks(
    container: BlobContainer,
    name: string,
    content: { ids: string[]; type: string },
  ): Promise<'created' | 'exists'>;
}

export type Audience = { group: string } | { user: string };

export interface Realtime {
  /** Rejects when the service did not accept it within a second or so; callers decide what that means. */
  send(audience: Audience, message: RealtimeMessage): Promise<void>;
  /** Who is there, to a group; as `send`. */
  sendPresence(group: string, presence: Presence): Promise<void>;
  /** For so many seconds; left out: until they leave. */
  joinGroup(user: string, group: string, seconds?: number): Promise<void>;
  leaveGroup(user: string, group: string): Promise<void>;
  /** Out of all groups and off: who comes back is asked anew what they may hear. */
  disconnect(user: string): Promise<void>;
  /** Where the browser connects, with a token for this person that is good for minutes. */
  connection(user: string): Promise<{ url: string; accessToken: string }>;
}

/** What an access token proved. */
export interface TokenClaims {
  oid: string;
  tid: string;
  name: string;
  email: string;
  /** When the person last proved who they are, in seconds since 1970. */
  signedInAt: number;
  /** The same for all tokens of a sign-in in one browser. */
  sessionId?: string;
  /** Not a person but a service principal. */
  isApplication?: true;
}

export type TokenVerdict =
  | { outcome: 'valid'; claims: TokenClaims }
  | { outcome: 'invalid' | 'scope-missing' | 'keys-unavailable' };

export interface Tokens {
  verify(authorization: string | undefined): Promise<TokenVerdict>;
}

export type WebhookReply = { status: number } | { failure: 'notPublic' | 'timeout' | 'unreachable' };

/** Posts to addresses outside that someone typed, public ones only. */
export interface WebhookSender {
  /** On one machine also to it, and over http. */
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

/** Where a sealed value stands; copied to another record, field or partition it does not open. */
export interface FieldPlace {
  partition: string;
  type: string;
  id: string;
  field: string;
}

/** Keys for single fields: the numbers by which a patient is known elsewhere. All throw `FieldKeysNotConfigured`. */
export interface FieldKeys {
  /** `enc:v1:…`, another text each time. */
  encrypt(text: string, place: FieldPlace): Promise<string>;
  /** Throws when the value was not sealed for this place. */
  decrypt(sealed: string, place: FieldPlace): Promise<string>;
  /** `bix:v1:…`, the same for the same text, agency and field: to find equals by. Normalise the text first. */
  blindIndex(text: string, of: { domainId: string; field: string }): Promise<string>;
  /** The same under every version of the key, the newest first: what was stored before a rotation is found as well. */
  blindIndexes(text: string, of: { domainId: string; field: string }): Promise<string[]>;
  versions(): Promise<{ data: KeyVersions; index: KeyVersions }>;
}

/** `v1`, `v2` …: the newest writes, every known one reads. */
export interface KeyVersions {
  newest: string;
  /** The newest first. */
  known: string[];
}

/** The product runs without keys for patient numbers; what needs them cannot be done. */
export class FieldKeysNotConfigured extends Error {
  constructor(message = 'The keys for patient numbers are not configured') {
    super(message);
    this.name = 'FieldKeysNotConfigured';
  }
}

/** Something is sealed under a key that is not there: nothing is lost, it opens again as soon as the key is back. */
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
  /** Added by itself to every line within a trace. */
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
  /** Of the business domain. */
  agency?: string;
  /** Where the request came from, as the front door noted it. */
  address?: string;
  importId?: string;
  count?: number;
  error?: string;
  /** That did not answer, or refused. */
  dependency?: Dependency;
  frames?: string[];
}

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
