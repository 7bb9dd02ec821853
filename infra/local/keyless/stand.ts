import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  BlobServiceClient,
  generateAccountSASQueryParameters,
  SASProtocol,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { crossPartitionQueries, ensureContainers } from '@handoff/functions/platform/containers';
import { SignJWT } from 'jose';
import { startAzurite } from '../azurite.ts';
import { emulatorKey } from '../cosmos/protocol/authorization.ts';
import { routeOf } from '../cosmos/protocol/routing.ts';
import { startCosmos } from '../cosmos/start.ts';
import { startIdentity } from '../identity/start-identity.ts';
import { apiClientId, clientId, tenantId } from '../installation.ts';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { createScanner, type Scanner } from '../malware-scan/scanner.ts';
import { startSignalR } from '../signalr/start-signalr.ts';
import { createApplicationInsights } from './application-insights.ts';
import { makeCertificate } from './certificate.ts';
import { startGate } from './gate.ts';
import { createKeyVaultStub } from './key-vault.ts';
import { appIdentity, startManagedIdentity } from './managed-identity.ts';
import { createStedi } from './stedi.ts';

/**
 * Starts every service as in Azure on this machine: https, tokens of one identity, and no key that a client could
 * use. The settings are those of the templates with these addresses.
 */
export async function startKeylessStand(templateSettings: Record<string, string>) {
  const certificate = await makeCertificate();
  const results: { scanner?: Scanner } = {};
  const [cosmos, azurite, signalr, identity, people] = await Promise.all([
    startCosmos({ port: 0, crossPartitionQueries }),
    startAzurite({ onBlobWritten: (blob) => results.scanner?.onBlobWritten(blob) }),
    startSignalR({ port: 0, accessKey: randomBytes(32).toString('hex'), webOrigins: [] }),
    startManagedIdentity(),
    startIdentity({ port: 0, people: [], tenantId, clientId, apiClientId, appOrigins: [] }),
  ]);
  // These are created behind the gates and by key, as the templates create them in Azure.
  const database = templateSettings['COSMOS_DATABASE'] ?? '';
  await ensureContainers({ endpoint: cosmos.url, key: cosmos.key, database });
  await ensureBlobContainers(azurite);
  results.scanner = createScanner(azurite.connectionString);
  const vault = createServer(createKeyVaultStub(() => 200).listener);
  const vaultUrl = `http://127.0.0.1:${await listenOnLoopback(vault, 0, 'Key vault')}`;
  const insights = createApplicationInsights();
  const ingestion = createServer(insights.listener);
  const ingestionUrl = `http://127.0.0.1:${await listenOnLoopback(ingestion, 0, 'Application Insights')}`;
  const stediKey = randomBytes(16).toString('hex');
  const stedi = createStedi(stediKey);
  const clearinghouse = createServer(stedi.listener);
  const stediUrl = `http://127.0.0.1:${await listenOnLoopback(clearinghouse, 0, 'Stedi')}`;
  // It has its own gate, because telemetry arrives at its own time.
  const monitor = await startGate({
    certificate,
    audience: 'https://monitor.azure.com',
    forward: (request) => ({ url: new URL(request.url ?? '', ingestionUrl), headers: request.headers }),
  });

  const gates = {
    cosmos: await startGate({
      certificate,
      audience: 'itself',
      // The data role covers documents, never databases and containers.
      isForbidden: ({ method, url = '' }) => method !== 'GET' && !url.includes('/docs'),
      forward: (request) => ({
        url: new URL(request.url ?? '', cosmos.url),
        headers: signedForCosmos(request),
      }),
      rewrite: (text, origin) => text.replaceAll(cosmos.url, origin),
    }),
    blobs: await startGate({
      certificate,
      audience: storage,
      forward: bySignature(azurite.connectionString, 'Blob'),
    }),
    queues: await startGate({
      certificate,
      audience: storage,
      forward: bySignature(azurite.connectionString, 'Queue'),
    }),
    signalr: await startGate({
      certificate,
      audience: 'https://signalr.azure.com',
      answer: answerClientToken,
      forward: async (request) => signedForSignalR(request, signalr),
    }),
    vault: await startGate({
      certificate,
      audience: 'https://vault.azure.net',
      forward: (request) => ({ url: new URL(request.url ?? '', vaultUrl), headers: request.headers }),
    }),
    // The provider checks its own key.
    stedi: await startGate({
      certificate,
      forward: (request) => ({ url: new URL(request.url ?? '', stediUrl), headers: request.headers }),
    }),
    people: await startGate({
      certificate,
      forward: (request) => ({ url: new URL(request.url ?? '', people.url), headers: request.headers }),
    }),
  };
  const issuer = people.issuer.replace(people.url, gates.people.origin);
  return {
    certificate,
    identity,
    gates,
    issuer,
    insights,
    stedi: { ...stedi, apiKey: stediKey },
    settings: {
      ...templateSettings,
      ...identity.settings,
      WEBSITE_SKU: 'FlexConsumption',
      WEBSITE_SITE_NAME: 'func-handoff',
      AzureWebJobsStorage__blobServiceUri: `${gates.blobs.origin}/devstoreaccount1`,
      AzureWebJobsStorage__queueServiceUri: `${gates.queues.origin}/devstoreaccount1`,
      AzureWebJobsStorage__clientId: appIdentity.clientId,
      COSMOS_ENDPOINT: gates.cosmos.origin,
      SIGNALR_ENDPOINT: gates.signalr.origin,
      FIELD_KEYS_VAULT_KEY: `${gates.vault.origin}/keys/field-keys/0123456789abcdef`,
      APPLICATIONINSIGHTS_CONNECTION_STRING: `InstrumentationKey=${tenantId};IngestionEndpoint=${monitor.origin}/`,
      STEDI_URL: gates.stedi.origin,
      // In Azure the host replaces the reference with the secret.
      STEDI_API_KEY: stediKey,
      AUTH_ISSUER: issuer,
      AUTH_JWKS_URI: people.jwksUri.replace(/^http:\/\/[^/]+/, gates.people.origin),
      AUTH_TENANT_ID: tenantId,
      AUTH_AUDIENCE: apiClientId,
      AUTH_CLIENT_IDS: clientId,
    },
    /** Returns the blobs with this prefix in a container, read behind the gate. */
    async blobsOf(container: string, prefix: string) {
      const service = BlobServiceClient.fromConnectionString(azurite.connectionString);
      const found = service.getContainerClient(container).listBlobsFlat({ prefix });
      const blobs: { name: string; eTag: string }[] = [];
      for await (const { name, properties } of found) blobs.push({ name, eTag: properties.etag });
      return blobs;
    },
    async close() {
      await Promise.all([...Object.values(gates), monitor].map((gate) => gate.close()));
      await Promise.all([cosmos, azurite, signalr, identity, people].map((part) => part.close()));
      await Promise.all([vault, ingestion, clearinghouse].map(closeServer));
    },
  };
}
export type KeylessStand = Awaited<ReturnType<typeof startKeylessStand>>;

