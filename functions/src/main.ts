import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import { HUB } from '@handoff/shared/contract/realtime';
import * as z from 'zod';
import { createApp, type App } from './app.ts';
import { readConfig, type Config } from './config.ts';
import type { EligibilityService } from './platform/eligibility-provider.ts';
import { createSandboxProvider } from './features/eligibility/providers/sandbox-provider.ts';
import { limitsFor } from './pipeline/request/limits.ts';
import { createBlobStore } from './platform/azure/blobs.ts';
import { systemClock, systemRandom, checkpointWith } from './platform/process.ts';
import { createCosmosStore } from './platform/azure/cosmos/store.ts';
import { createFieldKeys, noFieldSecrets, type FieldSecrets } from './platform/azure/keys/field-keys.ts';
import { unwrapFieldSecrets } from './platform/azure/keys/key-vault.ts';
import { createLog } from './platform/azure/log.ts';
import { createSignalR } from './platform/azure/realtime.ts';
import { createStediProvider } from './features/eligibility/providers/stedi.ts';
import { createTokens } from './platform/azure/identity/tokens.ts';
import { createSigningKeys } from './platform/signing-keys.ts';
import type { Platform } from './platform/ports.ts';
import type { ApiRequest } from './pipeline/request/request.ts';
import type { Route } from './pipeline/request/routes.ts';

// `import` would bring the package's second build, whose registry @azure/functions never asks: it is CommonJS and
// requires the other one. esbuild bundles this `require` as the same module.
const {
  ResourceFactoryResolver,
}: typeof import('@azure/functions-extensions-base') = require('@azure/functions-extensions-base');

const VERSION = '0.1.0';
const StateFile = z.object({ importId: z.string(), fileName: z.string() });

const config = readConfig();
const platform = platformOf(config);
const handoff = createApp(platform, {
  version: VERSION,
  firstAdministratorOid: config.FIRST_ADMINISTRATOR_OID,
  eligibility: eligibilityOf(config),
  limits: limitsFor({ callsPerMinute: config.CALLS_PER_MINUTE }),
});

for (const route of handoff.routes) registerHttp(handoff, route);
// The most general of all routes: the host comes here when no other has path and method.
app.http('unknown', {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  route: '{*path}',
  authLevel: 'anonymous',
  handler: async (request: HttpRequest) => handoff.answerUnknown(apiRequest(request)),
});

// The content stays in storage and is streamed from there: with a deferred binding the host hands over an address only.
ResourceFactoryResolver.getInstance().registerResourceFactory('AzureStorageBlobs', (address) => address);
app.storageBlob('importStateFile', {
  path: 'state-files/{importId}/{fileName}',
  connection: 'AzureWebJobsStorage',
  sdkBinding: true,
  source: config.BLOB_TRIGGER_SOURCE,
  handler: (_blob: unknown, context: InvocationContext) =>
    handoff.importStateFile(StateFile.parse(context.triggerMetadata)),
});

const sweepSchedule = '%SWEEP_SCHEDULE%';
app.timer('sweepOutbox', { schedule: sweepSchedule, handler: () => handoff.sweeps.outbox() });
app.timer('sweepImports', { schedule: sweepSchedule, handler: () => handoff.sweeps.imports() });
app.timer('sweepEligibility', { schedule: sweepSchedule, handler: () => handoff.sweeps.eligibility() });

function registerHttp(handoffApp: App, route: Route): void {
  const { method, path } = route.endpoint;
  app.http(route.name.replace('.', '-'), {
    methods: [method],
    route: path.slice(1),
    authLevel: 'anonymous',
    handler: (request: HttpRequest) => handoffApp.answer(route, apiRequest(request)),
  });
}

const apiRequest = (request: HttpRequest): ApiRequest => ({
  method: request.method,
  url: request.url,
  params: request.params,
  header: (name) => request.headers.get(name) ?? undefined,
  body: async () => new Uint8Array(await request.arrayBuffer()),
});

function platformOf(settings: Config): Platform {
  return {
    store: createCosmosStore({
      endpoint: settings.COSMOS_ENDPOINT,
      key: settings.COSMOS_KEY,
      database: settings.COSMOS_DATABASE,
    }),
    blobs: createBlobStore({ connectionString: settings.AzureWebJobsStorage }),
    realtime: createSignalR({
      connectionString: settings.AzureSignalRConnectionString,
      hub: HUB,
      clock: systemClock,
    }),
    tokens: createTokens({
      issuer: settings.AUTH_ISSUER,
      audience: settings.AUTH_AUDIENCE,
      jwksUri: settings.AUTH_JWKS_URI,
      tenantId: settings.AUTH_TENANT_ID,
      scope: settings.AUTH_SCOPE,
    }),
    clock: systemClock,
    random: systemRandom,
    fieldKeys: createFieldKeys(fieldSecretsOf(settings)),
    signingKeys: createSigningKeys(settings.CONTINUATION_KEY),
    log: createLog({ write: (line) => process.stdout.write(line), clock: systemClock }),
    checkpoint: checkpointWith(settings.LOCAL_SIGNAL_AT),
  };
}

function fieldSecretsOf(settings: Config): () => Promise<FieldSecrets> {
  const { FIELD_KEYS: plain, FIELD_KEYS_WRAPPED: secrets, FIELD_KEYS_VAULT_KEY: keyId } = settings;
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header, IDENTITY_CLIENT_ID: clientId } = settings;
  if (plain) return async () => plain;
  if (!secrets || !keyId || !endpoint || !header) return noFieldSecrets;
  return () => unwrapFieldSecrets({ secrets, keyId, identity: { endpoint, header, clientId } });
}

function eligibilityOf(settings: Config): EligibilityService {
  const payerId = settings.ELIGIBILITY_PAYER_ID;
  const provider =
    settings.ELIGIBILITY_PROVIDER === 'stedi'
      ? createStediProvider({ apiKey: settings.STEDI_API_KEY, baseUrl: settings.STEDI_URL, payerId })
      : createSandboxProvider({
          isProduction: settings.WEBSITE_INSTANCE_ID !== undefined,
          isAllowedInProduction: settings.ELIGIBILITY_SANDBOX_IN_AZURE === 'true',
        });
  return { provider, payerId, submitterId: settings.ELIGIBILITY_SUBMITTER_ID };
}
