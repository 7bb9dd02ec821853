import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

/** Azurite's published development account: a constant of the emulator, not a secret. */
const account = 'devstoreaccount1';
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

interface AzuriteOptions {
  /** An existing folder; without it everything stays in memory. */
  location?: string;
  blobPort?: number;
  queuePort?: number;
  tablePort?: number;
  /** Called for each written blob, like Event Grid's events. */
  onBlobWritten?: (blob: WrittenBlob) => void;
}

/** `etag` has no quotes, as in events. */
export interface WrittenBlob {
  container: string;
  name: string;
  etag: string;
}

export interface Azurite {
  connectionString: string;
  blobUrl: string;
  close(): Promise<void>;
}

/** Runs the blob, queue and table services in this process; a port left out is a free one. */
export async function startAzurite(options: AzuriteOptions = {}): Promise<Azurite> {
  const blobs = blobService(options);
  const services = [blobs, queueService(options), tableService(options)];
  const { onBlobWritten } = options;
  if (onBlobWritten) watchWrites(blobs.httpServer, onBlobWritten);
  const started = await Promise.allSettled(services.map((service) => service.start()));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    const running = services.filter((_, index) => started[index]?.status === 'fulfilled');
    await Promise.all(running.map((service) => service.close()));
    throw new Error('Azurite could not start', { cause: failed.reason });
  }
  const [blobUrl = '', queueUrl = '', tableUrl = ''] = services.map(
    (service) => `${service.getHttpServerAddress()}/${account}`,
  );
  return {
    connectionString: connectionString({ blobUrl, queueUrl, tableUrl }),
    blobUrl,
    async close() {
      await Promise.all(services.map((service) => service.close()));
    },
  };
}

/** Builds the connection string of services on these ports, whether or not they run yet. */
export function azuriteConnectionString(ports: {
  AZURITE_BLOB_PORT: number;
  AZURITE_QUEUE_PORT: number;
  AZURITE_TABLE_PORT: number;
}): string {
  return connectionString({
    blobUrl: `http://${host}:${ports.AZURITE_BLOB_PORT}/${account}`,
    queueUrl: `http://${host}:${ports.AZURITE_QUEUE_PORT}/${account}`,
    tableUrl: `http://${host}:${ports.AZURITE_TABLE_PORT}/${account}`,
  });
}

const host = '127.0.0.1';
const load = createRequire(import.meta.url);

interface Service {
  httpServer: Server;
  start(): Promise<void>;
  close(): Promise<void>;
  getHttpServerAddress(): string;
}
interface Exported<Instance> {
  default: new (...settings: unknown[]) => Instance;
}

/**
 * Watches for blobs that were put, copied or committed from blocks: their content is complete when the answer has
 * left.
 */
function watchWrites(server: Server, onWritten: (blob: WrittenBlob) => void): void {
  server.on('request', ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'PUT') return;
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const [, of, container, ...name] = decodeURIComponent(pathname).split('/');
    const isWhole = [null, 'blocklist'].includes(searchParams.get('comp')) && !searchParams.has('restype');
    if (of !== account || container === undefined || name.length === 0 || !isWhole) return;
    response.on('finish', () => {
      const etag = String(response.getHeader('etag')).replaceAll('"', '');
      if (response.statusCode === 201) onWritten({ container, name: name.join('/'), etag });
    });
  });
}

/** Telemetry is off here, and its library would take a second of the 1.2 s of loading. */
function loadWithoutTelemetry(path: string) {
  const telemetry = createRequire(load.resolve(path)).resolve('applicationinsights');
  load.cache[telemetry] ??= Object.assign(new Module(telemetry), { loaded: true });
  try {
    return load(path);
  } finally {
    if (load.cache[telemetry].children.length === 0) delete load.cache[telemetry];
  }
}

// Azurite's classes are not a public API and have no types: the version is pinned and only this file uses them. Their
// settings are positional, and these groups name each position.
const keepAliveSeconds = 5;
const noLogs = [false, undefined, false, undefined];
const tolerant = false;
const skipApiVersionCheck = true;
const noCertificateOrTokens = ['', '', '', undefined];
const productStyleUrl = false;
const requestRules = [tolerant, skipApiVersionCheck, ...noCertificateOrTokens, productStyleUrl];

function blobService({ location, blobPort = 0 }: AzuriteOptions): Service {
  const server: Exported<Service> = loadWithoutTelemetry('azurite/dist/src/blob/BlobServer.js');
  const configuration: Exported<object> = loadWithoutTelemetry('azurite/dist/src/blob/BlobConfiguration.js');
  return new server.default(new configuration.default(...storageSettings('blob', blobPort, location)));
}

function queueService({ location, queuePort = 0 }: AzuriteOptions): Service {
  const server: Exported<Service> = loadWithoutTelemetry('azurite/dist/src/queue/QueueServer.js');
  const configuration: Exported<object> = loadWithoutTelemetry(
    'azurite/dist/src/queue/QueueConfiguration.js',
  );
  return new server.default(new configuration.default(...storageSettings('queue', queuePort, location)));
}

function storageSettings(name: string, port: number, location: string | undefined): unknown[] {
  const folder = location ?? '';
  const database = join(folder, `__azurite_db_${name}__.json`);
  const extentDatabase = join(folder, `__azurite_db_${name}_extent__.json`);
  const extents = {
    locationId: 'Default',
    locationPath: join(folder, `__${name}storage__`),
    maxConcurrency: 50,
  };
  const inMemory = location === undefined;
  const where = [host, port, keepAliveSeconds, database, extentDatabase, [extents]];
  return [...where, ...noLogs, ...requestRules, inMemory];
}

function tableService({ location, tablePort = 0 }: AzuriteOptions): Service {
  const server: Exported<Service> = loadWithoutTelemetry('azurite/dist/src/table/TableServer.js');
  const configuration: Exported<object> = loadWithoutTelemetry(
    'azurite/dist/src/table/TableConfiguration.js',
  );
  const database = join(location ?? '', '__azurite_db_table__.json');
  const where = [host, tablePort, keepAliveSeconds, database];
  const tableLogs = [false, false, undefined, undefined];
  const inMemory = location === undefined;
  return new server.default(new configuration.default(...where, ...tableLogs, ...requestRules, inMemory));
}

/** Explicit endpoints, because `UseDevelopmentStorage=true` fixes the ports. */
function connectionString(urls: { blobUrl: string; queueUrl: string; tableUrl: string }): string {
  return [
    `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey}`,
    `BlobEndpoint=${urls.blobUrl};QueueEndpoint=${urls.queueUrl};TableEndpoint=${urls.tableUrl};`,
  ].join(';');
}
