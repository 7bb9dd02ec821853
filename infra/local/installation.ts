import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { azuriteConnectionString } from './azurite.ts';
import { emulatorKey } from './cosmos/protocol/authorization.ts';
import { everyone, people, type LocalPerson } from './demo-people.ts';
import { emptyPeople } from './empty-people.ts';
import { identityUrls } from './identity/identity-options.ts';
import { openLocalKeys, type LocalKeys } from './local-keys.ts';
import { readPorts, type Ports } from './platform/ports.ts';
import {
  entraUrls,
  readRealParts,
  realOrigins,
  realSettings,
  type RealParts,
} from './platform/real-parts.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** Folder of everything that the platform stores; another folder is a second, independent installation. */
export function dataFolder(environment: Record<string, string | undefined>): string {
  return path.resolve(root, environment['HANDOFF_DATA'] ?? '.local');
}

/** The three identifiers that Entra would assign; here any GUID works. */
export const tenantId = '4e8fd3a5-3d0c-4ee5-9d5e-5f1c2a7b9e10';
export const clientId = 'b1f0a2c4-6d3e-4f5a-8b7c-9d0e1f2a3b4c';
export const apiClientId = 'c2a1b3d5-7e4f-4a6b-9c8d-0e1f2a3b4c5d';

export interface Installation {
  folder: string;
  ports: Ports;
  keys: LocalKeys;
  real: RealParts;
  /** Has no demo data, as on the first day in production. */
  startsEmpty: boolean;
  /** People on the list of the identity server, by short name. */
  people: [name: string, person: LocalPerson][];
}

/** Opens the installation whose folder and ports the environment names. */
export function openInstallation(environment: Record<string, string | undefined>): Installation {
  const folder = dataFolder(environment);
  const startsEmpty = isMarkedEmpty(folder);
  return {
    folder,
    ports: readPorts(environment),
    keys: openLocalKeys(folder),
    real: readRealParts(environment),
    startsEmpty,
    people: startsEmpty ? Object.entries(emptyPeople) : everyone,
  };
}

/** Opens an installation in a folder that is new, or was empty from the start; throws when it has the demo data. */
export function openEmptyInstallation(environment: Record<string, string | undefined>): Installation {
  const folder = dataFolder(environment);
  if (!isMarkedEmpty(folder)) {
    if (existsSync(path.join(folder, 'cosmos'))) throw new Error(holdsDemoData(folder));
    mkdirSync(folder, { recursive: true });
    writeFileSync(emptyMark(folder), '');
  }
  return openInstallation(environment);
}

const emptyMark = (folder: string) => path.join(folder, 'started-empty');
export const isMarkedEmpty = (folder: string) => existsSync(emptyMark(folder));

const holdsDemoData = (folder: string) =>
  `${path.relative(root, folder)} holds the demo data. Delete it with \`npm run reset\`, or keep it and begin in another folder: ` +
  'HANDOFF_DATA=.local-empty npm start -- --empty';

export const webUrl = ({ ports }: Pick<Installation, 'ports'>) => `http://localhost:${ports.WEB_PORT}`;
/** Vite's server, which uses the API and the settings of the built web app. */
export const viteUrl = ({ ports }: Pick<Installation, 'ports'>) => `http://localhost:${ports.WEB_PORT + 1}`;
export const appOrigins = ({ ports }: Pick<Installation, 'ports'>) => [webUrl({ ports }), viteUrl({ ports })];
export const issuerOf = (ports: Ports) => identityUrls(identityOrigin(ports), tenantId).issuer;

/** Returns the settings that are application settings in Azure. */
export function functionsSettings({
  ports,
  keys,
  startsEmpty,
  real = {},
}: Pick<Installation, 'ports' | 'keys' | 'startsEmpty'> & Partial<Pick<Installation, 'real'>>) {
  return {
    AzureWebJobsStorage: azuriteConnectionString(ports),
    BLOB_TRIGGER_SOURCE: 'LogsAndContainerScan',
    COSMOS_ENDPOINT: `http://127.0.0.1:${ports.COSMOS_PORT}`,
    COSMOS_KEY: emulatorKey,
    COSMOS_DATABASE: 'handoff',
    AzureSignalRConnectionString: `Endpoint=http://localhost;Port=${ports.SIGNALR_PORT};AccessKey=${keys.signalrAccessKey};Version=1.0;`,
    AUTH_ISSUER: issuerOf(ports),
    AUTH_AUDIENCE: apiClientId,
    AUTH_JWKS_URI: identityUrls(`http://127.0.0.1:${ports.IDENTITY_PORT}`, tenantId).jwks_uri,
    AUTH_TENANT_ID: tenantId,
    AUTH_SCOPE: 'api.read',
    AUTH_CLIENT_IDS: clientId,
    RUNS_LOCALLY: 'true',
    FIRST_ADMINISTRATOR_OID: startsEmpty ? emptyPeople.alex.oid : people.ada.oid,
    CONTINUATION_KEY: keys.continuationKey,
    FIELD_KEYS: JSON.stringify(keys.fieldSecrets),
    ELIGIBILITY_PROVIDER: 'sandbox',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${ports.WEB_PORT}/traces`,
    SWEEP_SCHEDULE: '*/15 * * * * *',
    ...realSettings(real),
  };
}

/** Returns the content of `/config.json` for the browser. */
export function browserConfig({ ports, real: { entra } }: Pick<Installation, 'ports' | 'real'>) {
  const rest = {
    scope: `api://${entra?.apiClientId ?? apiClientId}/api.read`,
    apiBase: '/api',
    traces: '/traces',
  };
  if (entra) return { clientId: entra.clientId, authority: entraUrls(entra.tenantId).authority, ...rest };
  return {
    clientId,
    // MSAL requires https here but never contacts this address: it uses the endpoints below.
    authority: `https://localhost:${ports.IDENTITY_PORT}/${tenantId}`,
    endpoints: identityUrls(identityOrigin(ports), tenantId),
    ...rest,
  };
}

/** Returns origins to which the page connects besides its own. */
export function browserOrigins({ ports, real }: Pick<Installation, 'ports' | 'real'>): string[] {
  const { identity = identityOrigin(ports), live = `http://localhost:${ports.SIGNALR_PORT}` } =
    realOrigins(real);
  return [identity, live];
}

/** Origin to which the page uploads large files. */
export const storageOrigin = (ports: Ports) => `http://127.0.0.1:${ports.AZURITE_BLOB_PORT}`;

const identityOrigin = (ports: Ports) => `http://localhost:${ports.IDENTITY_PORT}`;
