import { RestError, type ContainerClient } from '@azure/storage-blob';
import type { BlobPath } from './blob-path.ts';
import { enqueueOnce } from './blob-receipts.ts';
import { describeError, type Log } from '../log.ts';
import { repeat } from '../repeat.ts';
import type { HostStorage } from '../storage.ts';

export interface BlobAddress {
  ContainerName: string;
  BlobName: string;
  ETag: string;
}

interface ScanOptions {
  functionId: string;
  container: ContainerClient;
  path: BlobPath;
  storage: HostStorage;
  pollMs: number;
  enqueue(blob: BlobAddress): Promise<void>;
  log: Log;
}

export function scanForBlobs(options: ScanOptions) {
  const { container, path } = options;
  // Versions known to be enqueued, so that an idle pass is one list call; after a restart the receipts know.
  let enqueued = new Map<string, string>();

  return repeat(async () => {
    try {
      enqueued = await pass();
    } catch (error) {
      // A missing container counts as empty.
      if (!(error instanceof RestError && error.statusCode === 404)) report(error);
    }
    return options.pollMs;
  });

  async function pass() {
    const seen = new Map<string, string>();
    for await (const blob of container.listBlobsFlat({ prefix: path.prefix })) {
      if (!path.match(blob.name)) continue;
      const etag = blob.properties.etag.replaceAll('"', '');
      if (enqueued.get(blob.name) === etag || (await enqueue(blob.name, etag))) seen.set(blob.name, etag);
    }
    return seen;
  }

  function enqueue(name: string, etag: string) {
    const version = { functionId: options.functionId, etag, container: container.containerName, name };
    return enqueueOnce(options.storage, version, () =>
      options.enqueue({ ContainerName: container.containerName, BlobName: name, ETag: `"${etag}"` }),
    );
  }

  function report(error: unknown) {
    const message = `Scanning ${container.containerName} failed: ${describeError(error)}`;
    options.log({ level: 'warning', category: 'host', message });
  }
}
