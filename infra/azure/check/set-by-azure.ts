import type { Fields } from './values.ts';

/**
 * Returns made-up values for the properties that Azure sets on a resource of this type and our templates read, in
 * their published form.
 */
export function setByAzure(type: string, name: string): SetByAzure {
  return byType[type]?.(name) ?? {};
}

interface SetByAzure {
  properties?: Fields;
  identity?: Fields;
  appId?: string;
}

const byType: Record<string, (name: string) => SetByAzure> = {
  'Microsoft.Graph/applications': (name) => ({
    appId: `dddddddd-0000-4000-8000-00000000000${name.includes('web') ? 1 : 2}`,
  }),
  'Microsoft.ManagedIdentity/userAssignedIdentities': () => ({
    properties: {
      clientId: 'aaaaaaaa-0000-4000-8000-000000000001',
      principalId: 'aaaaaaaa-0000-4000-8000-000000000002',
    },
  }),
  'Microsoft.DocumentDB/databaseAccounts': (name) => ({
    properties: { documentEndpoint: `https://${name}.documents.azure.com:443/` },
  }),
  'Microsoft.Storage/storageAccounts': (name) => ({
    properties: {
      primaryEndpoints: {
        blob: `https://${name}.blob.core.windows.net/`,
        queue: `https://${name}.queue.core.windows.net/`,
      },
    },
  }),
  'Microsoft.SignalRService/signalR': (name) => ({ properties: { hostName: `${name}.service.signalr.net` } }),
  'Microsoft.KeyVault/vaults': () => ({ properties: { vaultUri: 'https://kv-made-up.vault.azure.net/' } }),
  'Microsoft.KeyVault/vaults/keys': (name) => ({
    properties: { keyUriWithVersion: `https://kv-made-up.vault.azure.net/keys/${name}/${'0'.repeat(32)}` },
  }),
  'Microsoft.Web/staticSites': (name) => ({ properties: { defaultHostname: `${name}.azurestaticapps.net` } }),
  'Microsoft.Web/sites': (name) => ({ properties: { defaultHostName: `${name}.azurewebsites.net` } }),
  'Microsoft.Insights/components': () => ({
    properties: {
      ConnectionString:
        'InstrumentationKey=00000000-0000-0000-0000-000000000000;IngestionEndpoint=https://made-up.in.applicationinsights.azure.com/',
    },
  }),
  'Microsoft.EventGrid/systemTopics': (name) => ({ identity: { principalId: `principal-of-${name}` } }),
  'Microsoft.EventGrid/topics': (name) => ({ identity: { principalId: `principal-of-${name}` } }),
};
