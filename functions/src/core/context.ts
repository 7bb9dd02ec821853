import type { Roles } from '@handoff/shared/domain/access/role';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import type { AreaChange, ServiceAreaChange } from '@handoff/shared/domain/referral/referral-checks';
import type { Person } from '@handoff/shared/domain/access/user';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import type { LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type {
  BlobStore,
  Clock,
  DocumentStore,
  FieldKeys,
  LogEntry,
  Partition,
  PartitionReads,
  PartitionsAsked,
  Platform,
  Realtime,
  TokenClaims,
  CommitResult,
  Operation,
  PlacedDocument,
} from '../platform/ports.ts';
import type { Signer } from '../platform/signing-keys.ts';
import type { EligibilityProvider, EligibilityService } from '../platform/eligibility-provider.ts';
import type { Identity } from './hash.ts';
import type { Reader, Selection, Trail, UnitOfWork, RecordKind } from './unit-of-work.ts';

// A call reaches only what the context of its mode has, and the ports that its area names in app.ts: handlers are made
// without a platform. handlers.test-d.ts plants code that must not compile.

export interface Caller {
  claims: TokenClaims;
  person: Person;
  roles: Roles;
  /** The current business domain; empty for a person without one, who gets no domain-scoped call. */
  businessDomainId: string;
}

interface CallContext {
  caller: Caller;
  /** Reads people and business domains. */
  system: Reader;
  /** Stands still during a request. */
  now: Date;
  fieldKeys: FieldKeys;
}

/** The counties of each ZIP code, the county of most of its addresses first; empty where the addresses name none. */
export type ZipCounties = ReadonlyMap<string, readonly string[]>;

export type LiveCounties = (state: string) => Promise<ZipCounties>;

/** The CMS Order and Referring file that is live; undefined while none is imported. */
export type LiveOrderList = () => Promise<OrderList | undefined>;

export interface OrderList {
  entryOf(npi: string): Promise<Practitioner | undefined>;
}

export interface ReadContext extends CallContext {
  /** Reads the partition that the call's scope names, and no other. */
  find: Reader;
  trail: () => Trail;
  /** Records that the answer shows this record, or a list with all on it (none is no view); called once with `audit`. */
  viewed: (subject: string, shown?: readonly string[], reason?: string) => void;
}

/** Stages writes in the one partition of the call; no file, no network. */
export interface WriteContext extends CallContext {
  work: UnitOfWork;
  requestId: string;
}

/** Acts outside that partition, under names derived from the key; stages nothing but through `markSent`. */
export interface EffectContext extends CallContext {
  find: Reader;
  /** Caller addresses as the front door noted them, the nearest last. */
  callerAddresses: readonly string[];
  /** An earlier try recorded that it sends, and ended without an answer. */
  wasSent: boolean;
  /**
   * Recorded before an effect that must not happen twice; only the holder of the key gets past it. What `stage` counts
   * is in the same batch, and nothing is recorded when it refuses.
   */
  markSent(stage: (context: WriteContext) => Promise<void>): Promise<void>;
  /** Names and ids made from the key and the attempt: the same until a failure is recorded. */
  derive(salt: string): string;
  /** Undoes an effect if this call is refused in the end; not when it may have been recorded. */
  ifRefused(undo: () => Promise<void>): void;
}

/** Runs by a timer or a queue: reads every agency, and writes in one of them the way a person's call does. */
export interface JobContext {
  clock: Clock;
  random: Platform['random'];
  log: (entry: LogEntry) => void;
  checkpoint(name: string): Promise<void>;
  fieldKeys: FieldKeys;
  find(domainId: string): Reader;
  /** The ids of the agencies with such a record, found at once and not by a walk. */
  agenciesWith(records: Selection<unknown>): Promise<string[]>;
  system: Reader;
  /** Stages a write that no call does. */
  atomic(write: JobWrite, handler: (context: WriteContext) => Promise<void>): Promise<void>;
  /** Makes a call that a person could make as well. */
  lease(call: JobCall, handler: (context: EffectContext) => Promise<Completion>): Promise<void>;
}

/** Ports of some jobs: the signature of each names its own. */
export interface JobPorts extends Omit<EffectPorts, 'createOnce'> {
  blobs: BlobStore;
  webhooks: Platform['webhooks'];
  /** The partition of an agency, for documents that no call writes. */
  records(domainId: string): Partition;
  /** The states and lists with such an import, found at once and not by a walk. */
  subjectsWith(imports: Pick<PartitionsAsked, 'condition' | 'parameters'>): Promise<string[]>;
  /** Creates each document by itself, for documents whose ids name their content. */
  createAddresses(creation: EachCreation): Promise<void>;
  /** The partition that entries of an agency's trail move to. */
  trailMonth(domainId: string, month: string): RetriedPartition;
}

/** Stages the outcome of an effect, and returns the answer. */
export type Completion = (context: WriteContext) => Promise<unknown>;

interface JobRequest {
  /** Empty for the system's partition. */
  domainId: string;
  /** Names the work that is done once: two runs that find it at the same time share a key, as a retry does. */
  work: string[];
  /** The schedule that the audit names, which sees everything; or the person who started it, with their rights of today. */
  as: string | Person;
}

export interface JobWrite extends JobRequest {
  /** The kind of work, such as `purge`: it separates the keys of one job from those of another. */
  job: string;
}

export interface JobCall extends JobRequest {
  endpoint: LeaseEndpoint;
}

/** How many checks of eligibility, each of which is paid for. */
export interface CheckLimits {
  perUserAndHour: number;
  perAgencyAndDay: number;
  /** The timer leaves the rest of the day to people. */
  scheduledPerAgencyAndDay: number;
}

export interface PublishedVersion {
  importId: string;
  documents: readonly DocumentEntry[];
}

/** Code, number of entries, hash of the content; of a ZIP code then its city, its county and the others it reaches into. */
export type DocumentEntry = [code: string, entries: number, hash: string, ...place: string[]];

/** The stores outside the partition of a call that a reading call may read; each area of calls names its own. */
export interface ReadPorts {
  counties: LiveCounties;
  orderList: LiveOrderList;
  documents: UploadReads;
  /** Raw texts exchanged with payers. */
  exchanges: FileReads;
  stateFiles: UploadReads;
  importReports: FileReads;
  /** Partition `<state>` or `<state>:<zip>` of imported addresses, and likewise of a list. */
  addresses: (key: string) => PartitionReads;
  /** The version of a state's addresses or of a list that is live; it is read once. */
  liveVersion: (subject: string) => Promise<PublishedVersion | undefined>;
  /** The service areas and the open referrals of all agencies that another version changes. */
  areaChanges: (versions: {
    state: string;
    before: ZipCounties;
    after: ZipCounties;
  }) => Promise<{ areas: ServiceAreaChange[]; referrals: AreaChange[] }>;
  eligibility: { provider: Pick<EligibilityProvider, 'name' | 'label'>; limits: CheckLimits };
  largestPartition: DocumentStore['largestPartition'];
  /** Anchors that an audit trail is compared with. */
  audit: {
    anchors(prefix: string): Promise<string[]>;
    keepsAnchors: boolean;
    signer(): Promise<Signer>;
  };
  /** The connection of the caller for live messages, and who is there. */
  live: Pick<Realtime, 'joinGroup' | 'leaveGroup' | 'disconnect' | 'connection' | 'sendPresence'>;
}

/** The stores outside the partition of a call where a call with effects may write what is repeatable by itself. */
export interface EffectPorts {
  stateFiles: Files;
  addresses: (key: string) => RetriedPartition;
  realtime: Pick<Realtime, 'send'>;
  /** An import runs later and by itself: it leads back to its upload. */
  trace: Pick<Platform['trace'], 'traceparent' | 'link'>;
  /** Notifies a person in their own partition: once for each identity, of its newest event. */
  notify(identity: Identity, news: LatestNews): Promise<void>;
  documents: Files;
  exchanges: Files;
  eligibility: { service: EligibilityService; limits: CheckLimits };
  /** Creates the first record of a partition that no one reads yet, unless an earlier try did. */
  createOnce<T extends { Id: string }>(first: FirstRecord<T>): Promise<void>;
  clock: Clock;
  log: (entry: LogEntry) => void;
  checkpoint(name: string): Promise<void>;
}

export interface News {
  /** Id of a user; no one is notified of what they did, opted out of, or may not see. */
  to: string;
  kind: UserNotification['Kind'];
  subject: string;
  text: string;
  /** Notifies the person of what they did, too, because they did not see the result. */
  alsoOfOwn?: boolean;
  /** No one may opt out of this kind. */
  isUrgent?: true;
  /** The notification's own id when it must not come again, whichever request gives rise to it. */
  once?: string;
}

/** Replaces earlier news of the same identity. */
export interface LatestNews extends News {
  at: string;
}

export interface FirstRecord<T extends { Id: string }> {
  partitionKey: string;
  kind: RecordKind<T>;
  record: T;
}

export interface Files extends UploadReads {
  putIfAbsent(
    name: string,
    content: { bytes: Uint8Array; type: string },
  ): ReturnType<BlobStore['putIfAbsent']>;
  putStream(name: string, content: Parameters<BlobStore['putStream']>[2]): ReturnType<BlobStore['putStream']>;
  remove(name: string): ReturnType<BlobStore['remove']>;
  commitBlocks(
    name: string,
    content: Parameters<BlobStore['commitBlocks']>[2],
  ): ReturnType<BlobStore['commitBlocks']>;
}

/** The blobs of one container, and the blocks of an upload that is under way. */
export interface UploadReads extends FileReads {
  uploadUrl(name: string, until: Date): ReturnType<BlobStore['uploadUrl']>;
  stagedBlocks(name: string): ReturnType<BlobStore['stagedBlocks']>;
}

export interface FileReads {
  open(name: string): ReturnType<BlobStore['open']>;
  read(name: string): ReturnType<BlobStore['read']>;
  exists(name: string): ReturnType<BlobStore['exists']>;
  downloadUrl(
    name: string,
    download: { fileName: string; until: Date },
  ): ReturnType<BlobStore['downloadUrl']>;
}

/** The outcome of a batch that was sent until it was known. */
export type Committed =
  /** `wasLost`: its first answer was, and others may have written since; the etags are those of now. */
  | { outcome: 'applied'; etags: string[]; writeId: string; wasLost: boolean }
  | Extract<CommitResult, { outcome: 'refused' }>;

/** A partition whose only write repeats itself until its outcome is known. */
export interface RetriedPartition extends PartitionReads {
  write(operations: readonly Operation[]): Promise<Committed>;
}

export interface EachCreation {
  documents: readonly PlacedDocument[];
  /** Checked before every try; its reason ends the work. */
  signal: AbortSignal;
}
