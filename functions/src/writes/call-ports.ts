import type { CheckLimits, EffectPorts, Files, JobPorts, OrderList, ReadPorts } from '../core/context.ts';
import type { EligibilityService } from '../platform/eligibility-provider.ts';
import type { BlobContainer, BlobStore, Platform } from '../platform/ports.ts';
import { monthPartition } from '../records/trail.ts';
import { liveCounties, manifestReader } from '../records/kinds/address-versions.ts';
import { retriedPartition, createWithRetry, createOnce } from './commit.ts';
import { notifyOnce } from './notify-person.ts';

/** The stores and services beside the partition of a call, opened once; app.ts gives each area those that it names. */
export interface CallPorts {
  read: ReadPorts;
  effect: EffectPorts;
  job: JobPorts;
}

export interface CallSettings extends Pick<ReadPorts, 'areaChanges'> {
  eligibility: EligibilityService;
  checks: CheckLimits;
  orderList: (ports: Pick<ReadPorts, 'addresses' | 'liveVersion'>) => Promise<OrderList | undefined>;
}

export function callPorts(
  platform: Platform,
  { eligibility, checks: limits, areaChanges, orderList }: CallSettings,
): CallPorts {
  const { blobs } = platform;
  const documents = filesIn(blobs, 'documents');
  const exchanges = filesIn(blobs, 'payer-exchanges');
  const stateFiles = filesIn(blobs, 'state-files');
  const addresses = (key: string) => platform.store.addresses(key);
  const liveVersion = manifestReader(addresses);
  const effect: EffectPorts = {
    documents,
    exchanges,
    stateFiles,
    addresses: (key) => retriedPartition(platform, platform.store.addresses(key)),
    eligibility: { service: eligibility, limits },
    realtime: { send: (audience, message) => platform.realtime.send(audience, message) },
    trace: platform.trace,
    notify: (identity, news) => notifyOnce(platform, identity, news),
    createOnce: (first) => createOnce(platform, first),
    clock: platform.clock,
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
  };
  return {
    effect,
    read: {
      // Every call may read them: a version never changes, and the live one is looked up each time.
      counties: liveCounties(liveVersion),
      orderList: () => orderList({ addresses, liveVersion }),
      documents,
      exchanges,
      stateFiles,
      importReports: filesIn(blobs, 'import-reports'),
      addresses,
      liveVersion,
      areaChanges,
      eligibility: { provider: eligibility.provider, limits },
      largestPartition: () => platform.store.largestPartition(),
      audit: {
        anchors: (prefix) => blobs.names('audit-anchors', prefix),
        keepsAnchors: blobs.keepsAnchors,
        signer: () => platform.signingKeys.signerFor('audit'),
      },
      live: platform.realtime,
    },
    job: {
      ...effect,
      blobs,
      webhooks: platform.webhooks,
      records: (domainId) => platform.store.app(`d:${domainId}`),
      trailMonth: (domainId, month) =>
        retriedPartition(platform, platform.store.app(monthPartition(`d:${domainId}`, month))),
      subjectsWith: (imports) => platform.store.partitionsWith({ container: 'addresses', ...imports }),
      createAddresses: (creation) => createWithRetry(platform, platform.store, creation),
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
    downloadUrl: (name, download) => blobs.downloadUrl(container, name, download),
    stagedBlocks: (name) => blobs.stagedBlocks(container, name),
    commitBlocks: (name, content) => blobs.commitBlocks(container, name, content),
  };
}
