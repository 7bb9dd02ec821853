import * as z from 'zod';
import { CosmosClient } from '@azure/cosmos';
import type { CallInput, Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { ErrorBody } from '@handoff/shared/contract/errors';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import { startAzurite } from '@handoff/local/azurite';
import { failNext, type Fault, type Faults } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import { randomUUID } from 'node:crypto';
import { onTestFinished, TestRunner } from 'vitest';
import { createApp, type App, type AppSettings } from '../app.ts';
import { sandboxService } from '../features/eligibility/providers/sandbox-provider.ts';
import { limitsFor, type Limits } from '../auth/limits.ts';
import { createBlobStore, ensureBlobContainers } from '../platform/azure/blobs.ts';
import { createFieldKeys } from '../platform/azure/keys/field-keys.ts';
import { createCosmosStore } from '../platform/azure/cosmos/store.ts';
import { createWebhookSender } from '../platform/azure/webhook-sender.ts';
import { dueOutbox, ensureContainers } from '../platform/containers.ts';
import type { Audience, DocumentStore, LogEntry, Platform } from '../platform/ports.ts';
import { seedAgencies } from './examples/agencies.ts';
import { files } from './file-threads.ts';
import { checkDocumented } from './examples/documented-answers.ts';
import { createHolds } from './holds.ts';
import type { PersonName } from './people.ts';
import { fieldSecrets } from './test-store.ts';
import { encodeRequest, type Sent } from './request.ts';
import { startSignIn } from './sign-in.ts';
import { createSigningKeys } from '../platform/signing-keys.ts';
import { noTrace } from '../platform/telemetry/trace.ts';

export interface Answer<E> {
  status: number;
  headers: Record<string, string>;
  /** The body as sent, before parsing. */
  text: string;
  bytes: Uint8Array;
  /** Returns the parsed answer; throws when it was an error. */
  ok(): Output<E>;
  /** Returns the parsed error; throws when it was a success. */
  error(): ErrorBody;
}

/** Settings that a test changes; limits may be partial. */
export type TestSettings = Partial<Omit<AppSettings, 'limits'>> & {
  limits?: Partial<Limits>;
  /** Replaces the composition of the app, so that negative controls can plant mistakes. */
  create?: typeof createApp;
};

export interface TestApi {
  app: App;
  platform: Platform;
  store: DocumentStore;
  /** Drops the database before its test ends, for tests that need hundreds. */
  drop(): Promise<void>;
  /** All live messages that were sent, in order. */
  sent: { audience: Audience; message: RealtimeMessage }[];
  /** Users whose live connections were closed, in order. */
  disconnected: string[];
  log: LogEntry[];
  /**
   * Moves the test clock, which is real time plus what was added. The store, which parallel stories share, follows
   * it.
   */
  advance(ms: number): void;
  breakRealtime(broken: boolean): void;
  /** Stops the next request that reaches this checkpoint; resolves when it did. */
  crashAt(checkpoint: string): Promise<void>;
  /** Holds the next request that reaches this checkpoint until it is released. */
  holdAt(checkpoint: string): { reached: Promise<void>; release: () => void };
  /** Creates another instance on the same store, with these changes to the platform. */
  another(changes: Partial<Platform>, others?: TestSettings): Pick<TestApi, 'app' | 'call'>;
  /** Makes the next `times` requests of this kind to the store fail, whoever sends them. */
  failStore(kind: 'batch' | 'document' | 'query', fault: Fault, times?: number): void;
  call<E extends Endpoint>(endpoint: E, input: CallInput<E, File>, how: Sent): Promise<Answer<E>>;
  /** Settings for a host process on the same platform; it lacks the live service. */
  settings: Record<string, string>;
  token(person: PersonName, claims?: Record<string, unknown>): Promise<string>;
}

const CONTINUATION_KEY = 'ab'.repeat(32);

/**
 * Starts the API in this process on the local platform: real store, real blobs, real tokens. Call it in `beforeEach`:
 * every test has its own database, so there is nothing to clean up.
 */
export async function freshApi(
  overrides: Partial<Platform> = {},
  { create = createApp, ...settings }: TestSettings = {},
): Promise<TestApi> {
  const { cosmos, faults, time, azurite, signIn } = await sharedPlatform();
  faults.decide = undefined;
  time.offset = 0;
  const at = { endpoint: cosmos.url, key: cosmos.key, database: `t${randomUUID()}` };
  await ensureContainers(at);
  const store = createCosmosStore(at);
  const drop = dropWithItsTest(at, store);
  await seedAgencies(store);

  const sent: TestApi['sent'] = [];
  const disconnected: string[] = [];
  const log: LogEntry[] = [];
  let offset = 0;
  let broken = false;
  const holds = createHolds({ reached: () => void (running = instance(platform)) });
  const platform: Platform = {
    store,
    blobs: createBlobStore({ connectionString: azurite.connectionString }),
    realtime: {
      send: async (audience, message) => {
        if (broken) throw new Error('the live service is down');
        sent.push({ audience, message });
      },
      sendPresence: async () => {},
      joinGroup: async () => {},
      leaveGroup: async () => {},
      disconnect: async (user) => {
        if (broken) throw new Error('the live service is down');
        disconnected.push(user);
      },
      connection: async (user) => ({ url: 'http://localhost/client', accessToken: `for-${user}` }),
    },
    tokens: signIn.tokens,
    webhooks: createWebhookSender({ allowsThisMachine: true }),
    clock: {
      now: () => new Date(Date.now() + offset),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    random: { uuid: () => randomUUID(), fraction: () => Math.random() },
    fieldKeys: createFieldKeys(async () => fieldSecrets),
    // The same secret as in the host processes, because a retry at another process must make the same fingerprint.
    signingKeys: createSigningKeys(async () => [CONTINUATION_KEY]),
    trace: noTrace,
    log: (entry) => void log.push(entry),
    checkpoint: holds.checkpoint,
    ...overrides,
  };
  const instance = (of: Platform, { create: compose = create, ...others }: TestSettings = {}) => {
    const app = compose(of, {
      version: 'test',
      firstAdministratorOid: undefined,
      eligibility: sandboxService(),
      files,
      sweepSchedule: '0 */2 * * * *',
      ...settings,
      ...others,
      limits: { ...limitsFor({ callsPerMinute: 300 }), ...unlimited, ...settings.limits, ...others.limits },
    });
    return { app, call: callsTo(app, signIn.token) };
  };
  let running = instance(platform);
  return {
    get app() {
      return running.app;
    },
    call: (...asked) => running.call(...asked),
    another: (changes, others) => instance({ ...platform, ...changes }, others),
    platform,
    store,
    drop,
    sent,
    disconnected,
    log,
    advance: (ms) => {
      offset += ms;
      time.offset = offset;
    },
    breakRealtime: (isBroken) => void (broken = isBroken),
    crashAt: holds.crashAt,
    holdAt: holds.holdAt,
    failStore: (kind, fault, times = 1) => {
      faults.decide = failNext(fault, { when: (request) => request.kind === kind, times });
    },
    token: signIn.token,
    settings: {
      AzureWebJobsStorage: azurite.connectionString,
      BLOB_TRIGGER_SOURCE: 'LogsAndContainerScan',
      COSMOS_ENDPOINT: at.endpoint,
      COSMOS_KEY: at.key,
      COSMOS_DATABASE: at.database,
      AUTH_ISSUER: signIn.trust.issuer,
      AUTH_AUDIENCE: signIn.trust.audience,
      AUTH_JWKS_URI: signIn.trust.jwksUri,
      AUTH_TENANT_ID: signIn.trust.tenantId,
      AUTH_SCOPE: signIn.trust.scope,
      AUTH_CLIENT_IDS: signIn.trust.clientIds.join(','),
      RUNS_LOCALLY: 'true',
      CONTINUATION_KEY,
      FIELD_KEYS: JSON.stringify(fieldSecrets),
      SWEEP_SCHEDULE: '0 0 0 1 1 *',
    },
  };
}

/**
 * Leftover databases slow down all later tests of a file: a thousand make the next ones ten times as slow. A database
 * for an entire file stays.
 */
function dropWithItsTest(at: { endpoint: string; key: string; database: string }, store: { close(): void }) {
  let isThere = true;
  const drop = async () => {
    if (!isThere) return;
    isThere = false;
    const client = new CosmosClient({ endpoint: at.endpoint, key: at.key });
    await client.database(at.database).delete();
    client.dispose();
    store.close();
  };
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(drop);
  return drop;
}

/** Stories make as many calls in a second as people in an hour. */
const unlimited = {
  calls: { burst: 1e6, perMinute: 1e6 },
  writes: { burst: 1e6, perMinute: 1e6 },
  anonymous: { burst: 1e6, perMinute: 1e6 },
  senders: { burst: 1e6, perMinute: 1e6 },
  reveals: { burst: 1e6, perMinute: 1e6 },
  emergencySearches: { burst: 1e6, perMinute: 1e6 },
  numbers: { burst: 1e6, perMinute: 1e6 },
  exports: { burst: 1e6, perMinute: 1e6 },
  checks: { perUserAndHour: 1e6, perAgencyAndDay: 1e6, scheduledPerAgencyAndDay: 1e6 },
};

function callsTo(app: App, token: TestApi['token']): TestApi['call'] {
  return async (endpoint, input, how) => {
    const route = app.routes.find((candidate) => candidate.endpoint === endpoint);
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    const authorization = how.as ? `Bearer ${await token(how.as)}` : undefined;
    const request = await encodeRequest(endpoint, input, { authorization, ...how });
    return answerOf(endpoint, await app.answer(route, request));
  };
}

let shared: ReturnType<typeof startPlatform> | undefined;

/** One endpoint and one storage per test file, because vitest gives each file its own modules. */
export function sharedPlatform() {
  return (shared ??= startPlatform());
}

async function startPlatform() {
  const faults: Faults = {};
  const time = { offset: 0 };
  const partitions = { most: 20 * 1024 ** 3 };
  const now = () => Date.now() + time.offset;
  const [cosmos, azurite, signIn] = await Promise.all([
    startCosmos({ port: 0, faults, now, partitions, crossPartitionQueries: [dueOutbox] }),
    startAzurite(),
    startSignIn(),
  ]);
  await ensureBlobContainers(azurite);
  return { cosmos, faults, time, partitions, azurite, signIn };
}

function answerOf<E extends Endpoint>(endpoint: E, response: Awaited<ReturnType<App['answer']>>): Answer<E> {
  const bytes = Buffer.from(response.body);
  const text = bytes.toString();
  if (!response.headers['Content-Encoding']) checkDocumented(endpoint, { ...response, text });
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    ok: () => {
      if (response.status !== 200) throw new Error(`${endpoint.path} answered ${response.status}: ${text}`);
      if (endpoint.output === 'file') throw new Error('A file: read its bytes');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema
      return z.parse(endpoint.output, JSON.parse(text)) as Output<E>;
    },
    error: () => {
      if (response.status === 200) throw new Error(`${endpoint.path} did not fail: ${text}`);
      return ErrorBody.parse(JSON.parse(text));
    },
  };
}
