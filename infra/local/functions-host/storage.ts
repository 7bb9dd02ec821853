import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { createManagedIdentity } from '@handoff/functions/platform/azure/identity/managed-identity';
import { systemClock } from '@handoff/functions/platform/process';
import type { Settings } from './app/app-functions.ts';

/** Storage for the host's own state across restarts, in the account `AzureWebJobsStorage`. */
export interface HostStorage {
  container: ContainerClient;
  queues: QueueServiceClient;
  hostId: string;
}

export async function openHostStorage(settings: Settings, hostId: string): Promise<HostStorage> {
  const container = blobService(settings, 'AzureWebJobsStorage').getContainerClient('azure-webjobs-hosts');
  await container.createIfNotExists();
  return { container, queues: queueService(settings, 'AzureWebJobsStorage'), hostId };
}

export function blobService(settings: Settings, connection: string) {
  const uri = settings[`${connection}__blobServiceUri`];
  if (uri) return new BlobServiceClient(uri, credentialOf(settings, connection));
  return BlobServiceClient.fromConnectionString(connectionString(settings, connection));
}

export function queueService(settings: Settings, connection: string) {
  const uri = settings[`${connection}__queueServiceUri`];
  if (uri) return new QueueServiceClient(uri, credentialOf(settings, connection));
  return QueueServiceClient.fromConnectionString(connectionString(settings, connection));
}

/**
 * Returns the credential of a connection by identity: `<name>__credential` and `<name>__clientId`, and the endpoint
 * of the instance.
 */
function credentialOf(settings: Settings, connection: string) {
  const { IDENTITY_ENDPOINT: endpoint = '', IDENTITY_HEADER: header = '' } = settings;
  if (settings[`${connection}__credential`] !== 'managedidentity')
    throw new Error(`The storage connection "${connection}" has an address and no managed identity.`);
  const clientId = settings[`${connection}__clientId`] ?? '';
  return createManagedIdentity({ endpoint, header, clientId, clock: systemClock });
}

function connectionString(settings: Settings, connection: string) {
  const value = settings[connection] ?? settings[`AzureWebJobs${connection}`];
  if (value !== undefined && value !== '') return value;
  throw new Error(`The storage connection "${connection}" is no setting; locally it is a connection string.`);
}
