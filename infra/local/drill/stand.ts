import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { CosmosClient } from '@azure/cosmos';
import { blobContainers, ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { createCosmosStore } from '@handoff/functions/platform/azure/cosmos/store';
import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { crossPartitionQueries, ensureContainers } from '@handoff/functions/platform/containers';
import * as z from 'zod';
import { startAzurite } from '../azurite.ts';
import { startCosmos } from '../cosmos/start.ts';
import { openSeedApi } from '../seed/seed-store.ts';

/** Keys that survive a loss of the data, as the vault and its wrapped keys do in Azure. */
export const keys = { continuationKey: 'ab'.repeat(32), fieldSecrets: makeFieldSecrets() };

const recordsFile = (folder: string) => path.join(folder, 'records.sqlite');

/** Opens database and storage on the files of a folder, and the product's API over them. */
export async function openStand(folder: string) {
  await mkdir(path.join(folder, 'blobs'), { recursive: true });
  const server = await startCosmos({
    port: 0,
    file: recordsFile(folder),
    crossPartitionQueries,
  });
  const azurite = await startAzurite({ location: path.join(folder, 'blobs') });
  const cosmos = { endpoint: server.url, key: server.key, database: 'handoff' };
  const storage = { connectionString: azurite.connectionString };
  await Promise.all([ensureContainers(cosmos), ensureBlobContainers(storage)]);
  const store = createCosmosStore(cosmos);
  const client = new CosmosClient(cosmos);
  return {
    cosmos,
    storage,
    api: openSeedApi(store, { storage, ...keys }, new Date()),
    partition: async (partitionKey: string) => {
      const container = client.database(cosmos.database).container('app');
      const query = container.items.query<unknown>('SELECT * FROM c', { partitionKey });
      return z.array(Stored).parse((await query.fetchAll()).resources);
    },
    backUpRecords: (copy: string) => server.backUp(recordsFile(copy)),
    backUpFiles: (copy: string) => saveBlobs(storage.connectionString, copy),
    async close() {
      store.close();
      client.dispose();
      await Promise.all([server.close(), azurite.close()]);
    },
  };
}
export type Stand = Awaited<ReturnType<typeof openStand>>;

const Stored = z.looseObject({ id: z.string(), type: z.string(), _etag: z.string() });

/**
 * Opens a new environment on a copy: in Azure a new account from the continuous backup, and the kept versions of the
 * files.
 */
export async function restoreStand(copy: string, folder: string): Promise<Stand> {
  await mkdir(folder, { recursive: true });
  await copyFile(recordsFile(copy), recordsFile(folder));
  const stand = await openStand(folder);
  await loadBlobs(stand.storage.connectionString, copy);
  return stand;
}

const Index = z.array(z.object({ container: z.string(), name: z.string(), type: z.string() }));
const indexFile = (copy: string) => path.join(copy, 'files.json');
const fileAt = (copy: string, position: number) => path.join(copy, `file-${position}`);

async function saveBlobs(connectionString: string, copy: string): Promise<void> {
  const service = BlobServiceClient.fromConnectionString(connectionString);
  const index: z.infer<typeof Index> = [];
  for (const container of blobContainers) {
    const files = service.getContainerClient(container);
    for await (const { name, properties } of files.listBlobsFlat()) {
      await files.getBlobClient(name).downloadToFile(fileAt(copy, index.length));
      index.push({ container, name, type: properties.contentType ?? '' });
    }
  }
  await writeFile(indexFile(copy), JSON.stringify(index));
}

async function loadBlobs(connectionString: string, copy: string): Promise<void> {
  const service = BlobServiceClient.fromConnectionString(connectionString);
  const index = Index.parse(JSON.parse(await readFile(indexFile(copy), 'utf8')));
  for (const [position, { container, name, type }] of index.entries()) {
    const blob = service.getContainerClient(container).getBlockBlobClient(name);
    await blob.uploadFile(fileAt(copy, position), { blobHTTPHeaders: { blobContentType: type } });
  }
}