const storage = 'https://storage.azure.com';

function signedForCosmos({ method: verb = '', url: path = '/', headers }: IncomingMessage) {
  const date = new Date().toUTCString();
  const { signed } = routeOf({ verb, path, headers });
  const text = [verb.toLowerCase(), signed.type, signed.link, date.toLowerCase(), '', ''].join('\n');
  const sig = createHmac('sha256', Buffer.from(emulatorKey, 'base64')).update(text).digest('base64');
  const authorization = encodeURIComponent(`type=master&ver=1.0&sig=${sig}`);
  return { ...headers, authorization, 'x-ms-date': date };
}

/**
 * The account's signature replaces the token, because the stand-in's own check of tokens knows no signatures and no
 * roles.
 */
function bySignature(connectionString: string, service: 'Blob' | 'Queue') {
  const part = (name: string) => new RegExp(`${name}=([^;]+)`).exec(connectionString)?.[1] ?? '';
  const credential = new StorageSharedKeyCredential(part('AccountName'), part('AccountKey'));
  const signature = generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 86_400_000),
      permissions: AccountSASPermissions.parse('rwdlacup'),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('bq').toString(),
      protocol: SASProtocol.HttpsAndHttp,
    },
    credential,
  ).toString();
  const endpoint = new URL(part(`${service}Endpoint`));
  return ({ url: path = '/', headers }: IncomingMessage) => {
    const url = new URL(`${path}${path.includes('?') ? '&' : '?'}${signature}`, endpoint.origin);
    const { authorization: _token, ...others } = headers;
    return { url, headers: others };
  };
}

async function signedForSignalR(
  { url: path = '/', headers }: IncomingMessage,
  { url: origin, connectionString }: { url: string; connectionString: string },
) {
  const url = new URL(path, origin);
  const key = /AccessKey=([^;]+)/.exec(connectionString)?.[1] ?? '';
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(`${url.origin}${url.pathname}`)
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(key));
  return { url, headers: { ...headers, authorization: `Bearer ${token}` } };
}

/** The stand-in has no such call: a browser of this environment never connects. */
function answerClientToken(request: IncomingMessage, response: { end(text: string): unknown }): boolean {
  if (!request.url?.includes('/:generateToken?')) return false;
  response.end(JSON.stringify({ token: 'for a client' }));
  return true;
}
