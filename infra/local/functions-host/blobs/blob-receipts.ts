import { RestError, type BlockBlobClient } from '@azure/storage-blob';
import type { HostStorage } from '../storage.ts';

interface BlobVersion {
  functionId: string;
  etag: string;
  container: string;
  name: string;
}

const receiptLeaseSeconds = 30;

/**
 * Runs `enqueue` once for each version of a blob and function, even across restarts and several hosts. Returns false
 * when another host is processing it (or was, less than a lease ago): ask again.
 */
export async function enqueueOnce(storage: HostStorage, version: BlobVersion, enqueue: () => Promise<void>) {
  const receipt = storage.container.getBlockBlobClient(receiptName(storage.hostId, version));
  if (!(await create(receipt)) && (await isCompleted(receipt))) return true;
  const lease = receipt.getBlobLeaseClient();
  try {
    await lease.acquireLease(receiptLeaseSeconds);
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
  try {
    if (await isCompleted(receipt)) return true;
    await enqueue();
    await receipt.setMetadata({ completed: 'True' }, { conditions: { leaseId: lease.leaseId } });
    return true;
  } finally {
    await lease.releaseLease();
  }
}

function receiptName(hostId: string, { functionId, etag, container, name }: BlobVersion) {
  return `blobreceipts/${hostId}/${functionId}/"${etag}"/${container}/${name}`;
}

async function create(receipt: BlockBlobClient) {
  try {
    await receipt.upload('', 0, { conditions: { ifNoneMatch: '*' } });
    return true;
  } catch (error) {
    // 412 means that it exists and another host holds its lease.
    if (isConflict(error)) return false;
    throw error;
  }
}

async function isCompleted(receipt: BlockBlobClient) {
  const { metadata } = await receipt.getProperties();
  return metadata?.['completed'] === 'True';
}

function isConflict(error: unknown) {
  return error instanceof RestError && (error.statusCode === 409 || error.statusCode === 412);
}
