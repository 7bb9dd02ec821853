import type { BlobDownloadResponseParsed, BlockBlobClient } from '@azure/storage-blob';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IdentityUnavailable, type Credential } from './identity/managed-identity.ts';
import { isRestError } from '@azure/core-rest-pipeline';
import { openedOnce } from '../opened-once.ts';
import { AccessRefused, StoreUnavailable, type BlobContainer, type BlobStore } from '../ports.ts';

/** While a stream is written, two blocks of this size are in memory, whatever its length. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const BLOCKS_AT_ONCE = 2;
/** By default the SDK waits for more than half a minute between tries, which is too long for a request. */
const retryOptions = { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 1_000 };
const RETRY_AFTER_MS = 1_000;
const CLOCK_SKEW_MS = 5 * 60_000;

/** In Azure the app's identity; on a local machine the connection string that Azurite and Core Tools know. */
export type BlobAccess = { endpoint: string; credential: Credential } | { connectionString: string };

/** A third of the package, and most requests touch no blob: a separate file, loaded at the first use. */
const client = () => import('@azure/storage-blob');

export function createBlobStore(access: BlobAccess): BlobStore {
  const service = openedOnce(async () => {
    const { BlobServiceClient } = await client();
    return 'credential' in access
      ? new BlobServiceClient(access.endpoint, access.credential, { retryOptions })
      : BlobServiceClient.fromConnectionString(access.connectionString, { retryOptions });
  });
  const on = async <Result>(
    container: BlobContainer,
    name: string,
    act: (blob: BlockBlobClient) => Promise<Result>,
  ) => act((await service()).getContainerClient(container).getBlockBlobClient(name));

  async function signedUrl(
    blob: BlockBlobClient,
    { may, ...more }: { may: 'r' | 'w'; expiresOn: Date; contentDisposition?: string },
  ): Promise<string> {
    const { BlobSASPermissions } = await client();
    const options = { permissions: BlobSASPermissions.parse(may), ...more };
    if ('connectionString' in access) return blob.generateSasUrl(options);
    const startsOn = new Date(Date.now() - CLOCK_SKEW_MS);
    const key = await translating((await service()).getUserDelegationKey(startsOn, more.expiresOn));
    return blob.generateUserDelegationSasUrl(options, key);
  }

  return {
    // The templates create the container with such a policy; Azurite has none.
    keepsAnchors: 'credential' in access,
    putIfAbsent: (container, name, { bytes, type }) =>
      unlessExists(on(container, name, (blob) => blob.upload(bytes, bytes.byteLength, onlyNew(type)))),
    async putStream(container, name, { stream, type }) {
      const options = { blobHTTPHeaders: { blobContentType: type } };
      await translating(
        on(container, name, (blob) => blob.uploadStream(stream, BLOCK_BYTES, BLOCKS_AT_ONCE, options)),
      );
    },
    async open(container, name) {
      return unlessMissing(async () => opened(await on(container, name, (blob) => blob.download())));
    },
    async read(container, name) {
      return unlessMissing(async () => {
        const { stream, type } = opened(await on(container, name, (blob) => blob.download()));
        return { bytes: await buffer(stream), type };
      });
    },
    exists: (container, name) => translating(on(container, name, (blob) => blob.exists())),
    version: (container, name) =>
      unlessMissing(async () => versionOf((await on(container, name, (blob) => blob.getProperties())).etag)),
    async rewrite(container, name) {
      await unlessMissing(async () => {
        const response = await on(container, name, (blob) => blob.download());
        const { stream, type } = opened(response);
        const bytes = await buffer(stream);
        const conditions = { ifMatch: response.etag ?? '' };
        const options = { conditions, blobHTTPHeaders: { blobContentType: type } };
        await unlessExists(on(container, name, (blob) => blob.upload(bytes, bytes.byteLength, options)));
      });
    },
    async replace(container, name, { bytes, type, version }) {
      const conditions = { ifMatch: `"${version}"` };
      const options = { conditions, blobHTTPHeaders: { blobContentType: type } };
      const upload = on(container, name, (blob) => blob.upload(bytes, bytes.byteLength, options));
      return (await unlessMissing(() => unlessExists(upload))) === 'created';
    },
    async names(container, prefix) {
      const found: string[] = [];
      await translating(
        (async () => {
          const inContainer = (await service()).getContainerClient(container);
          for await (const { name } of inContainer.listBlobsFlat({ prefix })) found.push(name);
        })(),
      );
      return found.toSorted();
    },
    async remove(container, name) {
      await translating(on(container, name, (blob) => blob.deleteIfExists()));
    },
    uploadUrl: (container, name, expiresOn) =>
      on(container, name, (blob) => signedUrl(blob, { may: 'w', expiresOn })),
    downloadUrl: (container, name, { fileName, until }) =>
      on(container, name, (blob) =>
        signedUrl(blob, {
          may: 'r',
          expiresOn: until,
          contentDisposition: `attachment; filename="${fileName}"`,
        }),
      ),
    async stagedBlocks(container, name) {
      const list = await unlessMissing(() => on(container, name, (blob) => blob.getBlockList('uncommitted')));
      return (list?.uncommittedBlocks ?? []).map(({ name: id, size }) => ({ id, size }));
    },
    commitBlocks: (container, name, { ids, type }) =>
      unlessExists(on(container, name, (blob) => blob.commitBlockList(ids, onlyNew(type)))),
  };
}

