import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import type { Settings } from './app/app-functions.ts';

/** Where the host keeps what it must remember over a restart, in the account `AzureWebJobsStorage`. */
export type HostStorage = { container: ContainerClient; queues: QueueServiceClient; hostId: string };

export async function openHostStorage(settings: Settings, hostId: string): Promise<HostStorage> {
  const container = blobService(settings, 'AzureWebJobsStorage').getContainerClient('azure-webjobs-hosts');
  await container.createIfNotExists();
  return { container, queues: queueService(settings, 'AzureWebJobsStorage'), hostId };
}

export function blobService(settings: Settings, connection: string) {
  return BlobServiceClient.fromConnectionString(connectionString(settings, connection));
}

export function queueService(settings: Settings, connection: string) {
  return QueueServiceClient.fromConnectionString(connectionString(settings, connection));
}

function connectionString(settings: Settings, connection: string) {
  const value = settings[connection] ?? settings[`AzureWebJobs${connection}`];
  if (value !== undefined && value !== '') return value;
  throw new Error(`The storage connection "${connection}" is no setting; locally it is a connection string.`);
}
