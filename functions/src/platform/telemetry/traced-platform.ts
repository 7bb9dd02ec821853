import type { KeyVault } from '../azure/keys/key-vault.ts';
import type { EligibilityProvider, EligibilityService } from '../eligibility-provider.ts';
import type { BlobStore, DocumentStore, Partition, Platform, Realtime } from '../ports.ts';
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

function client<T>(
  trace: Trace,
  { name, attributes }: { name: string; attributes: SpanAttributes },
  work: () => Promise<T>,
  outcomeOf: (result: T) => SpanAttributes = () => ({}),
): Promise<T> {
  return trace.span({ name, kind: 'client' }, async (note) => {
    note(attributes);
    const result = await work();
    note(outcomeOf(result));
    return result;
  });
}

function tracedStore(store: DocumentStore, trace: Trace): DocumentStore {
  return {
    app: (key) => tracedPartition(store.app(key), { container: 'app', trace }),
    addresses: (key) => tracedPartition(store.addresses(key), { container: 'addresses', trace }),
    createAddresses: (documents) =>
      client(
        trace,
        {
          name: 'cosmos create each',
          attributes: { container: 'addresses', operations: documents.length },
        },
        () => store.createAddresses(documents),
        ({ outcomes }) => ({ count: outcomes.filter((outcome) => outcome === 'created').length }),
      ),
    dueOutbox: (due) =>
      client(
        trace,
        { name: 'cosmos due outbox', attributes: { container: 'app' } },
        () => store.dueOutbox(due),
        (found) => ({
          count: found.length,
        }),
      ),
  };
}

function tracedPartition(
  partition: Partition,
  { container, trace }: { container: string; trace: Trace },
): Partition {
  const call = (name: string) => ({ name: `cosmos ${name}`, attributes: { container } });
  return {
    key: partition.key,
    read: (id) =>
      client(
        trace,
        call('read'),
        () => partition.read(id),
        (found) => ({ count: found ? 1 : 0 }),
      ),
    query: (query) =>
      client(
        trace,
        call('query'),
        () => partition.query(query),
        ({ documents, ru }) => ({ count: documents.length, ru }),
      ),
    count: (query) => client(trace, call('count'), () => partition.count(query)),
    commit: (operations) => {
      const attributes = { container, operations: operations.length };
      return client(
        trace,
        { name: 'cosmos commit', attributes },
        () => partition.commit(operations),
        (result) => ({
          outcome: result.outcome,
          ...('ru' in result && { ru: result.ru }),
        }),
      );
    },
    remove: (id, ifMatch) => client(trace, call('remove'), () => partition.remove(id, ifMatch)),
  };
}

function tracedBlobs(blobs: BlobStore, trace: Trace): BlobStore {
  return {
    keepsAnchors: blobs.keepsAnchors,
    names: (container, prefix) =>
      client(trace, blobCall('list', container), () => blobs.names(container, prefix)),
    putIfAbsent: (container, name, content) =>
      client(
        trace,
        blobCall('put', container),
        () => blobs.putIfAbsent(container, name, content),
        (outcome) => ({ outcome }),
      ),
    putStream: (container, name, content) =>
      client(trace, blobCall('put stream', container), () => blobs.putStream(container, name, content)),
    open: (container, name) => client(trace, blobCall('open', container), () => blobs.open(container, name)),
    read: (container, name) => client(trace, blobCall('read', container), () => blobs.read(container, name)),
    exists: (container, name) =>
      client(trace, blobCall('exists', container), () => blobs.exists(container, name)),
    version: (container, name) =>
      client(trace, blobCall('version', container), () => blobs.version(container, name)),
    rewrite: (container, name) =>
      client(trace, blobCall('rewrite', container), () => blobs.rewrite(container, name)),
    replace: (container, name, content) =>
      client(trace, blobCall('replace', container), () => blobs.replace(container, name, content)),
    remove: (container, name) =>
      client(trace, blobCall('remove', container), () => blobs.remove(container, name)),
    uploadUrl: (container, name, until) =>
      client(trace, blobCall('upload url', container), () => blobs.uploadUrl(container, name, until)),
    stagedBlocks: (container, name) =>
      client(trace, blobCall('staged blocks', container), () => blobs.stagedBlocks(container, name)),
    commitBlocks: (container, name, content) =>
      client(
        trace,
        blobCall('commit blocks', container),
        () => blobs.commitBlocks(container, name, content),
        (outcome) => ({ outcome }),
      ),
  };
}

function tracedRealtime(realtime: Realtime, trace: Trace): Realtime {
  return {
    send: (audience, message) => client(trace, pushCall('send'), () => realtime.send(audience, message)),
    sendPresence: (group, presence) =>
      client(trace, pushCall('presence'), () => realtime.sendPresence(group, presence)),
    joinGroup: (user, group, seconds) =>
      client(trace, pushCall('join'), () => realtime.joinGroup(user, group, seconds)),
    leaveGroup: (user, group) => client(trace, pushCall('leave'), () => realtime.leaveGroup(user, group)),
    disconnect: (user) => client(trace, pushCall('disconnect'), () => realtime.disconnect(user)),
    connection: (user) => client(trace, pushCall('connection'), () => realtime.connection(user)),
  };
}

/** The keys come from the vault at once and are then kept. */
export const tracedVault = (vault: KeyVault, trace: Trace): KeyVault => ({
  wrap: (key) => client(trace, { name: 'vault wrap', attributes: {} }, () => vault.wrap(key)),
  unwrap: (wrapped) => client(trace, { name: 'vault unwrap', attributes: {} }, () => vault.unwrap(wrapped)),
});

/** A failure to get an answer is one of the outcomes. */
export function tracedEligibility(service: EligibilityService, trace: Trace): EligibilityService {
  const { provider } = service;
  const ask: EligibilityProvider['ask'] = (question) =>
    client(
      trace,
      { name: 'payer ask', attributes: {} },
      () => provider.ask(question),
      (reply) => ({ outcome: reply.outcome === 'failed' ? reply.failure : reply.outcome }),
    );
  return { ...service, provider: { ...provider, ask } };
}

const blobCall = (name: string, container: string) => ({ name: `blob ${name}`, attributes: { container } });
const pushCall = (name: string) => ({ name: `push ${name}`, attributes: {} });
