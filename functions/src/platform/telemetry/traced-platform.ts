import type { EligibilityProvider, EligibilityService } from '../eligibility-provider.ts';
import type { BlobStore, DocumentStore, KeyVault, Partition, Platform, Realtime } from '../ports.ts';
import type { SpanAttributes, Trace } from './trace.ts';

/** The same platform, with a span for every call that leaves the process. */
export function tracedPlatform(platform: Platform): Platform {
  const { trace } = platform;
  return {
    ...platform,
    store: tracedStore(platform.store, trace),
    blobs: tracedBlobs(platform.blobs, trace),
    realtime: tracedRealtime(platform.realtime, trace),
  };
}

const callsTo =
  (trace: Trace, service: string, attributes: SpanAttributes = {}) =>
  <T>(name: string, work: () => Promise<T>, outcomeOf?: (result: T) => SpanAttributes): Promise<T> =>
    trace.span({ name: `${service} ${name}`, kind: 'client' }, async (note) => {
      note(attributes);
      const result = await work();
      if (outcomeOf) note(outcomeOf(result));
      return result;
    });

function tracedStore(store: DocumentStore, trace: Trace): DocumentStore {
  return {
    app: (key) => tracedPartition(store.app(key), trace, 'app'),
    addresses: (key) => tracedPartition(store.addresses(key), trace, 'addresses'),
    createAddresses: (documents) =>
      callsTo(trace, 'cosmos', { container: 'addresses', operations: documents.length })(
        'create each',
        () => store.createAddresses(documents),
        ({ outcomes }) => ({ count: outcomes.filter((outcome) => outcome === 'created').length }),
      ),
    largestPartition: () =>
      callsTo(trace, 'cosmos', { container: 'app' })('largest partition', () => store.largestPartition()),
    partitionsWith: (asked) =>
      callsTo(trace, 'cosmos', { container: asked.container })(
        'partitions with',
        () => store.partitionsWith(asked),
        (found) => ({ count: found.length }),
      ),
    dueOutbox: (due) =>
      callsTo(trace, 'cosmos', { container: 'app' })(
        'due outbox',
        () => store.dueOutbox(due),
        (found) => ({ count: found.length }),
      ),
  };
}

function tracedPartition(partition: Partition, trace: Trace, container: 'app' | 'addresses'): Partition {
  const calls = (more: SpanAttributes = {}) => callsTo(trace, 'cosmos', { container, ...more });
  const call = calls();
  return {
    key: partition.key,
    read: (id) =>
      call(
        'read',
        () => partition.read(id),
        (found) => ({ count: found ? 1 : 0 }),
      ),
    query: (query) =>
      call(
        'query',
        () => partition.query(query),
        ({ documents, ru }) => ({ count: documents.length, ru }),
      ),
    count: (query) => call('count', () => partition.count(query)),
    commit: (operations) =>
      calls({ operations: operations.length })(
        'commit',
        () => partition.commit(operations),
        (result) => ({ outcome: result.outcome, ...('ru' in result && { ru: result.ru }) }),
      ),
    remove: (id, ifMatch) => call('remove', () => partition.remove(id, ifMatch)),
    removeAll: (ids) => call('removeAll', () => partition.removeAll(ids)),
  };
}

function tracedBlobs(blobs: BlobStore, trace: Trace): BlobStore {
  const on = (container: string) => callsTo(trace, 'blob', { container });
  return {
    keepsAnchors: blobs.keepsAnchors,
    names: (container, prefix) => on(container)('list', () => blobs.names(container, prefix)),
    putIfAbsent: (container, name, content) =>
      on(container)(
        'put',
        () => blobs.putIfAbsent(container, name, content),
        (outcome) => ({ outcome }),
      ),
    putStream: (container, name, content) =>
      on(container)('put stream', () => blobs.putStream(container, name, content)),
    open: (container, name) => on(container)('open', () => blobs.open(container, name)),
    read: (container, name) => on(container)('read', () => blobs.read(container, name)),
    exists: (container, name) => on(container)('exists', () => blobs.exists(container, name)),
    version: (container, name) => on(container)('version', () => blobs.version(container, name)),
    rewrite: (container, name) => on(container)('rewrite', () => blobs.rewrite(container, name)),
    replace: (container, name, content) =>
      on(container)('replace', () => blobs.replace(container, name, content)),
    remove: (container, name) => on(container)('remove', () => blobs.remove(container, name)),
    uploadUrl: (container, name, until) =>
      on(container)('upload url', () => blobs.uploadUrl(container, name, until)),
    downloadUrl: (container, name, download) =>
      on(container)('download url', () => blobs.downloadUrl(container, name, download)),
    stagedBlocks: (container, name) =>
      on(container)('staged blocks', () => blobs.stagedBlocks(container, name)),
    commitBlocks: (container, name, content) =>
      on(container)(
        'commit blocks',
        () => blobs.commitBlocks(container, name, content),
        (outcome) => ({ outcome }),
      ),
  };
}

function tracedRealtime(realtime: Realtime, trace: Trace): Realtime {
  const push = callsTo(trace, 'push');
  return {
    send: (audience, message) => push('send', () => realtime.send(audience, message)),
    sendPresence: (group, presence) => push('presence', () => realtime.sendPresence(group, presence)),
    joinGroup: (user, group, seconds) => push('join', () => realtime.joinGroup(user, group, seconds)),
    leaveGroup: (user, group) => push('leave', () => realtime.leaveGroup(user, group)),
    disconnect: (user) => push('disconnect', () => realtime.disconnect(user)),
    connection: (user) => push('connection', () => realtime.connection(user)),
  };
}

/** The keys come from the vault at once and are then kept. */
export function tracedVault(vault: KeyVault, trace: Trace): KeyVault {
  const call = callsTo(trace, 'vault');
  return {
    wrap: (key) => call('wrap', () => vault.wrap(key)),
    unwrap: (wrapped) => call('unwrap', () => vault.unwrap(wrapped)),
  };
}

/** A failure to get an answer is one of the outcomes. */
export function tracedEligibility(service: EligibilityService, trace: Trace): EligibilityService {
  const { provider } = service;
  const ask: EligibilityProvider['ask'] = (question) =>
    callsTo(trace, 'payer')(
      'ask',
      () => provider.ask(question),
      (reply) => ({ outcome: reply.outcome === 'failed' ? reply.failure : reply.outcome }),
    );
  return { ...service, provider: { ...provider, ask } };
}
