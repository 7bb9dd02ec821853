import { RestError, type BlobGetPropertiesResponse } from '@azure/storage-blob';
import type { DequeuedMessageItem } from '@azure/storage-queue';
import * as z from 'zod';
import type { FunctionWith, Settings } from '../app/app-functions.ts';
import { parseBlobPath, type BlobPath } from './blob-path.ts';
import { scanForBlobs, type BlobAddress } from './blob-scan.ts';
import type { HostJson } from '../host-json.ts';
import type { Invoke } from '../app/invoke.ts';
import type { Log } from '../log.ts';
import { listenToQueue } from '../queues/queue-listener.ts';
import type { RpcData } from '../app/rpc.ts';
import { blobService, type HostStorage } from '../storage.ts';

interface BlobTriggerOptions {
  functions: FunctionWith<'blobTrigger'>[];
  settings: Settings;
  hostJson: HostJson;
  storage: HostStorage;
  pollMs: number;
  delaySeconds: number;
  leaseSeconds: number;
  invoke: Invoke;
  log: Log;
}

type Target = ReturnType<typeof targetOf>;

const BlobMessage = z.object({
  FunctionId: z.string(),
  ContainerName: z.string(),
  BlobName: z.string(),
  ETag: z.string(),
});

const BlobEvents = z.array(
  z.object({
    eventType: z.string(),
    subject: z.string(),
    data: z.object({ eTag: z.string() }),
  }),
);
const Handshake = z.tuple([z.object({ data: z.object({ validationCode: z.string() }) })]);

export type BlobTriggers = Awaited<ReturnType<typeof startBlobTriggers>>;

/** A scan or an event puts every new version of a blob into one queue of the host, and the queue runs the functions. */
export async function startBlobTriggers(options: BlobTriggerOptions) {
  const { storage, log, invoke } = options;
  const { blobs, queues } = options.hostJson.extensions;
  const queue = storage.queues.getQueueClient(`azure-webjobs-blobtrigger-${storage.hostId}`);
  await queue.createIfNotExists();
  const targets = new Map(
    options.functions.map((target) => [target.id, targetOf(target, options.settings)] as const),
  );
  const batchSize = Math.min(32, blobs.maxDegreeOfParallelism);
  const listener = listenToQueue({
    queue,
    poison: storage.queues.getQueueClient('webjobs-blobtrigger-poison'),
    batchSize,
    newBatchThreshold: Math.floor(batchSize / 2),
    maxDequeueCount: blobs.poisonBlobThreshold,
    maxPollingMs: queues.maxPollingInterval,
    retryAfterMs: 0,
    leaseSeconds: options.leaseSeconds,
    handle: runForMessage,
    log,
  });
  const scanned = [...targets.values()].filter(({ target }) => target.trigger.source !== 'EventGrid');
  const scans = scanned.map(({ target, container, path }) =>
    scanForBlobs({
      functionId: target.id,
      container,
      path,
      storage,
      pollMs: options.pollMs,
      log,
      enqueue: (blob) => enqueue(target.id, blob),
    }),
  );

  async function enqueue(functionId: string, blob: BlobAddress) {
    await queue.sendMessage(
      encode({ Type: 'BlobTrigger', FunctionId: functionId, BlobType: 'BlockBlob', ...blob }),
      { visibilityTimeout: options.delaySeconds },
    );
    listener.wake();
  }

  // A message is dropped when its function no longer exists, its blob was deleted, or the blob was written again: the
  // scan enqueues the new version itself.
  async function runForMessage({ messageText }: DequeuedMessageItem) {
    const message = BlobMessage.parse(JSON.parse(Buffer.from(messageText, 'base64').toString()));
    const found = targets.get(message.FunctionId);
    const parameters = found?.path.match(message.BlobName);
    if (!found || !parameters) return;
    const properties = await currentProperties(found, message.BlobName);
    if (!properties || unquoted(properties.etag) !== unquoted(message.ETag)) return;
    await invoke(found.target, {
      data: await inputOf(found, message.BlobName),
      triggerMetadata: triggerMetadata({ found, name: message.BlobName, properties, parameters }),
    });
  }

  return {
    has: (functionId: string) => targets.has(functionId),
    shakeHands: (events: unknown) => ({ validationResponse: Handshake.parse(events)[0].data.validationCode }),
    /** Handles one delivery of Event Grid for a function; each event is queued, even a repeated one. */
    async deliver(functionId: string, events: unknown) {
      for (const { eventType, subject, data } of BlobEvents.parse(events)) {
        const [, ContainerName, BlobName] = /\/containers\/([^/]+)\/blobs\/(.+)$/.exec(subject) ?? [];
        if (eventType === 'Microsoft.Storage.BlobCreated' && ContainerName && BlobName)
          await enqueue(functionId, { ContainerName, BlobName, ETag: data.eTag });
      }
    },
    async stop(graceMs: number) {
      await Promise.all([...scans.map((scan) => scan.stop()), listener.stop(graceMs)]);
    },
  };
}

function targetOf(target: FunctionWith<'blobTrigger'>, settings: Settings) {
  const path: BlobPath = parseBlobPath(target.trigger.path);
  const container = blobService(settings, target.trigger.connection).getContainerClient(path.container);
  return { target, path, container };
}

function encode(message: Record<string, string>) {
  return Buffer.from(JSON.stringify(message)).toString('base64');
}

function unquoted(etag: string | undefined) {
  return etag?.replaceAll('"', '');
}

async function currentProperties({ container }: Target, name: string) {
  try {
    return await container.getBlobClient(name).getProperties();
  } catch (error) {
    if (error instanceof RestError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/** With `sdkBinding` passes only the blob's address, from which the app's resource factory makes a client. */
async function inputOf({ target, container }: Target, name: string): Promise<RpcData> {
  if (!target.trigger.sdkBinding) return { bytes: await container.getBlobClient(name).downloadToBuffer() };
  const address = {
    Connection: target.trigger.connection,
    ContainerName: container.containerName,
    BlobName: name,
  };
  return {
    modelBindingData: {
      version: '1.0',
      source: 'AzureStorageBlobs',
      contentType: 'application/json',
      content: Buffer.from(JSON.stringify(address)),
    },
  };
}

interface Found {
  found: Target;
  name: string;
  properties: BlobGetPropertiesResponse;
  parameters: Record<string, string>;
}

function triggerMetadata({
  found: { container },
  name,
  properties,
  parameters,
}: Found): Record<string, RpcData> {
  const known = {
    ETag: properties.etag,
    LastModified: properties.lastModified,
    ContentLength: properties.contentLength,
    ContentType: properties.contentType,
  };
  return {
    ...Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, { string: value }])),
    BlobTrigger: { string: `${container.containerName}/${name}` },
    Uri: { string: container.getBlobClient(name).url },
    Properties: { json: JSON.stringify(known) },
    Metadata: { json: JSON.stringify(properties.metadata ?? {}) },
  };
}
