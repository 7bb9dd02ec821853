import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startAzurite } from '@handoff/local/azurite';
import type { Faults } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { HUB } from '@handoff/shared/contract/realtime';
import { build as esbuild } from 'esbuild';
import { nodeOptions } from '../../config.ts';
import { createBlobStore, ensureBlobContainers } from '../../platform/azure/blobs.ts';
import { createWebhookSender } from '../../platform/azure/webhook-sender.ts';
import { systemClock, systemRandom } from '../../platform/process.ts';
import { createCosmosStore } from '../../platform/azure/cosmos/store.ts';
import { createFieldKeys, makeFieldSecrets, noFieldSecrets } from '../../platform/azure/keys/field-keys.ts';
import { createSignalR } from '../../platform/azure/realtime.ts';
import { crossPartitionQueries, ensureContainers } from '../../platform/containers.ts';
import type { Platform } from '../../platform/ports.ts';
import { createSigningKeys } from '../../platform/signing-keys.ts';
import { noTrace } from '../../platform/telemetry/trace.ts';

const root = resolve(import.meta.dirname, '../../../..');
const DATABASE = 'bench';

interface StandOptions {
  faults?: Faults;
  /** Settings that override those of the host. */
  settings?: Record<string, string>;
}

export type Stand = Awaited<ReturnType<typeof startStand>>;

/**
 * Starts storage, database and live messages in this process, and the built API in a separate Functions host.
 * `faults` makes the database slow.
 */
