import type { EffectPorts, Files, LiveCounties, ReadPorts } from '../core/context.ts';
import { liveCounties } from '../records/kinds/address-versions.ts';
import type { Identity } from '../core/hash.ts';
import type { BlobContainer, BlobStore, Platform } from '../platform/ports.ts';
import { createWithRetry, retriedPartition, type EachCreation, type RetriedPartition } from './commit.ts';
import { createOnce } from './create-once.ts';
import { notifyOnce, type News } from './notify-person.ts';

/** The ports of address imports: addresses, their files, and the people to notify. */
export interface ImportPorts extends Pick<Platform, 'blobs' | 'checkpoint' | 'clock' | 'log' | 'random'> {
  store: {
    addresses(key: string): RetriedPartition;
    /** Creates each document separately, for ids that name the content. */
    createAddresses(creation: EachCreation): Promise<void>;
  };
  realtime: Pick<Platform['realtime'], 'send'>;
  /** An import runs later and separately, so it links back to its upload. */
  trace: Pick<Platform['trace'], 'traceparent' | 'link'>;
  /** Notifies a person in their own partition, once for each identity. */
  notify(identity: Identity, news: News): Promise<void>;
}

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

/** The stores that calls reach outside their partition, opened once for all calls. */
export interface CallPorts {
  /** Every call may read them: a version never changes, and the live one is looked up each time. */
  counties: LiveCounties;
  read: ReadPorts;
  effect: EffectPorts;
}

export function callPorts(platform: Platform): CallPorts {
  const { blobs, store } = platform;
  const documents = filesIn(blobs, 'documents');
  const exchanges = filesIn(blobs, 'payer-exchanges');
  return {
    counties: liveCounties((state) => store.addresses(state)),
    read: {
      documents,
      exchanges,
      addresses: (key) => store.addresses(key),
      audit: {
        anchors: (prefix) => blobs.names('audit-anchors', prefix),
        keepsAnchors: blobs.keepsAnchors,
        signer: () => platform.signingKeys.signerFor('audit'),
      },
    },
    effect: {
      documents,
      exchanges,
      createOnce: (first) => createOnce(platform, first),
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
    uploadUrl: (name, until) => blobs.uploadUrl(container, name, until),
    stagedBlocks: (name) => blobs.stagedBlocks(container, name),
    commitBlocks: (name, content) => blobs.commitBlocks(container, name, content),
  };
}
