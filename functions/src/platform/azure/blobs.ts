import {
  BlobSASPermissions,
  BlobServiceClient,
  RestError,
  type BlobDownloadResponseParsed,
} from '@azure/storage-blob';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IdentityUnavailable, type Credential } from './identity/managed-identity.ts';
import { AccessRefused, StoreUnavailable, type BlobContainer, type BlobStore } from '../ports.ts';

/** Two blocks of this size are in memory while a stream is written, whatever its length. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const BLOCKS_AT_ONCE = 2;
/** Left to itself the SDK waits for more than half a minute between its tries; a request has no such time. */
const retryOptions = { maxTries: 3, retryDelayInMs: 200, maxRetryDelayInMs: 1_000 };
const RETRY_AFTER_MS = 1_000;
const CLOCK_SKEW_MS = 5 * 60_000;

/** In Azure the app's identity; on one machine the connection string that Azurite and Core Tools know. */
export type BlobAccess = { endpoint: string; credential: Credential } | { connectionString: string };

export function createBlobStore(access: BlobAccess): BlobStore {
  const service =
    'credential' in access
      ? new BlobServiceClient(access.endpoint, access.credential, { retryOptions })
      : BlobServiceClient.fromConnectionString(access.connectionString, { retryOptions });
  const blob = (container: BlobContainer, name: string) =>
    service.getContainerClient(container).getBlockBlobClient(name);

  return {
    // As the templates make the container. Azurite has no such policy.
    keepsAnchors: 'credential' in access,
    putIfAbsent: (container, name, { bytes, type }) =>
      unlessExists(blob(container, name).upload(bytes, bytes.byteLength, onlyNew(type))),
    async putStream(container, name, { stream, type }) {
      const options = { blobHTTPHeaders: { blobContentType: type } };
      await translating(blob(container, name).uploadStream(stream, BLOCK_BYTES, BLOCKS_AT_ONCE, options));
    },
    async open(container, name) {
      return unlessMissing(async () => opened(await blob(container, name).download()));
    },
    async read(container, name) {
      return unlessMissing(async () => {
        const { stream, type } = opened(await blob(container, name).download());
        return { bytes: await buffer(stream), type };
      });
    },
    exists: (container, name) => translating(blob(container, name).exists()),
    version: (container, name) =>
      unlessMissing(async () => versionOf((await blob(container, name).getProperties()).etag)),
    async rewrite(container, name) {
      await unlessMissing(async () => {
        const response = await blob(container, name).download();
        const { stream, type } = opened(response);
        const bytes = await buffer(stream);
        const conditions = { ifMatch: response.etag ?? '' };
        const options = { conditions, blobHTTPHeaders: { blobContentType: type } };
        await unlessExists(blob(container, name).upload(bytes, bytes.byteLength, options));
      });
    },
    async replace(container, name, { bytes, type, version }) {
      const conditions = { ifMatch: `"${version}"` };
      const options = { conditions, blobHTTPHeaders: { blobContentType: type } };
      const upload = blob(container, name).upload(bytes, bytes.byteLength, options);
      return (await unlessMissing(() => unlessExists(upload))) === 'created';
    },
    async names(container, prefix) {
      const found: string[] = [];
      await translating(
        (async () => {
          for await (const { name } of service.getContainerClient(container).listBlobsFlat({ prefix }))
            found.push(name);
        })(),
      );
      return found.toSorted();
    },
    async remove(container, name) {
      await translating(blob(container, name).deleteIfExists());
    },
    uploadUrl: (container, name, expiresOn) => {
      const options = { permissions: BlobSASPermissions.parse('w'), expiresOn };
      const client = blob(container, name);
      if ('connectionString' in access) return client.generateSasUrl(options);
      const startsOn = new Date(Date.now() - CLOCK_SKEW_MS);
      return translating(
        service
          .getUserDelegationKey(startsOn, expiresOn)
          .then((key) => client.generateUserDelegationSasUrl(options, key)),
      );
    },
    async stagedBlocks(container, name) {
      const list = await unlessMissing(() => blob(container, name).getBlockList('uncommitted'));
      return (list?.uncommittedBlocks ?? []).map(({ name: id, size }) => ({ id, size }));
    },
    commitBlocks: (container, name, { ids, type }) =>
      unlessExists(blob(container, name).commitBlockList(ids, onlyNew(type))),
  };
}

/** Headers quote it, events do not. */
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

/** Local start and tests; in Azure the deployment makes them, and lets the web app's origin upload. */
export async function ensureBlobContainers({
  connectionString,
  webOrigins = [],
}: {
  connectionString: string;
  webOrigins?: readonly string[];
}): Promise<void> {
  const service = BlobServiceClient.fromConnectionString(connectionString);
  await Promise.all(blobContainers.map((name) => service.getContainerClient(name).createIfNotExists()));
  if (webOrigins.length === 0) return;
  const rule = { allowedMethods: 'PUT', allowedHeaders: '*', exposedHeaders: '*', maxAgeInSeconds: 3600 };
  await service.setProperties({ cors: webOrigins.map((allowedOrigins) => ({ ...rule, allowedOrigins })) });
}

function opened(response: BlobDownloadResponseParsed) {
  const { readableStreamBody: body, contentLength, contentType } = response;
  if (!body || contentLength === undefined) throw new Error('A blob came without a body');
  // The SDK types it as the older interface; in Node it is a Readable.
  const stream = body instanceof Readable ? body : new Readable().wrap(body);
  return { stream, size: contentLength, type: contentType ?? 'application/octet-stream' };
}

async function unlessExists(writing: Promise<unknown>): Promise<'created' | 'exists'> {
  try {
    await writing;
    return 'created';
  } catch (error) {
    // 409 BlobAlreadyExists, or 412 when another writer won the race
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
  if (!(error instanceof RestError)) return false;
  const { statusCode } = error;
  return statusCode === undefined || statusCode === 429 || statusCode >= 500;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof RestError && error.statusCode === status;
}
