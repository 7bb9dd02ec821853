/** The least role that the code needs for each service. The templates grant exactly these. */
export interface Grant {
  who: 'app' | 'upload events' | 'scan events';
  /** Type of the resource on which the role is granted. */
  on: string;
  role: string;
  /** Why the role is needed. */
  does: string;
}

const storage = 'Microsoft.Storage/storageAccounts';

export const grants: Grant[] = [
  {
    who: 'app',
    on: storage,
    role: 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b',
    does: 'Storage Blob Data Owner: documents, state files, exchanges; leases and deployment package of the host',
  },
  {
    who: 'app',
    on: storage,
    role: '974c5e8b-45b9-4653-ba55-5f855dd0fb88',
    does: 'Storage Queue Data Contributor: retries of the blob trigger, scan results',
  },
  {
    who: 'app',
    on: 'Microsoft.DocumentDB/databaseAccounts',
    role: '00000000-0000-0000-0000-000000000002',
    does: 'Cosmos DB Built-in Data Contributor: documents, never databases or containers',
  },
  {
    who: 'app',
    on: 'Microsoft.SignalRService/signalR',
    role: 'fd53cd77-2268-407a-8f46-7e7863d0f521',
    does: 'SignalR REST API Owner: sends, groups, tokens for clients',
  },
  {
    who: 'app',
    on: 'Microsoft.KeyVault/vaults/keys',
    role: '12338af0-0e69-4776-bea7-57ae8d297424',
    does: 'Key Vault Crypto User: wraps and unwraps the keys for patient numbers',
  },
  {
    who: 'app',
    on: 'Microsoft.KeyVault/vaults/secrets',
    role: '4633458b-17de-408a-b874-0445c86b69e6',
    does: 'Key Vault Secrets User: the reference to the API key of Stedi',
  },
  {
    who: 'app',
    on: 'Microsoft.Insights/components',
    role: '3913510d-42f4-4e42-8a64-420c390055eb',
    does: 'Monitoring Metrics Publisher: telemetry without a key',
  },
  {
    who: 'upload events',
    on: storage,
    role: 'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
    does: 'Storage Blob Data Contributor: keeps events that could not be delivered',
  },
  {
    who: 'scan events',
    on: storage,
    role: 'c6a89b2d-59bc-44d0-9896-0f6e12d7b80a',
    does: 'Storage Queue Data Message Sender: verdicts of the malware scan',
  },
  {
    who: 'scan events',
    on: storage,
    role: 'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
    does: 'Storage Blob Data Contributor: keeps verdicts that could not be delivered',
  },
];
