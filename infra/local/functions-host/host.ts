import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hasTrigger, type Settings } from './app/app-functions.ts';
import { startBlobTriggers, type BlobTriggers } from './blobs/blob-trigger.ts';
import { readHostJson } from './host-json.ts';
import { startHttpServer, type Cors } from './http/http-server.ts';
import { kestrelLimits, type KestrelLimits } from './http/kestrel.ts';
import type { HostKeys } from './http/own-app.ts';
import { startWorker } from './app/worker.ts';
import { startWorkerProcess } from './app/worker-process.ts';
import { logToStdout, type Log } from './log.ts';
import { startQueueTrigger } from './queues/queue-trigger.ts';
import { openHostStorage } from './storage.ts';
import { startTimerTrigger } from './timers/timer-trigger.ts';

export interface HostOptions {
  /** Absolute path of the CommonJS bundle. */
  entry: string;
  hostJson: string;
  /** 0 is a free one. */
  port: number;
  /** The app reads them from `process.env`, which is set before the app is loaded. */
  settings: Settings;
  /**
   * Runs the app in a separate process, as in Azure: a crash fails the calls under way, and the next ones wait for a
   * new worker. Otherwise the app runs in this process, which ends with it.
   */
  hasWorkerProcess?: boolean | undefined;
  /** Port of a debugger in the worker process. */
  inspectPort?: number | undefined;
  /** The worker crashed again and again: the host has closed. */
  onEnded?: (() => void) | undefined;
  cors?: Cors | undefined;
  /** Time from a written blob to its function, with the polling of the queue: 2 to 3 s in Azure. Tests of the host need none. */
  blobDelaySeconds?: number | undefined;
  /** Interval between polls; 10 s in Azure. */
  blobPollMs?: number | undefined;
  /** How long a message of a killed host stays invisible; 600 s in Azure. */
  queueLeaseSeconds?: number | undefined;
  /** How long running invocations may take to end when the host closes. */
  graceMs?: number | undefined;
  /** For tests, which cannot wait as long as the web server does. */
  limits?: Partial<KestrelLimits> | undefined;
  /** Names of the only timers that run; all of them if left out. */
  timers?: string[] | undefined;
  log?: Log | undefined;
}

const defaultBodyLimit = '104857600';

export interface FunctionsHost {
  url: string;
  keys: HostKeys;
  close: () => Promise<void>;
  /** Runs the rebuilt bundle for later calls; false when its functions are others, which needs a new host. */
  reload: () => Promise<boolean>;
}

/**
 * Runs a bundle of @azure/functions on this machine. It differs from Azure's host on purpose: short blob polling and
 * message leases, and running messages are released when it closes. It refuses by name what it does not support:
 * output and input bindings, other triggers, retry policies, function keys, timeouts, more than one instance of a
 * timer's lock, HTTP streams.
 */
export async function start(options: HostOptions): Promise<FunctionsHost> {
  const { settings, log = logToStdout, queueLeaseSeconds: leaseSeconds = 30 } = options;
  const hostJson = await readHostJson(options.hostJson);
  const hostId = settings['AzureFunctionsWebHost__hostid'] ?? 'local';
  const worker = await (options.hasWorkerProcess === true
    ? startWorkerProcess({ ...options, log, onLost: () => void close().finally(options.onEnded) })
    : startWorker({ ...options, log }));
  const { functions, invoke } = worker;
  const keys = { master: randomUUID(), blobs_extension: randomUUID() };
  const parts: { stop(graceMs: number): Promise<void> }[] = [];

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= stopParts());

  async function stopParts() {
    await Promise.all(parts.map((part) => part.stop(options.graceMs ?? 2000)));
    await worker.stop();
  }

  try {
    const webhooks: { blobs?: BlobTriggers } = {};
    const http = await startHttpServer({
      webhooks,
      functions: functions.filter(hasTrigger('httpTrigger')),
      settings: hostJson.extensions.http,
      bodyLimit: Number(settings['FUNCTIONS_REQUEST_BODY_SIZE_LIMIT'] ?? defaultBodyLimit),
      limits: { ...kestrelLimits, ...options.limits },
      isHomepageDisabled: settings['AzureWebJobsDisableHomepage']?.toLowerCase() === 'true',
      keys,
      cors: options.cors,
      port: options.port,
      hostId,
      invoke,
      log,
    });
    parts.push(http);
    await startListeners(webhooks);
    http.reportRunning();
    log({
      level: 'information',
      category: 'host',
      message: `Functions host is ready at ${http.url}: ${functions.map((one) => one.name).join(', ')}`,
    });
    return {
      url: http.url,
      keys,
      close,
      reload: async () => isDeepStrictEqual(await worker.reload?.(), functions),
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function startListeners(webhooks: { blobs?: BlobTriggers }) {
    const timers = functions
      .filter(hasTrigger('timerTrigger'))
      .filter(({ name }) => options.timers?.includes(name) ?? true);
    const blobs = functions.filter(hasTrigger('blobTrigger'));
    for (const target of functions.filter(hasTrigger('queueTrigger'))) {
      parts.push(startQueueTrigger({ target, settings, hostJson, leaseSeconds, invoke, log }));
    }
    if (timers.length + blobs.length === 0) return;
    const storage = await openHostStorage(settings, hostId);
    for (const target of timers) parts.push(await startTimerTrigger({ target, storage, invoke, log }));
    if (blobs.length === 0) return;
    const pollMs = options.blobPollMs ?? 1000;
    webhooks.blobs = await startBlobTriggers({
      functions: blobs,
      settings,
      hostJson,
      storage,
      pollMs,
      delaySeconds: options.blobDelaySeconds ?? 2,
      leaseSeconds,
      invoke,
      log,
    });
    parts.push(webhooks.blobs);
  }
}
