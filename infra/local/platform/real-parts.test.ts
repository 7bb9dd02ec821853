import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { expect, test } from 'vitest';
import { browserConfig, browserOrigins, functionsSettings } from '../installation.ts';
import { readPorts } from './ports.ts';
import { readRealParts } from './real-parts.ts';

const ports = readPorts({});
const keys = {
  signalrAccessKey: 'a'.repeat(44),
  continuationKey: 'ab'.repeat(32),
  fieldSecrets: makeFieldSecrets(),
};
const entra = {
  ENTRA_TENANT_ID: '11111111-0000-4000-8000-000000000000',
  ENTRA_CLIENT_ID: '22222222-0000-4000-8000-000000000000',
  ENTRA_API_CLIENT_ID: '33333333-0000-4000-8000-000000000000',
  ENTRA_ADMINISTRATOR_OID: '44444444-0000-4000-8000-000000000000',
};

test('without variables every part is a local one', () => {
  expect(readRealParts({})).toEqual({});
});

test('a part with only some of its variables is refused, and names the others', () => {
  const { ENTRA_CLIENT_ID: _, ENTRA_ADMINISTRATOR_OID: _oid, ...some } = entra;
  expect(() => readRealParts(some)).toThrow('ENTRA_CLIENT_ID and ENTRA_ADMINISTRATOR_OID must be set, too.');
  expect(() => readRealParts({ COSMOS_KEY: 'key' })).toThrow('COSMOS_ENDPOINT must be set, too.');
});

test('a tenant of Entra signs in, a SignalR service sends, and the page may reach both', () => {
  const real = readRealParts({
    ...entra,
    SIGNALR_CONNECTION: 'Endpoint=https://mine.service.signalr.net;AccessKey=abc=;Version=1.0;',
  });
  expect(functionsSettings({ ports, keys, startsEmpty: true, real })).toMatchObject({
    AUTH_ISSUER: 'https://login.microsoftonline.com/11111111-0000-4000-8000-000000000000/v2.0',
    AUTH_JWKS_URI:
      'https://login.microsoftonline.com/11111111-0000-4000-8000-000000000000/discovery/v2.0/keys',
    AUTH_CLIENT_IDS: entra.ENTRA_CLIENT_ID,
    FIRST_ADMINISTRATOR_OID: entra.ENTRA_ADMINISTRATOR_OID,
    AzureSignalRConnectionString: expect.stringContaining('mine.service.signalr.net'),
    COSMOS_ENDPOINT: 'http://127.0.0.1:8081',
  });
  expect(browserConfig({ ports, real })).toEqual({
    clientId: entra.ENTRA_CLIENT_ID,
    authority: 'https://login.microsoftonline.com/11111111-0000-4000-8000-000000000000',
    scope: `api://${entra.ENTRA_API_CLIENT_ID}/api.read`,
    apiBase: '/api',
    traces: '/traces',
  });
  expect(browserOrigins({ ports, real })).toEqual([
    'https://login.microsoftonline.com',
    'https://mine.service.signalr.net',
  ]);
});
