import type { EligibilityService } from '../../platform/eligibility-provider.ts';
import { listsKind, type DomainLists } from '../../records/agency-records.ts';
import type { Identity } from '../idempotency/idempotency-record.ts';
import { liveCounties, type LiveCounties } from '../../records/address-versions.ts';
import { createOnce } from '../records/create-once.ts';
import {
  createWithRetry,
  retriedPartition,
  type EachCreation,
  type RetriedPartition,
} from '../unit-of-work/commit.ts';
import { notifyOnce, type News } from '../records/notify-person.ts';
import type { Signer } from '../../platform/signing-keys.ts';
import type {
  BlobContainer,
  BlobStore,
  LogEntry,
  PartitionReads,
  Platform,
  DocumentStore,
} from '../../platform/ports.ts';

/** What is outside the partition of a call, as far as a call that only reads may go. */
export interface ReadPorts {
  documents: FileReads;
  addresses: {
    /** `<state>`, `<state>:<zip>`. */
    partition(key: string): PartitionReads;
    /** Of rejected rows. */
    reports: FileReads;
  };
  eligibility: {
    asked: Pick<EligibilityService['provider'], 'name' | 'label'>;
    exchanges: FileReads;
  };
  /** What an audit trail is compared with. */
  audit: {
    anchors(prefix: string): Promise<string[]>;
    keepsAnchors: boolean;
    signer(): Promise<Signer>;
  };
}

/** And as far as one with effects may go: it can write there what is repeatable by itself. */
export interface EffectPorts {
  documents: Files;
  addresses: AddressPort;
  eligibility: EligibilityPort;
  /** Writes the lists of an agency that no one sees yet, unless an earlier try did. */
  writeFirstLists(businessDomainId: string, lists: DomainLists): Promise<void>;
  log(entry: LogEntry): void;
  checkpoint(name: string): Promise<void>;
}

export interface AddressPort {
  partition(key: string): RetriedPartition;
  /** As uploaded. */
  stateFiles: Files;
  reports: Files;
  /** How far an import is. */
  announce: Platform['realtime']['send'];
}

export interface EligibilityPort {
  service: EligibilityService;
  /** Of raw texts with the payer. */
  exchanges: Files;
}

/** What imports work with in the background: addresses, their files, and the people to notify. */
export interface ImportPorts extends Pick<Platform, 'clock' | 'random' | 'log' | 'checkpoint'> {
  store: {
    addresses(key: string): RetriedPartition;
    /** Each by itself: for documents whose ids name their content. */
    createAddresses(creation: EachCreation): Promise<void>;
  };
  blobs: BlobsOf<'state-files' | 'import-reports'>;
  realtime: Pick<Platform['realtime'], 'send'>;
  /** An import runs later and by itself: it leads back to its upload. */
  trace: Pick<Platform['trace'], 'traceparent' | 'link'>;
  /** In the partition of whom it is for, once for each identity. */
  notify(identity: Identity, news: News): Promise<void>;
}

/** What the purge works with in the background: the records of agencies and the files that belong to them. */
export interface PurgePorts extends Pick<Platform, 'clock' | 'log' | 'checkpoint'> {
  store: Pick<DocumentStore, 'app'>;
  blobs: Pick<BlobsOf<'documents' | 'payer-exchanges'>, 'remove'>;
}

type BlobsOf<C extends BlobContainer> = {
  [Name in keyof BlobStore]: BlobStore[Name] extends (...given: never[]) => infer Result
    ? (container: C, ...rest: RestOf<BlobStore[Name]>) => Result
    : BlobStore[Name];
};
type RestOf<F> = F extends (container: BlobContainer, ...rest: infer Rest) => unknown ? Rest : never;

export function importPorts(platform: Platform): ImportPorts {
  const { clock, random, blobs } = platform;
  return {
    clock,
    random,
    store: {
      addresses: (key) => retriedPartition(platform, platform.store.addresses(key)),
      createAddresses: (creation) => createWithRetry(platform, platform.store, creation),
    },
    blobs,
    realtime: { send: (audience, message) => platform.realtime.send(audience, message) },
    trace: platform.trace,
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
    notify: (identity, news) => notifyOnce(platform, identity, news),
  };
}

export function purgePorts(platform: Platform): PurgePorts {
  const { clock, blobs, store } = platform;
  return {
    clock,
    store: { app: (key) => store.app(key) },
    blobs: { remove: (container, name) => blobs.remove(container, name) },
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
  };
}

