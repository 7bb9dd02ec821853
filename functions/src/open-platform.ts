import { HUB } from '@handoff/shared/contract/realtime';
import type { AzureConfig, Config, LocalConfig } from './config.ts';
import { sendToAzureMonitor } from './platform/azure/azure-monitor.ts';
import { createBlobStore } from './platform/azure/blobs.ts';
import { createCosmosStore } from './platform/azure/cosmos/store.ts';
import { createManagedIdentity } from './platform/azure/identity/managed-identity.ts';
import { createTokens } from './platform/azure/identity/tokens.ts';
import { createFieldKeys, indexKeys } from './platform/azure/keys/field-keys.ts';
import { createKeyVault } from './platform/azure/keys/key-vault.ts';
import { openWrappedSecrets } from './platform/azure/keys/wrapped-secrets.ts';
import { createLog } from './platform/azure/log.ts';
import { createSignalR } from './platform/azure/realtime.ts';
import { createWebhookSender } from './platform/azure/webhook-sender.ts';
import { openedOnce } from './platform/opened-once.ts';
import type { LogEntry, Platform } from './platform/ports.ts';
import { checkpointWith, systemClock, systemRandom } from './platform/process.ts';
import { createSigningKeys } from './platform/signing-keys.ts';
import { createExport } from './platform/telemetry/export.ts';
import { sendOtlp } from './platform/telemetry/otlp.ts';
import { createTrace, type Trace } from './platform/telemetry/trace.ts';
import { tracedPlatform, tracedVault } from './platform/telemetry/traced-platform.ts';

interface OpenOptions {
  version: string;
  writeLine: (line: string, level: LogEntry['level']) => void;
}

export function openPlatform(config: Config, { version, writeLine }: OpenOptions): Platform {
  const send = telemetryOf(config, version);
  const onDropped = (count: number) => log({ level: 'warn', event: 'spans-dropped', count });
  const trace = createTrace(send && createExport({ send, onDropped }));
  const log = createLog({ write: writeLine, clock: systemClock, trace });
  return tracedPlatform({
    ...(config.place === 'local' ? byKeys(config) : byIdentity(config, trace)),
    tokens: createTokens({
      issuer: config.AUTH_ISSUER,
      audience: config.AUTH_AUDIENCE,
      jwksUri: config.AUTH_JWKS_URI,
      tenantId: config.AUTH_TENANT_ID,
      scope: config.AUTH_SCOPE,
      clientIds: config.AUTH_CLIENT_IDS,
    }),
    webhooks: createWebhookSender({ allowsThisMachine: config.place === 'local' }),
    clock: systemClock,
    random: systemRandom,
    log,
    trace,
  });
}

type Access = Pick<Platform, 'store' | 'blobs' | 'realtime' | 'fieldKeys' | 'signingKeys' | 'checkpoint'>;

function byKeys(config: LocalConfig): Access {
  return {
    store: createCosmosStore({
      endpoint: config.COSMOS_ENDPOINT,
      key: config.COSMOS_KEY,
      database: config.COSMOS_DATABASE,
    }),
    blobs: createBlobStore({ connectionString: config.AzureWebJobsStorage }),
    realtime: createSignalR({
      connectionString: config.AzureSignalRConnectionString,
      hub: HUB,
      clock: systemClock,
    }),
    fieldKeys: createFieldKeys(async () => config.FIELD_KEYS),
    signingKeys: createSigningKeys(async () => config.CONTINUATION_KEY),
    checkpoint: checkpointWith(config.LOCAL_SIGNAL_AT),
  };
}

/** Uses one identity for everything; no key and no connection string. */
function byIdentity(config: AzureConfig, trace: Trace): Access {
  const credential = identityOf(config);
  const blobs = createBlobStore({ endpoint: config.AzureWebJobsStorage__blobServiceUri, credential });
  const vault = tracedVault(createKeyVault({ keyId: config.FIELD_KEYS_VAULT_KEY, credential }), trace);
  const secrets = openedOnce(() =>
    openWrappedSecrets({
      blobs,
      vault,
      current: config.FIELD_KEYS_VERSION,
      currentIndex: config.FIELD_KEYS_INDEX_VERSION,
    }),
  );
  return {
    store: createCosmosStore({
      endpoint: config.COSMOS_ENDPOINT,
      credential,
      database: config.COSMOS_DATABASE,
    }),
    blobs,
    realtime: createSignalR({ endpoint: config.SIGNALR_ENDPOINT, credential, hub: HUB, clock: systemClock }),
    fieldKeys: createFieldKeys(secrets),
    // Derived with a separate label for each purpose, so that the index key itself signs nothing.
    signingKeys: createSigningKeys(async () => indexKeys(await secrets()).map(({ hex }) => hex)),
    checkpoint: async () => {},
  };
}

const identityOf = (config: AzureConfig) =>
  createManagedIdentity({
    endpoint: config.IDENTITY_ENDPOINT,
    header: config.IDENTITY_HEADER,
    clientId: config.IDENTITY_CLIENT_ID,
    clock: systemClock,
  });

/** Exports to the configured collector, or else to Application Insights. Returns undefined when there is neither. */
function telemetryOf(config: Config, version: string) {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
    return sendOtlp({ endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, version });
  if (config.place === 'local' || config.APPLICATIONINSIGHTS_CONNECTION_STRING === undefined)
    return undefined;
  return sendToAzureMonitor({
    connectionString: config.APPLICATIONINSIGHTS_CONNECTION_STRING,
    credential: identityOf(config),
    version,
  });
}
