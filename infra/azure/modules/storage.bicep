param suffix string
param location string
param tags object
param appPrincipalId string
param workspaceId string
@description('Lets the browser upload large files straight to a blob.')
param webOrigin string
param isPrivate bool
param isLocked bool
param scannedGbAMonth int

var containers = ['deployment', 'documents', 'state-files', 'import-reports', 'payer-exchanges', 'field-keys', 'audit-anchors', 'audit-exports', 'event-dead-letters']
var queues = ['scan-results']

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: 'sthandoff${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: 'Standard_ZRS' }
  properties: {
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: { defaultAction: isPrivate ? 'Deny' : 'Allow', bypass: 'AzureServices' }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    isVersioningEnabled: true
    changeFeed: { enabled: true }
    deleteRetentionPolicy: { enabled: true, days: 30 }
    containerDeleteRetentionPolicy: { enabled: true, days: 30 }
    cors: {
      corsRules: [
        {
          allowedOrigins: [webOrigin]
          allowedMethods: ['PUT']
          allowedHeaders: ['*']
          exposedHeaders: ['*']
          maxAgeInSeconds: 3600
        }
      ]
    }
  }
}

resource container 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = [for name in containers: {
  parent: blobs
  name: name
  properties: { publicAccess: 'None' }
}]

// Unlocked by the template: a person locks it once the first anchors are there, and then nobody can shorten it.
resource anchorsStay 'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies@2025-06-01' = {
  name: '${account.name}/default/audit-anchors/default'
  properties: { immutabilityPeriodSinceCreationInDays: 2190, allowProtectedAppendWrites: false }
  dependsOn: [container]
}

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2025-06-01' = {
  parent: account
  name: 'default'
}

resource queue 'Microsoft.Storage/storageAccounts/queueServices/queues@2025-06-01' = [for name in queues: {
  parent: queueService
  name: name
}]

resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'state-files-leave-after-90-days'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: { blobTypes: ['blockBlob'], prefixMatch: ['state-files/'] }
            actions: {
              baseBlob: { delete: { daysAfterModificationGreaterThan: 90 } }
              version: { delete: { daysAfterCreationGreaterThan: 90 } }
            }
          }
        }
      ]
    }
  }
}

var appRoles = [
  // Storage Blob Data Owner: the host's leases and the deployment package need more than Contributor.
  'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
  // Storage Queue Data Contributor
  '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
]

resource appRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in appRoles: {
  name: guid(account.id, appPrincipalId, role)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}]

// Uploads report themselves to the API. The subscription needs a key of the running host and is made after deployment
// (hooks/event-subscription.ts).
resource events 'Microsoft.EventGrid/systemTopics@2025-02-15' = {
  name: 'evgt-handoff-${suffix}'
  location: location
  tags: tags
  identity: { type: 'SystemAssigned' }
  properties: { source: account.id, topicType: 'Microsoft.Storage.StorageAccounts' }
}

// Nobody opens a document before its scan has found nothing: the results reach the API through a queue.
resource scans 'Microsoft.EventGrid/topics@2025-02-15' = {
  name: 'evgt-scans-${suffix}'
  location: location
  tags: tags
  identity: { type: 'SystemAssigned' }
  properties: { inputSchema: 'EventGridSchema', publicNetworkAccess: 'Enabled', minimumTlsVersionAllowed: '1.2' }
}

// Storage Blob Data Contributor: what cannot be delivered is kept.
resource eventsKeepsLetters 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, events.id, 'ba92f5b4-2d11-453d-a403-e96b0029c9fe')
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'ba92f5b4-2d11-453d-a403-e96b0029c9fe')
    principalId: events.identity.principalId
    principalType: 'ServicePrincipal'
  }
}

var scanRoles = [
  // Storage Queue Data Message Sender
  'c6a89b2d-59bc-44d0-9896-0f6e12d7b80a'
  // Storage Blob Data Contributor, for dead letters
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
]

resource scanRole 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in scanRoles: {
  name: guid(account.id, scans.id, role)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
    principalId: scans.identity.principalId
    principalType: 'ServicePrincipal'
  }
}]

resource verdicts 'Microsoft.EventGrid/topics/eventSubscriptions@2025-02-15' = {
  parent: scans
  name: 'verdicts'
  properties: {
    deliveryWithResourceIdentity: {
      identity: { type: 'SystemAssigned' }
      destination: { endpointType: 'StorageQueue', properties: { resourceId: account.id, queueName: 'scan-results' } }
    }
    deadLetterWithResourceIdentity: {
      identity: { type: 'SystemAssigned' }
      deadLetterDestination: {
        endpointType: 'StorageBlob'
        properties: { resourceId: account.id, blobContainerName: 'event-dead-letters' }
      }
    }
    eventDeliverySchema: 'EventGridSchema'
  }
  dependsOn: [scanRole, queue, container]
}

resource defender 'Microsoft.Security/defenderForStorageSettings@2025-06-01' = {
  name: 'current'
  scope: account
  properties: {
    isEnabled: true
    overrideSubscriptionLevelSettings: true
    malwareScanning: {
      onUpload: {
        isEnabled: true
        capGBPerMonth: scannedGbAMonth
        filters: { excludeBlobsWithPrefix: ['deployment/', 'azure-webjobs-', 'state-files/', 'import-reports/', 'payer-exchanges/', 'field-keys/', 'audit-anchors/', 'audit-exports/', 'event-dead-letters/'] }
      }
      scanResultsEventGridTopicResourceId: scans.id
      blobScanResultsOptions: 'BlobIndexTags'
    }
    sensitiveDataDiscovery: { isEnabled: false }
  }
}

resource audit 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'audit'
  scope: blobs
  properties: {
    workspaceId: workspaceId
    logs: [{ category: 'StorageWrite', enabled: true }, { category: 'StorageDelete', enabled: true }]
  }
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  name: 'keep'
  scope: account
  properties: { level: 'CanNotDelete', notes: 'The documents of every agency and the keys of their patient numbers.' }
}

output id string = account.id
output name string = account.name
output blobOrigin string = 'https://${account.name}.blob.${az.environment().suffixes.storage}'
output eventTopic string = events.name