export async function startStand({ faults = {}, settings = {} }: StandOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'handoff-bench-'));
  const azurite = await startAzurite({ location: folder });
  const cosmos = await startCosmos({ port: 0, faults, crossPartitionQueries });
  const signalr = await startSignalR({
    port: 0,
    accessKey: randomBytes(32).toString('hex'),
    webOrigins: [],
  });
  const at = { endpoint: cosmos.url, key: cosmos.key, database: DATABASE };
  await ensureContainers(at);
  await ensureBlobContainers(azurite);
  const store = createCosmosStore(at);
  const parts = { store, storage: azurite.connectionString, signalr: signalr.connectionString };
  const platform = platformOf(parts);
  const fieldSecrets = makeFieldSecrets();
  const hostSettings = {
    CONTINUATION_KEY: randomBytes(32).toString('hex'),
    AzureWebJobsStorage: azurite.connectionString,
    COSMOS_ENDPOINT: cosmos.url,
    COSMOS_KEY: cosmos.key,
    AzureSignalRConnectionString: signalr.connectionString,
    FIELD_KEYS: JSON.stringify(fieldSecrets),
    ...settings,
  };
  const main = await bundleHost(folder);
  const host = await startHost(main, hostSettings);
  return {
    folder,
    platform,
    /** Everything that another process needs to use the same storage. */
    at: {
      cosmos: at,
      storage: azurite.connectionString,
      signalr: signalr.connectionString,
      fieldSecrets,
    },
    url: host.url,
    pid: host.pid,
    /** Rejects when the host reports an error or ends, so that nothing waits for its work. */
    failure: host.failure,
    /** Starts one more process of the same API; the caller stops it. */
    another: () => startHost(main, hostSettings),
    async stop() {
      await host.stop();
      store.close();
      await Promise.all([cosmos.close(), signalr.close(), azurite.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Parts {
  store: Platform['store'];
  /** Connection strings. */
  storage: string;
  signalr: string;
}

export function platformOf({ store, storage, signalr }: Parts): Platform {
  return {
    store,
    blobs: createBlobStore({ connectionString: storage }),
    realtime: createSignalR({ connectionString: signalr, hub: HUB, clock: systemClock }),
    tokens: { verify: async () => ({ outcome: 'invalid' }) },
    webhooks: createWebhookSender({ allowsThisMachine: false }),
    clock: systemClock,
    random: systemRandom,
    fieldKeys: createFieldKeys(noFieldSecrets),
    signingKeys: createSigningKeys(async () => ['unused']),
    trace: noTrace,
    log: () => {},
    checkpoint: async () => {},
  };
}

/** Bundles the host as JavaScript, because a deployed worker has no TypeScript compiler in its memory either. */
async function bundleHost(folder: string): Promise<string> {
  const main = join(folder, 'host.cjs');
  await esbuild({
    entryPoints: [join(root, 'infra/local/functions-host/main.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    // The file of a worker is never started here: the bench runs the app in the process of the host.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return main;
}

async function startHost(main: string, settings: Record<string, string>) {
  const environment = {
    ...process.env,
    NODE_OPTIONS: nodeOptions,
    COSMOS_DATABASE: DATABASE,
    BLOB_TRIGGER_SOURCE: 'LogsAndContainerScan',
    SWEEP_SCHEDULE: '0 0 0 1 1 *',
    AUTH_ISSUER: 'http://localhost:1/issuer',
    AUTH_JWKS_URI: 'http://localhost:1/keys',
    AUTH_AUDIENCE: '00000000-0000-4000-8000-000000000001',
    AUTH_CLIENT_IDS: '00000000-0000-4000-8000-000000000001',
    AUTH_TENANT_ID: '00000000-0000-4000-8000-000000000002',
    AUTH_SCOPE: 'api.read',
    RUNS_LOCALLY: 'true',
    ...settings,
  };
  const child = spawn(process.execPath, [...profiling(), main, '--port', '0'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const { promise: ready, resolve: isReady } = Promise.withResolvers<string>();
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => {});
  createInterface(child.stdout).on('line', (line) => {
    const [, at] = / is ready at (http:[^ :]+:\d+):/.exec(line) ?? [];
    if (at !== undefined) isReady(at);
    if (!/"level":"(error|critical)"/.test(line)) return;
    console.log(line);
    fail(new Error('The Functions host reported an error'));
  });
  void exited.then(() => fail(new Error('The Functions host ended')));
  return {
    url: await Promise.race([ready, failure]),
    pid: child.pid ?? 0,
    failure,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Passes `--cpu-prof` of the benchmark on to the host. */
function profiling(): string[] {
  return process.argv.includes('--cpu-prof') ? ['--cpu-prof', '--cpu-prof-dir=.local/profiles'] : [];
}

/** Watches the requests to the store on its side. */
export function watchStore() {
  const seen = { ru: 0, requests: 0, zipWrites: 0 };
  subscribe('http.server.response.finish', (event) => {
    const { request, response } = exchangeOf(event);
    // Headers given to writeHead are only in the sent text.
    const sent = response ? String(Reflect.get(response, '_header')) : '';
    const [, charge] = /x-ms-request-charge: ([\d.]+)/i.exec(sent) ?? [];
    if (charge === undefined) return;
    seen.requests += 1;
    seen.ru += Number(charge);
    const partition = request?.headers['x-ms-documentdb-partitionkey'];
    const isWrite = request?.headers['x-ms-cosmos-is-batch-request'] !== undefined;
    // Only ZIP codes are written to several partitions in one request.
    const isOfZips = partition === undefined || /^\["[A-Z]{2}:/.test(String(partition));
    if (isWrite && isOfZips) seen.zipWrites++;
  });
  return seen;
}

function exchangeOf(event: unknown): { request?: IncomingMessage; response?: ServerResponse } {
  return typeof event === 'object' && event !== null ? event : {};
}

/** Reads the usage of a running process from /proc on Linux: of all its threads, to the nanosecond. */
export async function usageOf(pid: number): Promise<{ cpuSeconds: number; peakRssMb: number }> {
  const [threads, status] = await Promise.all([
    readdir(`/proc/${pid}/task`),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  const spent = await Promise.all(threads.map((thread) => nanosecondsOf(`/proc/${pid}/task/${thread}`)));
  const peak = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? '0';
  const cpuSeconds = spent.reduce((sum, one) => sum + one, 0) / 1e9;
  return { cpuSeconds, peakRssMb: Math.round(Number(peak) / 1024) };
}

/** Returns 0 for a thread that ended meanwhile. */
async function nanosecondsOf(thread: string): Promise<number> {
  const text = await readFile(`${thread}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]);
}