/** Headers quote the etag, events do not. */
const versionOf = (etag: string | undefined) => etag?.replaceAll('"', '');

const onlyNew = (type: string) => ({
  conditions: { ifNoneMatch: '*' },
  blobHTTPHeaders: { blobContentType: type },
});

export const blobContainers = [
  'documents',
  'state-files',
  'import-reports',
  'payer-exchanges',
  'field-keys',
  'audit-anchors',
  'audit-exports',
] as const satisfies BlobContainer[];

/** For the local start and tests; in Azure the deployment does this. */
export async function ensureBlobContainers({
  connectionString,
  webOrigins = [],
}: {
  connectionString: string;
  webOrigins?: readonly string[];
}): Promise<void> {
  const { BlobServiceClient } = await client();
  const service = BlobServiceClient.fromConnectionString(connectionString);
  await Promise.all(blobContainers.map((name) => service.getContainerClient(name).createIfNotExists()));
  if (webOrigins.length === 0) return;
  const rule = { allowedMethods: 'PUT', allowedHeaders: '*', exposedHeaders: '*', maxAgeInSeconds: 3600 };
  await service.setProperties({ cors: webOrigins.map((allowedOrigins) => ({ ...rule, allowedOrigins })) });
}

function opened(response: BlobDownloadResponseParsed) {
  const { readableStreamBody: body, contentLength, contentType } = response;
  if (!body || contentLength === undefined) throw new Error('A blob came without a body');
  // The SDK's type is the older interface; in Node it is a Readable.
  const stream = body instanceof Readable ? body : new Readable().wrap(body);
  return { stream, size: contentLength, type: contentType ?? 'application/octet-stream' };
}

async function unlessExists(writing: Promise<unknown>): Promise<'created' | 'exists'> {
  try {
    await writing;
    return 'created';
  } catch (error) {
    // 409 is BlobAlreadyExists; 412 means that another writer won the race.
    if (isStatus(error, 409) || isStatus(error, 412)) return 'exists';
    throw translated(error);
  }
}

async function unlessMissing<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw translated(error);
  }
}

async function translating<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (isStatus(error, 401) || isStatus(error, 403)) return new AccessRefused('blobs', error);
  if (!isOutage(error)) return error;
  return new StoreUnavailable('The blob storage did not answer', {
    dependency: error instanceof IdentityUnavailable ? 'identity' : 'blobs',
    retryAfterMs: RETRY_AFTER_MS,
    cause: error,
  });
}

function isOutage(error: unknown): boolean {
  if (error instanceof IdentityUnavailable) return true;
  if (!isRestError(error)) return false;
  const { statusCode } = error;
  return statusCode === undefined || statusCode === 429 || statusCode >= 500;
}

const isStatus = (error: unknown, status: number) => isRestError(error) && error.statusCode === status;