/** What renews sealed values works with in the background: the records of agencies, and their exchanges with payers. */
export interface KeyPorts extends Pick<Platform, 'clock' | 'log' | 'checkpoint'> {
  store: Pick<DocumentStore, 'app'>;
  blobs: Pick<BlobsOf<'payer-exchanges'>, 'version' | 'read' | 'replace'>;
}

export function keyPorts(platform: Platform): KeyPorts {
  const { clock, blobs, store } = platform;
  return {
    clock,
    blobs,
    store: { app: (key) => store.app(key) },
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
  };
}

/** What follows the malware scan works with in the background: documents, and which version of their files is there. */
export interface ScanPorts extends Pick<Platform, 'clock' | 'log'> {
  store: Pick<DocumentStore, 'app'>;
  blobs: Pick<BlobsOf<'documents'>, 'version' | 'rewrite'>;
}

export function scanPorts(platform: Platform): ScanPorts {
  const { clock, blobs, store } = platform;
  return { clock, blobs, store: { app: (key) => store.app(key) }, log: (entry) => platform.log(entry) };
}

/** What seals audit trails works with in the background. */
export interface AuditPorts extends Pick<Platform, 'clock' | 'log' | 'checkpoint'> {
  blobs: Pick<BlobsOf<'audit-anchors' | 'audit-exports'>, 'names' | 'putIfAbsent'>;
}

export function auditPorts(platform: Platform): AuditPorts {
  const { clock, blobs } = platform;
  return {
    clock,
    blobs,
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
  };
}

/** What delivers webhooks works with in the background. */
export interface WebhookPorts extends Pick<Platform, 'clock' | 'random' | 'log' | 'fieldKeys'> {
  store: Pick<DocumentStore, 'app'>;
  sender: Platform['webhooks'];
}

export function webhookPorts(platform: Platform): WebhookPorts {
  const { clock, random, fieldKeys, webhooks: sender, store } = platform;
  return {
    clock,
    random,
    fieldKeys,
    sender,
    store: { app: (key) => store.app(key) },
    log: (entry) => platform.log(entry),
  };
}

/** The blobs of one container. */
export type Files = {
  [Name in Exclude<keyof BlobStore, OfFewContainers>]: InContainer<BlobStore[Name]>;
};
type OfFewContainers =
  | 'uploadUrl'
  | 'stagedBlocks'
  | 'commitBlocks'
  | 'names'
  | 'keepsAnchors'
  | 'version'
  | 'rewrite'
  | 'replace';
export type FileReads = Pick<Files, 'read' | 'open' | 'exists'>;

type InContainer<F> = F extends (container: BlobContainer, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The ports of every mode, made once. */
export interface ModePorts {
  /** For every call, also one that only stages writes: a version never changes, and one that goes live is asked for anew. */
  counties: LiveCounties;
  read: ReadPorts;
  effect: EffectPorts;
}

export function modePorts(platform: Platform, service: EligibilityService): ModePorts {
  const { blobs, store, realtime } = platform;
  const documents = filesIn(blobs, 'documents');
  const exchanges = filesIn(blobs, 'payer-exchanges');
  const addresses: AddressPort = {
    partition: (key) => retriedPartition(platform, store.addresses(key)),
    stateFiles: filesIn(blobs, 'state-files'),
    reports: filesIn(blobs, 'import-reports'),
    announce: (audience, message) => realtime.send(audience, message),
  };
  return {
    counties: liveCounties((state) => store.addresses(state)),
    read: {
      documents,
      addresses,
      eligibility: { asked: service.provider, exchanges },
      audit: {
        anchors: (prefix) => blobs.names('audit-anchors', prefix),
        keepsAnchors: blobs.keepsAnchors,
        signer: () => platform.signingKeys.signerFor('audit'),
      },
    },
    effect: {
      documents,
      addresses,
      eligibility: { service, exchanges },
      writeFirstLists: (id, record) =>
        createOnce(platform, { partitionKey: `d:${id}`, kind: listsKind, record }),
      log: (entry) => platform.log(entry),
      checkpoint: (name) => platform.checkpoint(name),
    },
  };
}

function filesIn(blobs: BlobStore, container: BlobContainer): Files {
  return {
    putIfAbsent: (name, content) => blobs.putIfAbsent(container, name, content),
    putStream: (name, content) => blobs.putStream(container, name, content),
    open: (name) => blobs.open(container, name),
    read: (name) => blobs.read(container, name),
    exists: (name) => blobs.exists(container, name),
    remove: (name) => blobs.remove(container, name),
  };
}
